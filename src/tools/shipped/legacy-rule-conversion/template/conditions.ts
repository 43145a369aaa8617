import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/common/json.js';
import { parseValue } from '../legacy/statement-parser.js';
import { type Comparison, type Expression, isUnderstood, literal } from '../rule.js';
import type { TemplateFindings } from './findings.js';
import { checkPattern } from './patterns.js';
import { opaque, readPath, readValue } from './values.js';

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='];

/** Conditions in any of their dialects: a list or `and`/`or` tree, one comparison, a text, a regex. */
export function readConditions(conditions: JsonValue | undefined, findings: TemplateFindings): Expression {
  if (Array.isArray(conditions)) return allOf(conditions, 'and', findings);
  if (typeof conditions === 'string') return readWritten(conditions, findings);
  if (!isJsonObject(conditions)) return unreadable(conditions, findings);
  if (Array.isArray(conditions.and)) return allOf(conditions.and, 'and', findings);
  if (Array.isArray(conditions.or)) return allOf(conditions.or, 'or', findings);
  if (isJsonObject(conditions.regex)) {
    findings.warnings.add('if.condition.regex is converter dialect, FCOM uses conditions+=~');
    const { source, pattern } = conditions.regex;
    return readMatch(source, pattern, findings);
  }
  return 'property' in conditions ? readComparison(conditions, findings) : unreadable(conditions, findings);
}

function allOf(conditions: readonly JsonValue[], kind: 'and' | 'or', findings: TemplateFindings): Expression {
  const [first, ...rest] = conditions.map((one) => readConditions(one, findings));
  if (!first) return unreadable([], findings);
  return rest.reduce<Expression>((left, right) => ({ kind, left, right }), first);
}

/** `{ property, operator, value }` */
function readComparison({ property, operator = '==', value }: JsonObject, findings: TemplateFindings): Expression {
  if (operator === '=~') return readMatch(property, value, findings);
  if (!COMPARISONS.includes(String(operator)) || typeof property !== 'string') {
    return unreadable({ property: property ?? null, operator }, findings);
  }
  const left = readPath(property, findings);
  const right = readValue(value ?? null, undefined, findings);
  return { kind: 'compare', operator: operator as Comparison, left, right };
}

function readMatch(
  source: JsonValue | undefined,
  pattern: JsonValue | undefined,
  findings: TemplateFindings,
): Expression {
  const checked = checkPattern(pattern, findings);
  if (checked === undefined || typeof source !== 'string') return opaque(source);
  return { kind: 'match', source: readPath(source, findings), pattern: checked };
}

/** `ifAdmin == 'down'`: names are fields, with or without a `$`. */
function readWritten(text: string, findings: TemplateFindings): Expression {
  findings.warnings.add('non-FCOM if dialect');
  const paths: string[] = [];
  const withVariables = text.replace(/'[^']*'|"[^"]*"|\$\.[\w.[\]]+|\$?[A-Za-z_][\w.[\]]*/g, (word) =>
    /^['"]|^(?:and|or|not|eq|ne|lt|le|gt|ge|defined|undef|null)$/.test(word) ? word : `$field${paths.push(word) - 1}`,
  );
  const read = parseValue(withVariables.replace(/\bnull\b/g, 'undef'));
  if (!read || read.when || !isUnderstood(read.value)) return unreadable(text, findings);
  const fields = paths.map((path) => readPath(path, findings));
  return withFields(read.value, fields);
}

/** The expression with the fields in the place of their numbers. */
function withFields(expression: Expression, fields: readonly Expression[]): Expression {
  if (expression.kind === 'reference') {
    const at = /^trap\.field(\d+)$/.exec(expression.name)?.[1];
    return fields[Number(at ?? -1)] ?? expression;
  }
  const entries = Object.entries(expression).map(([key, value]) => [
    key,
    isNode(value) ? withFields(value, fields) : value,
  ]);
  return Object.fromEntries(entries) as Expression;
}

function isNode(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function unreadable(conditions: JsonValue | undefined, findings: TemplateFindings): Expression {
  findings.syntax.push(`the condition ${JSON.stringify(conditions ?? null)} cannot be read`);
  return literal('');
}
