import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-03-31',
  'date-time': '2026-03-31T14:30:00Z',
  time: '14:30:00Z',
  email: 'ann@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '3f2b8c1e-5d4a-4e6f-8a7b-9c0d1e2f3a4b',
  ipv4: '192.0.2.1',
};
const MAX_DEPTH = 12;

/** A value that a schema most likely allows: what the schema itself shows, else the least of its type. */
export function sampleOf(schema: JsonValue | undefined, root: JsonValue | undefined = schema, depth = 0): JsonValue {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return {};
  const shown = [schema.const, schema.default, [schema.examples].flat()[0], [schema.enum].flat()[0]];
  const given = shown.find((value) => value !== undefined);
  if (given !== undefined) return given;
  if (typeof schema.$ref === 'string') return sampleOf(definition(schema.$ref, root), root, depth + 1);
  const choice = [schema.oneOf, schema.anyOf].find(Array.isArray);
  if (choice) return sampleOf(choice[0], root, depth + 1);
  if (Array.isArray(schema.allOf)) return merged(schema.allOf.map((part) => sampleOf(part, root, depth + 1)));
  return ofType(schema, root, depth);
}

function ofType(schema: JsonObject, root: JsonValue | undefined, depth: number): JsonValue {
  switch ([schema.type].flat()[0]) {
    case 'string':
      return (
        FORMATS[String(schema.format)] ??
        'text'.padEnd(Number(schema.minLength ?? 0), 'x').slice(0, Number(schema.maxLength ?? 4096))
      );
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? Math.min(1, Number(schema.maximum ?? 1)));
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => sampleOf(item, root, depth + 1));
      return Array.from({ length: Number(schema.minItems ?? 1) }, () => sampleOf(schema.items, root, depth + 1));
    case undefined:
      return isJsonObject(schema.properties) ? ofObject(schema, root, depth) : 'text';
    default:
      return ofObject(schema, root, depth);
  }
}

function ofObject({ properties, required = [] }: JsonObject, root: JsonValue | undefined, depth: number): JsonObject {
  const known = isJsonObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, sampleOf(known[name], root, depth + 1)]));
}

function merged(parts: readonly JsonValue[]): JsonObject {
  return Object.assign({}, ...parts.filter(isJsonObject));
}

function definition(ref: string, root: JsonValue | undefined): JsonValue | undefined {
  let value = root;
  for (const key of ref.split('/').slice(1)) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}
