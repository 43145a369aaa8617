import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { SqlRefusal, type SqlTemplate } from '../../sql-guard/index.js';

/** Filled in by the engine: the key that is the same for every attempt at a confirmed call. */
const KEY = 'idempotency_key';
const LIMIT = 'limit';
const ONE_VALUE = { type: ['string', 'number', 'boolean'] };

/** Names of the arguments that are lists. */
export function listsOf(schema: JsonObject): Set<string> {
  return new Set(Object.entries(propertiesOf(schema) ?? {}).flatMap(([name, one]) => (isList(one) ? name : [])));
}

/**
 * The schema of a SQL tool's arguments: `param_schema`, with every placeholder and nothing else. Without `properties`,
 * every placeholder is one required value. Names are not an `enum`, so that a wrong one is refused in the contract's
 * words.
 * @throws SqlRefusal when the schema does not know a placeholder, or the key is asked for where there is none
 */
export function argumentsSchema(schema: JsonObject, template: SqlTemplate): JsonObject {
  const values = [...template.values].filter((name) => name !== KEY);
  if (values.length < template.values.size && template.mode === 'read') {
    throw new SqlRefusal(`:${KEY} is there for statements that write (safe_mode false).`);
  }
  const declared = propertiesOf(schema);
  const required = new Set(declared ? textsOf(schema.required) : values.filter((name) => name !== LIMIT));
  const properties = mapValues(declared ?? {}, (property, name) => (required.has(name) ? property : orNull(property)));
  for (const [name, allowed] of template.identifiers) {
    properties[name] ??= { type: 'string', description: `One of: ${allowed.join(', ')}` };
  }
  for (const name of values) {
    if (name === LIMIT) properties[name] ??= { type: 'integer', minimum: 1 };
    else if (!declared) properties[name] = ONE_VALUE;
    else if (!declared[name]) throw new SqlRefusal(`param_schema has no property "${name}" for :${name}.`);
  }
  return {
    ...schema,
    type: 'object',
    properties,
    required: [...new Set([...required, ...template.identifiers.keys()])],
    additionalProperties: false,
  };
}

/** Properties that no placeholder uses. */
export function unusedProperties(schema: JsonObject, template: SqlTemplate): string[] {
  const used = new Set([...template.values, ...template.identifiers.keys()]);
  return Object.keys(propertiesOf(schema) ?? {}).filter((name) => !used.has(name));
}

function propertiesOf(schema: JsonObject): JsonObject | undefined {
  return isJsonObject(schema.properties) ? schema.properties : undefined;
}

function mapValues(object: JsonObject, map: (value: JsonValue, name: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

/** Whoever fills in every argument, as models do, says null for what is not there. */
function orNull(property: JsonValue): JsonValue {
  if (!isJsonObject(property) || typeof property.type !== 'string' || 'enum' in property) return property;
  return { ...property, type: [property.type, 'null'] };
}

function isList(property: unknown): boolean {
  return isJsonObject(property) && [property.type].flat().includes('array');
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
