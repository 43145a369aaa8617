import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';

/**
 * The schema of a tool's arguments as a manifest has it: an object, whose own unknown properties are refused. Where a
 * tool takes any, the schema says so, since a manifest closes what does not.
 */
export function argumentSchema(schema: JsonObject | null): JsonObject {
  const { $schema: _, ...rest } = schema ?? {};
  return { ...(opened(rest, false) as JsonObject), type: 'object' };
}

/** The schema of what a tool answers: a description, and no promise that there is nothing else. */
export function answerSchema(schema: JsonObject | null): JsonObject {
  const { $schema: _, ...rest } = schema ?? {};
  return { description: 'What the tool answered', ...(opened(rest, true) as JsonObject) };
}

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const INNER = ['items', 'additionalProperties', 'contains', 'not', 'then', 'else', 'if'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** @param all whether also objects that name their properties take others */
function opened(schema: JsonValue, all: boolean): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const copy: JsonObject = { ...schema };
  for (const key of NAMED) {
    const named = copy[key];
    if (!isJsonObject(named)) continue;
    copy[key] = Object.fromEntries(Object.entries(named).map(([name, child]) => [name, opened(child, all)]));
  }
  for (const key of INNER) if (key in copy) copy[key] = opened(copy[key] ?? null, all);
  for (const key of LISTS) {
    const list = copy[key];
    if (Array.isArray(list)) copy[key] = list.map((child) => opened(child, all));
  }
  const saysNothing = !['properties', 'additionalProperties', 'unevaluatedProperties', ...LISTS, '$ref'].some(
    (key) => key in schema,
  );
  const isObject =
    [schema.type].flat().includes('object') || 'properties' in schema || Object.keys(schema).length === 0;
  const isUnsaid = !('additionalProperties' in schema) && !('unevaluatedProperties' in schema);
  if (isObject && isUnsaid && (all || saysNothing)) copy.additionalProperties = true;
  return copy;
}
