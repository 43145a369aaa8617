import { isJsonObject, type JsonValue } from '../../../../platform/common/json.js';
import { parseValue } from '../legacy/statement-parser.js';
import { isPath, legacyVariable, templatePath } from '../references.js';
import { type Expression, isUnderstood, literal } from '../rule.js';
import type { TemplateFindings } from './findings.js';

const PLACEHOLDER = /^<map:([^>]+)>$/;
/** Signs of the legacy language: a variable, an arrow into a hash, a match, a string function. */
const RESIDUE = /\$[A-Za-z_]|->\s*[{[]|=~|\bs\/[^/]*\/[^/]*\//;
const LOOKUP = /^\$\.lookups\.([\w-]+)\.(.+?)(?:\.([\w-]+))?$/;

/** The value of a `source`, with the `args` that fill its `%s`. */
export function readValue(
  source: JsonValue | undefined,
  args: JsonValue | undefined,
  findings: TemplateFindings,
): Expression {
  if (isJsonObject(source) && typeof source.eval === 'string') return readEval(source.eval, findings);
  if (typeof source !== 'string') return isScalar(source) ? literal(source) : opaque(source);
  const parts = source.split('%s');
  const given = Array.isArray(args) ? args : [];
  if (given.length !== parts.length - 1 && (args !== undefined || parts.length > 1)) {
    findings.syntax.push(`"${source}" has ${parts.length - 1} places for values, and ${given.length} are given`);
    return opaque(source);
  }
  const values = given.map((arg) => readValue(arg, undefined, findings));
  if (source.startsWith('$.lookups.')) return readLookup(source, values, findings);
  if (values.length === 0) return readText(source, findings);
  const texts = parts.map((part) => readText(part, findings));
  return { kind: 'text', parts: texts.flatMap((text, at) => (values[at] ? [text, values[at]] : [text])) };
}

/** A path, a placeholder, or the text itself. */
function readText(text: string, findings: TemplateFindings): Expression {
  const placeholder = PLACEHOLDER.exec(text.trim())?.[1];
  if (placeholder !== undefined) {
    findings.placeholders.push(placeholder);
    return { kind: 'reference', name: legacyVariable(placeholder.replace(/^\$/, '')) };
  }
  if (isPath(text)) return readPath(text, findings);
  if (!RESIDUE.test(text)) return literal(text);
  findings.residue.push(text);
  return opaque(text);
}

/** A field, by its path. */
export function readPath(path: string, findings: TemplateFindings): Expression {
  const name = templatePath(path);
  findings.mentioned.add(name);
  return { kind: 'reference', name };
}

/** `$.lookups.TABLE.KEY.PROPERTY`, where the key may be a `%s`. */
function readLookup(source: string, values: readonly Expression[], findings: TemplateFindings): Expression {
  const [, table = '', key = '', property = ''] = LOOKUP.exec(source) ?? [];
  const [value] = values;
  if (values.length > 1 || table === '') return opaque(source);
  const keyValue = key === '%s' && value ? value : readText(key, findings);
  return { kind: 'lookup', table: table.toLowerCase(), key: keyValue, property: property.toLowerCase() };
}

/** An expression of the target language: the legacy language's operators, and `$v1` for the first value of a trap. */
function readEval(text: string, findings: TemplateFindings): Expression {
  const read = parseValue(text);
  if (!read || read.when || !isUnderstood(read.value)) {
    findings.syntax.push(`the expression "${text}" cannot be read`);
    return opaque(text);
  }
  for (const [, name = ''] of text.matchAll(/\$(\w+)/g)) findings.mentioned.add(legacyVariable(name));
  return read.value;
}

function isScalar(value: JsonValue | undefined): value is number | boolean | null {
  return value !== undefined && (value === null || typeof value !== 'object');
}

/** What is not understood. */
export function opaque(value: JsonValue | undefined): Expression {
  return { kind: 'opaque', text: JSON.stringify(value ?? null) };
}
