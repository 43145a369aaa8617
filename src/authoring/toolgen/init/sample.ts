import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';

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

/** How many ways there are to choose a value. */
export const SAMPLES = 6;

/** From this on, what the schema shows is not trusted; from the next on, everything optional is given. */
const OWN_VALUES = 2;
const EVERYTHING = 4;

/**
 * A value that a schema most likely allows: what the schema itself shows, else the least of its type.
 * @param way which of its alternatives are taken: 0 the first, and so on up to SAMPLES
 */
export function sampleOf(schema: JsonValue | undefined, way = 0): JsonValue {
  return new Sampler(schema, way).of(schema, 0);
}

class Sampler {
  constructor(
    private readonly root: JsonValue | undefined,
    private readonly way: number,
  ) {}

  of(schema: JsonValue | undefined, depth: number): JsonValue {
    if (!isJsonObject(schema) || depth > MAX_DEPTH) return {};
    const shown = this.way < OWN_VALUES ? [schema.default, [schema.examples].flat()[0]] : [];
    const given = [schema.const, ...shown, [schema.enum].flat()[0]].find((value) => value !== undefined);
    if (given !== undefined) return given;
    if (typeof schema.$ref === 'string') return this.of(definition(schema.$ref, this.root), depth + 1);
    const choices = [schema.oneOf, schema.anyOf].find(Array.isArray);
    const own = isJsonObject(schema.properties) ? [this.object(schema, depth)] : [];
    if (choices) return merged([...own, this.of(choices[this.way % choices.length], depth + 1)]);
    if (Array.isArray(schema.allOf))
      return merged([...own, ...schema.allOf.filter(saysWhat).map((part) => this.of(part, depth + 1))]);
    return this.typed(schema, depth);
  }

  private typed(schema: JsonObject, depth: number): JsonValue {
    switch ([schema.type].flat()[0]) {
      case 'string':
        return textOf(schema);
      case 'integer':
      case 'number':
        return Number(schema.minimum ?? Math.min(1, Number(schema.maximum ?? 1)));
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'array':
        if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => this.of(item, depth + 1));
        return Array.from({ length: Number(schema.minItems ?? 1) }, () => this.of(schema.items, depth + 1));
      case undefined:
        return isJsonObject(schema.properties) ? this.object(schema, depth) : 'text';
      default:
        return this.object(schema, depth);
    }
  }

  private object({ properties, required = [] }: JsonObject, depth: number): JsonObject {
    const known = isJsonObject(properties) ? properties : {};
    const needed = Array.isArray(required) ? required.map(String) : [];
    const names = this.way >= EVERYTHING && depth < 3 ? [...new Set([...needed, ...Object.keys(known)])] : needed;
    return Object.fromEntries(names.map((name) => [name, this.of(known[name], depth + 1)]));
  }
}

/** Whether a part of a schema tells what a value is, not only what it is called or must have. */
function saysWhat(part: JsonValue): boolean {
  const keys = ['type', 'properties', '$ref', 'enum', 'const', 'allOf', 'oneOf', 'anyOf'];
  return isJsonObject(part) && keys.some((key) => key in part);
}

function textOf({ format, minLength = 0, maxLength = 4096 }: JsonObject): string {
  return FORMATS[String(format)] ?? 'text'.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
}

/** Objects together; of anything else the last. */
function merged(parts: readonly JsonValue[]): JsonValue {
  return parts.every(isJsonObject)
    ? Object.assign({}, ...parts)
    : (parts.findLast((part) => !isJsonObject(part)) ?? {});
}

function definition(ref: string, root: JsonValue | undefined): JsonValue | undefined {
  let value = root;
  for (const key of ref.split('/').slice(1)) value = isJsonObject(value) ? value[key] : undefined;
  return value;
}
