import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { hideInTexts, maskSensitive } from '../../tools/index.js';
import type { Rule } from '../flow/index.js';
import type { RuleView } from './rule-view.js';

/** Characters of a text that the audit tells of. */
const MAX_TEXT = 100;
/** Where values of schemas stand in the document of a rule, beside its root. */
const BAGS = ['context', 'schemaJson', 'inputParams'];

/**
 * What the condition of a rule has found in its place: each operand as it is, a long text in part, and of lists and objects
 * how long they are. Null is what is not there. What schemas mark as secret is hidden.
 */
export function operandValues(turn: RuleView, rule: Rule, document: JsonObject): JsonObject {
  const values: JsonObject = {};
  for (const names of rule.operands) put(values, names, shortened(valueAt(document, names)));
  const { secretSchemas } = turn.flow;
  if (secretSchemas.length === 0) return values;
  const masked = secretSchemas.reduce((shown, { document: schema }) => maskBags(schema, shown), values);
  return hideInTexts(masked, turn.document.secrets) as JsonObject;
}

function maskBags(schema: JsonObject, values: JsonObject): JsonObject {
  const masked = maskSensitive(schema, values);
  const bags = BAGS.flatMap((name) => {
    const bag = masked[name];
    return isJsonObject(bag) ? [[name, maskSensitive(schema, bag)] as const] : [];
  });
  return { ...masked, ...Object.fromEntries(bags) };
}

function valueAt(document: JsonObject, names: readonly string[]): JsonValue {
  let value: JsonValue | undefined = document;
  for (const name of names) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value ?? null;
}

function shortened(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return `[${value.length} items]`;
  if (isJsonObject(value)) return `{${Object.keys(value).length} fields}`;
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
}

/** As a document, so that secrets are found by their names. */
function put(values: JsonObject, names: readonly string[], value: JsonValue): void {
  const [name = '', ...rest] = names;
  if (rest.length === 0) {
    if (!isJsonObject(values[name])) values[name] = value;
    return;
  }
  const inner = values[name];
  const next = isJsonObject(inner) ? inner : {};
  values[name] = next;
  put(next, rest, value);
}
