// Compares the tools of a package with what its documentation says.

/** What separates types, outside of brackets. */
const ALTERNATIVES = /\|(?![^{]*\}|[^(]*\))/;
/** Kinds of line in the files of `facts/`. */
const LINE = /^(?:([!-]) )?(\S+) (\S+)(?: (\S+))?(?: (required))?$/;

/**
 * Reads a file of facts, whose first lines say how.
 * @returns by project the facts of it
 */
export function readFacts(text) {
  const projects = new Map();
  let facts = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('#') || line === '') continue;
    if (line === 'none') facts.push({ kind: 'none' });
    else if (!line.includes(' ')) {
      facts = [];
      projects.set(line, facts);
    } else {
      const [, mark, tool, argument, type, required] = LINE.exec(line) ?? [];
      if (tool === undefined) throw new Error(`no fact: ${line}`);
      const kind = mark === '!' ? 'dangerous' : mark === '-' ? 'either' : 'argument';
      facts.push({ kind, tool, argument, type, isRequired: required !== undefined });
    }
  }
  return projects;
}

/**
 * What of the sample a manifest has right.
 * @param tools of the manifest; none where none was made
 * @returns counts, and each that is wrong in words
 */
export function judge(facts, tools) {
  const wrong = [];
  const offered = [];
  let right = 0;
  const judged = facts.filter(({ kind }) => kind === 'argument' || kind === 'none');
  for (const fact of facts) {
    const tool = tools.find(({ name }) => name === fact.tool);
    const found = tool && argumentOf(tool, fact.argument);
    if (fact.kind === 'dangerous' && found) offered.push(`${fact.tool} ${fact.argument}`);
    if (!judged.includes(fact)) continue;
    const fault = fact.kind === 'none' ? (tools.length > 0 ? 'has tools' : undefined) : faultOf(fact, tool, found);
    if (fault === undefined) right += 1;
    else wrong.push(`${fact.tool ?? ''} ${fact.argument ?? ''}: ${fault}`);
  }
  return {
    judged: judged.length,
    right,
    wrong,
    offered,
    dangerous: facts.filter(({ kind }) => kind === 'dangerous').length,
  };
}

function faultOf(fact, tool, found) {
  if (!tool) return 'no such tool';
  if (!found) return 'no such argument';
  if (!typeFits(fact.type, found.type)) return `is ${found.type}, documented as ${fact.type}`;
  return found.isRequired === fact.isRequired ? undefined : `is ${found.isRequired ? '' : 'not '}required`;
}

/** An argument by its flag, by `<2>` the second without one, or by its name. */
function argumentOf(tool, argument) {
  const { properties = {}, required = [] } = tool.input_schema;
  const name = propertyOf(tool.binding, argument);
  if (name === undefined || !(name in properties)) return inBody(tool, argument);
  return { type: typeOf(properties[name], tool.input_schema), isRequired: required.includes(name) };
}

/** A property of a body that is given as a whole, as it may hold others. */
function inBody({ input_schema, binding }, argument) {
  const body = Object.entries(binding.parameters ?? {}).find(([, place]) => place.in === 'whole-body');
  const whole = body && input_schema.properties[body[0]];
  const { properties = {}, required = [] } = (whole?.$ref ? resolved(whole.$ref, input_schema) : whole) ?? {};
  if (!(argument in properties)) return undefined;
  return { type: typeOf(properties[argument], input_schema), isRequired: required.includes(argument) };
}

function propertyOf({ arguments: args = [], parameters = [] }, argument) {
  const [, place] = /^<(\d+)>$/.exec(argument) ?? [];
  const values = Array.isArray(parameters)
    ? [...parameters, ...args.filter(({ flag }) => flag === undefined).map(({ property }) => property)]
    : [];
  if (place) return values[Number(place) - 1];
  const byFlag = args.find(({ flag }) => flag?.replace(/=$/, '') === argument);
  if (byFlag) return byFlag.property;
  const named = Object.entries(parameters).find(([property, { name = property }]) => name === argument);
  return named?.[0];
}

/** A schema in short: `string[]`, `{a,b}`, `boolean|string`, `any`. */
export function typeOf(schema, root) {
  if (schema === undefined || schema === true) return 'any';
  if (typeof schema.$ref === 'string') return typeOf(resolved(schema.$ref, root), root);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return united(choices.map((one) => typeOf(one, root)));
  if (schema.allOf)
    return typeOf(schema.allOf.find((one) => one.type || one.$ref || one.enum) ?? schema.allOf[0], root);
  if (schema.type === 'null') return 'null';
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (schema.enum && !types.includes('boolean')) return `{${schema.enum.filter((value) => value !== null).join(',')}}`;
  if (types.length === 0) return 'any';
  return united(types.map((type) => plain(type, schema, root)));
}

function plain(type, schema, root) {
  if (type === 'integer') return 'number';
  if (type !== 'array') return type;
  if (schema.prefixItems) return 'tuple';
  const item = typeOf(schema.items, root);
  return ALTERNATIVES.test(item) ? `(${item})[]` : `${item}[]`;
}

function united(types) {
  return [...new Set(types.flatMap((type) => type.split(ALTERNATIVES)))]
    .filter((type) => type !== 'null')
    .sort()
    .join('|');
}

function resolved(ref, root) {
  return ref
    .split('/')
    .slice(1)
    .reduce((value, key) => value?.[key], root);
}

/** A choice may be given as the type of its values, and no type stands for any other. */
function typeFits(documented, found) {
  const wanted = united(documented.split(ALTERNATIVES)).split(ALTERNATIVES);
  const given = found.split(ALTERNATIVES);
  if (wanted.length === 1 && wanted[0] === 'any[]') return given.every((type) => /\[\]$|^tuple$/.test(type));
  return wanted.length === given.length && wanted.every((type) => given.some((one) => oneFits(type, one)));
}

function oneFits(wanted, found) {
  if (wanted === found) return true;
  if (!/^\{.*\}$/.test(wanted)) return false;
  const sorted = (list) => list.slice(1, -1).split(',').sort().join();
  return found === 'string' || (found.startsWith('{') && sorted(found) === sorted(wanted));
}
