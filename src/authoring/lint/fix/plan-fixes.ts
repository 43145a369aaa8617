import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { YamlPath } from '../../../tools/sources/files/capability-file/index.js';
import { conventionsOf, toSnakeCase } from '../naming.js';
import { descriptionOf, propertiesOf } from '../schema-parts.js';
import type { Fixable } from '../tool-file.js';

/** One value to set in a file. */
export interface Fix {
  /** The rule that is then content. */
  readonly rule: 'AX-007' | 'AX-009';
  readonly path: YamlPath;
  readonly value: JsonValue;
  /** What it does, for people. */
  readonly description: string;
}

/** What can be mended in a file without knowing more than it says. */
export function planFixes(file: Fixable): Fix[] {
  return [...planRename(file), ...planSchema(file)];
}

/** The rename alone: all that mcp-gateway 2.10 applies. */
export function planRename({ name, source }: Fixable): Fix[] {
  const isOdd = conventionsOf(name).some((convention) => convention !== 'snake_case');
  const value = toSnakeCase(name);
  if (!isOdd || value === name || source.entry(['name']) === undefined) return [];
  return [{ rule: 'AX-009', path: ['name'], value, description: `renamed "${name}" to "${value}"` }];
}

function planSchema({ inputSchema: input, inputPath }: Fixable): Fix[] {
  const properties = propertiesOf(input) ?? [];
  const fixes = properties.flatMap(([name, property]) =>
    planProperty(name, property, [...inputPath, 'properties', name]),
  );
  if (properties.length > 0 && isJsonObject(input) && !Array.isArray(input.required)) {
    const description = 'added "required: []": name the properties that a call cannot do without';
    fixes.push({ rule: 'AX-007', path: [...inputPath, 'required'], value: [], description });
  }
  return fixes;
}

function planProperty(name: string, property: JsonValue, path: YamlPath): Fix[] {
  const words = `The ${name} parameter`;
  if (property === null) {
    const description = `gave the empty property "${name}" a type (string, assumed) and a placeholder description`;
    return [{ rule: 'AX-007', path, value: { type: 'string', description: words }, description }];
  }
  if (!isJsonObject(property)) return [];
  const fixes: Fix[] = [];
  const { type, isAssumed } = typeOf(property);
  if (type !== undefined) {
    const description = `added "type: ${type}" to "${name}"${isAssumed ? ' (assumed: nothing says otherwise)' : ''}`;
    fixes.push({ rule: 'AX-007', path: [...path, 'type'], value: type, description });
  }
  if (!descriptionOf(property)) {
    const description = `added a placeholder description to "${name}": say what it is for`;
    fixes.push({ rule: 'AX-007', path: [...path, 'description'], value: words, description });
  }
  return fixes;
}

const TYPED_BY = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];
const OF_OBJECTS = ['properties', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties'];
const OF_LISTS = ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'];
const NUMERIC = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** The type that a property without one shows by its other keywords. */
function typeOf(property: JsonObject): { readonly type?: string; readonly isAssumed?: boolean } {
  const has = (keys: readonly string[]) => keys.some((key) => property[key] !== undefined);
  if (property.type !== undefined && property.type !== null) return {};
  if (has(TYPED_BY)) return {};
  if (has(OF_OBJECTS)) return { type: 'object' };
  if (has(OF_LISTS)) return { type: 'array' };
  const [example] = Array.isArray(property.examples) ? property.examples : [];
  const sample = property.default ?? property.example ?? example;
  if (Array.isArray(sample)) return { type: 'array' };
  if (isJsonObject(sample)) return { type: 'object' };
  if (typeof sample === 'boolean') return { type: 'boolean' };
  if (typeof sample === 'number') return { type: Number.isInteger(sample) ? 'integer' : 'number' };
  if (has(NUMERIC)) return { type: 'number' };
  return { type: 'string', isAssumed: typeof sample !== 'string' && !has(['pattern', 'format', 'minLength']) };
}
