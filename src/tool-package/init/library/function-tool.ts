import type * as t from '@babel/types';
import type { JsonObject } from '../../../common/json.js';
import type { Tool } from '../../runtime/adapters/manifest.js';
import { draftTool } from '../draft.js';
import { type Nature, natureOf, READS, toolName } from '../names.js';
import type { LibrarySurface } from '../profile.js';
import { typeInBody, walk } from './body-types.js';
import type { ExportedFunction, Signature } from './exported-functions.js';
import { type JsDoc, readJsDoc } from './js-doc.js';
import { mayBeUndefined, type TypeSchemas } from './type-schema.js';
import { unionOf } from './type-union.js';

interface Parameter {
  readonly name: string;
  readonly schema: JsonObject | undefined;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

/** Names of what a function without types can do without. */
const OPTIONS = /^(opts?|options|settings|config|configuration|params)$/i;

/** One way to call the function with JSON. */
interface Call {
  readonly parameters: readonly Parameter[];
  readonly result: JsonObject;
}

/**
 * The tool of a function, from those of its signatures that JSON can call; else why there is none.
 * @param path from what `import()` of the module gives to the function
 */
export function functionTool(
  { name, module, description }: LibrarySurface & { readonly description: string },
  found: ExportedFunction,
  path: readonly string[],
  schemas: TypeSchemas,
): Tool | string {
  const calls = found.signatures.map((signature) => callOf(signature, schemas));
  const possible = calls.filter((call) => typeof call !== 'string');
  if (possible.length === 0) return calls.find((call) => typeof call === 'string') ?? 'it cannot be called';
  const { properties, required } = inputsOf(possible);
  const words = found.path.filter((word) => word !== 'default');
  const tool = toolName(words.join('_') || name.replace(/^@[^/]*\//, ''));
  const told = found.signatures.map(({ comments }) => readJsDoc(comments).description).find((text) => text !== '');
  return draftTool({
    name: tool,
    description: told ?? (words.length === 0 ? description : `Calls ${words.join('.')} of ${name}.`),
    nature: natureOfFunction(tool),
    input_schema: { type: 'object', properties, required, additionalProperties: false },
    output_schema: {
      type: 'object',
      properties: {
        result:
          unionOf(
            possible.map(({ result }) => result),
            [],
            'output',
          ) ?? {},
      },
      required: ['result'],
      additionalProperties: false,
    },
    binding: {
      type: 'in-process',
      module: `./${module}`,
      export: path.join('.'),
      parameters: Object.keys(properties),
      result: { parse: 'json', property: 'result' },
    },
  });
}

/** Functions that make one thing of another are named by what they begin with or end in. */
function natureOfFunction(tool: string): Nature {
  const nature = natureOf(tool);
  return nature.category === 'write' && nature.risk === 'medium' && /^(to|from|as)_/.test(tool) ? READS : nature;
}

/** The longest of the ways to call it, where what not all of them need is optional. */
function inputsOf(calls: readonly Call[]): { properties: JsonObject; required: string[] } {
  const [longest] = calls.toSorted(
    (a, b) => b.parameters.length - a.parameters.length || requiredOf(a) - requiredOf(b),
  );
  const properties: JsonObject = {};
  const required: string[] = [];
  longest?.parameters.forEach(({ name }, index) => {
    const same = calls.map(({ parameters }) => parameters[index]);
    const told = same.flatMap((one) => (one?.name === name && one.schema ? [one.schema] : []));
    properties[name] = unionOf(told) ?? {};
    if (same.every((one) => one && !one.isOptional)) required.push(name);
  });
  return { properties, required };
}

function requiredOf({ parameters }: Call): number {
  return parameters.filter(({ isOptional }) => !isOptional).length;
}

/** The parameters up to the first that JSON cannot give and that need not be given; or what keeps it from being called. */
function callOf(signature: Signature, schemas: TypeSchemas): Call | string {
  const doc = readJsDoc(signature.comments);
  const returns = signature.returns ?? doc.returns;
  if (returns?.type === 'TSFunctionType') return 'it gives a function';
  const all = parametersOf(signature, doc, schemas);
  const end = all.findIndex(({ schema }) => schema === undefined);
  const parameters = end < 0 ? all : all.slice(0, end);
  const barrier = all[end];
  if (barrier && !barrier.isOptional) return `JSON cannot say what its parameter "${barrier.name}" takes`;
  if (parameters.length === 0 && (barrier?.isRest || takesArguments(signature))) return 'it takes any number of values';
  const result = (returns && schemas.whole(returns, signature.place, 'output')) ?? {};
  // What is no number is null in JSON.
  return { parameters, result: result.type === 'number' && !result.enum ? { type: ['number', 'null'] } : result };
}

function parametersOf({ parameters, place, body }: Signature, doc: JsDoc, schemas: TypeSchemas): Parameter[] {
  return parameters.flatMap((node, index) => {
    const isPreset = node.type === 'AssignmentPattern';
    const target: t.Node = isPreset ? node.left : node;
    const preset = isPreset ? node.right : undefined;
    const isRest = target.type === 'RestElement';
    const name =
      target.type === 'Identifier' ? target.name : target.type === 'ObjectPattern' ? 'options' : `value${index + 1}`;
    if (name === 'this') return [];
    const told = doc.parameters.get(name);
    const type = annotation(target) ?? told?.type;
    const known = type ? schemas.whole(type, place, 'input') : typeInBody(target, preset, body);
    const schema = isRest ? undefined : (membersOf(name, doc, place, schemas) ?? known);
    const isOptional =
      isRest ||
      isPreset ||
      (type === undefined && OPTIONS.test(name)) ||
      ('optional' in target && target.optional === true) ||
      told?.isOptional ||
      mayBeUndefined(type);
    const described = schema && told?.description ? { ...schema, description: told.description } : schema;
    return [{ name, schema: described, isOptional: isOptional === true, isRest }];
  });
}

/** Whether a script looks at values that it has no names for. */
function takesArguments({ body }: Signature): boolean {
  let isFound = false;
  if (body)
    walk(body, (node) => {
      if (node.type === 'Identifier' && node.name === 'arguments') isFound = true;
    });
  return isFound;
}

/** The properties that a comment tells of a parameter, as `@param {number} options.limit`. */
function membersOf(name: string, doc: JsDoc, place: Signature['place'], schemas: TypeSchemas): JsonObject | undefined {
  const told = [...doc.parameters].filter(([one]) => one.startsWith(`${name}.`));
  const properties = told.flatMap(([one, { type, description }]) => {
    const schema = type ? schemas.whole(type, place, 'input') : {};
    return schema ? [[one.slice(name.length + 1), description ? { ...schema, description } : schema] as const] : [];
  });
  if (properties.length === 0) return undefined;
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: true };
}

function annotation(node: t.Node): t.TSType | undefined {
  const written = 'typeAnnotation' in node ? node.typeAnnotation : undefined;
  return written && 'type' in written && written.type === 'TSTypeAnnotation' ? written.typeAnnotation : undefined;
}
