import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import type { Matching } from '../matching.js';
import { Findings, PASS, type Rule, severityOf } from '../rule.js';
import { branchesOf, propertiesOf, typesOf } from '../schema-parts.js';

const ADVICE = 'Use primitives: string, number, boolean, enum';
const MORE_ADVICE = 'For complex data, use multiple flat parameters or string encoding (JSON, CSV)';

/** Arguments are numbers, texts and the like. */
export const flatArguments: Rule = {
  id: 'AX-002',
  title: 'Flatten Your Arguments',
  why: 'Models fill in flat arguments reliably; the more they nest, the more of them are misplaced or invented.',
  example: {
    wrong: 'schema: {input: {properties: {filter: {type: object, properties: {city: {type: string}}}}}}',
    right: 'schema: {input: {properties: {city: {type: string, description: Only this city}}}}',
  },
  check({ inputSchema }, matching) {
    const properties = propertiesOf(inputSchema);
    if (!properties) return { ...PASS, severity: 'INFO', score: 0.5 };
    const found = new Findings();
    for (const [name, property] of properties) {
      const message = nesting(name, property, inputSchema, matching);
      if (message) found.add(['inputSchema', 'properties', name], message, ADVICE);
    }
    if (found.isEmpty) return PASS;
    found.suggest(MORE_ADVICE);
    const score = Math.max(0, 1 - 0.3 * found.findings.length);
    return found.verdict(severityOf(score, { fail: 0.5, warn: 0.8 }), score, false);
  },
};

function nesting(name: string, property: JsonValue, root: JsonValue, { isCompat }: Matching): string | undefined {
  const branches = isCompat ? [property] : branchesOf(property, root);
  const isObject = (schema: JsonValue) => (isCompat ? hasPlainType(schema, 'object') : mayBeObject(schema));
  if (branches.some(isObject)) return `Parameter '${name}' is a nested object - flatten to primitives`;
  const items = branches.filter((schema) => isCompat || mayBeArray(schema)).map(itemsOf);
  const isArray = items.some((item) => (isCompat ? [item] : branchesOf(item, root)).some(isObject));
  if (isCompat && !hasPlainType(property, 'array')) return undefined;
  return isArray ? `Parameter '${name}' is an array of objects - simplify structure` : undefined;
}

function hasPlainType(schema: JsonValue, type: string): boolean {
  return isJsonObject(schema) && schema.type === type;
}

function mayBeObject(schema: JsonValue): boolean {
  const [type] = typesOf(schema);
  return (
    typesOf(schema).includes('object') || (type === null && isJsonObject(schema) && isJsonObject(schema.properties))
  );
}

function mayBeArray(schema: JsonValue): boolean {
  const [type] = typesOf(schema);
  return typesOf(schema).includes('array') || type === null;
}

function itemsOf(schema: JsonValue): JsonValue {
  return (isJsonObject(schema) ? schema.items : null) ?? null;
}
