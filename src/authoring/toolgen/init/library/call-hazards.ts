import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import { wordSet, wordsOf } from '../cli/hazards/hazard.js';
import { natureOf, toolName } from '../names.js';
import type { Call } from './function-calls.js';

/** Parameters that are run, unless the function only reads or makes something of them, as `parseCommand(command)` does. */
const RUN = wordSet('command commands cmd cmdline commandline executable shell');
const MAKING = wordSet('parse split join escape quote unquote stringify tokenize normalize highlight');
/** Options that decide what is run or loaded as code. */
const OPTIONS = wordSet(
  'command cmd shell executable execpath nodepath interpreter plugin plugins require preload loader loaders hook hooks ' +
    'configfile configpath editor pager browser',
);

/** A call without what could make it run something, and the names of that. */
export interface SafeCall {
  readonly call: Call;
  readonly leftOut: readonly string[];
}

/** The call without options that decide what is run; the reason where it cannot be made without a command. */
export function safeCall(path: readonly string[], call: Call): SafeCall | string {
  const first = call.parameters.findIndex(({ name, schema }) => !isMaking(path) && mayName(schema) && isOf(RUN, name));
  const cut = first < 0 ? call.parameters : call.parameters.slice(0, first);
  const lost = call.parameters.slice(cut.length);
  const needed = lost.find(({ isOptional }) => !isOptional);
  if (needed) return `its parameter "${lost[0]?.name}" is run as a command`;
  const leftOut = lost.map(({ name }) => name);
  const parameters = cut.map((parameter) => {
    const { schema } = parameter;
    return schema === undefined ? parameter : { ...parameter, schema: withoutOptions(schema, leftOut) as JsonObject };
  });
  return { call: { ...call, parameters }, leftOut: [...new Set(leftOut)] };
}

function isMaking(path: readonly string[]): boolean {
  const name = toolName(path.join('_'));
  return natureOf(name).category !== 'write' || name.split('_').some((word) => MAKING.has(word));
}

/** Whether a value could hold the name of something; a switch or a number cannot. */
function mayName(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && !['boolean', 'number', 'integer', 'null'].includes(String(schema.type));
}

function isOf(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name.toLowerCase()) || names.has(wordsOf(name).at(-1) ?? '');
}

/** A schema whose objects lack what decides what is run. */
function withoutOptions(schema: JsonValue, leftOut: string[]): JsonValue {
  if (Array.isArray(schema)) return schema.map((part) => withoutOptions(part, leftOut));
  if (!isJsonObject(schema)) return schema;
  const { properties, required } = schema;
  const entries = Object.entries(schema).filter(([key]) => key !== 'properties' && key !== 'required');
  const copy: JsonObject = Object.fromEntries(entries.map(([key, value]) => [key, inner(key, value, leftOut)]));
  if (!isJsonObject(properties)) return { ...copy, ...(required === undefined ? {} : { required }) };
  const given = Object.entries(properties);
  const gone = given.filter(([name, value]) => mayName(value) && isOf(OPTIONS, name)).map(([name]) => name);
  leftOut.push(...gone);
  const kept = given.filter(([name]) => !gone.includes(name));
  const rest: JsonObject = Array.isArray(required)
    ? { required: required.filter((name) => !gone.includes(String(name))) }
    : {};
  const own = Object.fromEntries(kept.map(([name, value]) => [name, withoutOptions(value, leftOut)]));
  return { ...copy, properties: own, ...rest };
}

/** Only what holds schemas is looked into; a text of a default or an enum stays. */
function inner(key: string, value: JsonValue, leftOut: string[]): JsonValue {
  const holds = ['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'additionalProperties'].includes(key);
  return holds ? withoutOptions(value, leftOut) : value;
}
