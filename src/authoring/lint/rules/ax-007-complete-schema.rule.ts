import { isJsonObject, type JsonValue } from '../../../platform/common/json.js';
import { Findings, PASS, type Rule, severityOf } from '../rule.js';
import { descriptionOf, propertiesOf } from '../schema-parts.js';

/** Says what values there are as `type` would. */
const TYPED_BY = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];
const ADVICE = "Add 'type' and 'description' to every input property";

/** Every argument has a type and a description, and the required ones are named. */
export const completeSchema: Rule = {
  id: 'AX-007',
  title: 'Schema Completeness',
  why: 'What the schema leaves out, a model guesses; arguments are checked against it before a call.',
  example: {
    wrong: 'schema: {input: {properties: {city: {}}}}',
    right: 'schema: {input: {properties: {city: {type: string, description: Such as Oslo}}, required: [city]}}',
  },
  check({ inputSchema }, { isCompat }) {
    const found = new Findings();
    const properties = propertiesOf(inputSchema);
    if (!properties) {
      const advice = 'Define input properties with type and description for each';
      found.add(['inputSchema'], 'No input properties defined', advice);
      return found.verdict('FAIL', 0.2, false);
    }
    if (properties.length === 0) return PASS;
    for (const [name, property] of properties) {
      const missing = [hasType(property, isCompat) ? [] : ['type'], descriptionOf(property) ? [] : ['description']];
      for (const key of missing.flat()) {
        const message = `Property '${name}' missing '${key}'`;
        found.findings.push({ at: ['inputSchema', 'properties', name], message, advice: ADVICE });
      }
    }
    let score = 1 - found.findings.length / (2 * properties.length);
    if (!namesRequired(inputSchema, isCompat)) {
      const message = "Missing 'required' array in input schema";
      found.add(['inputSchema', 'required'], message, 'Define which properties are required');
      score = Math.max(0, score - 0.1);
    }
    if (!found.isEmpty) found.suggest(ADVICE);
    return found.verdict(severityOf(score, { fail: 0.5, warn: 0.8 }), score, found.isEmpty);
  },
};

function hasType(property: JsonValue, isCompat: boolean): boolean {
  if (!isJsonObject(property)) return false;
  const isTyped = property.type !== undefined && property.type !== null;
  return isTyped || (!isCompat && TYPED_BY.some((key) => property[key] !== undefined));
}

/** `required: []` says that nothing is; that is complete. */
function namesRequired(schema: JsonValue, isCompat: boolean): boolean {
  const required = isJsonObject(schema) ? schema.required : undefined;
  return Array.isArray(required) && (!isCompat || required.length > 0);
}
