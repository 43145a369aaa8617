import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { columnText, parseColumnPath, resolveColumn } from '../../transform/index.js';
import type { Condition, Template } from '../playbook.js';

/** Finds what a text refers to; undefined where it is not there. A list of one is that one. */
type Lookup = (scope: JsonObject) => JsonValue | undefined;

/** mcp-gateway finds nothing wrong with a reference. */
const UNCHECKED = { references: [] };

/**
 * Any text is a reference, with or without its `$`: what stands before the first dot is the name. Blanks count.
 * @throws SyntaxError for a path that ends in `[`
 */
export function compileCompatReference(text: string): Lookup {
  const bare = text.replace(/^\$+/, '');
  const dot = bare.indexOf('.');
  const name = dot < 0 ? bare : bare.slice(0, dot);
  const path = dot < 0 ? [] : parseColumnPath(bare.slice(dot + 1));
  return (scope) => (Object.hasOwn(scope, name) ? resolveColumn(scope[name] ?? null, path) : undefined);
}

/**
 * Compiles the references of one text. One that begins with `$` and has no blank and no `+` is a single reference; in
 * any other, each reference is replaced wherever it is written, also inside a longer one, and in what was put in before.
 * @throws SyntaxError for a path that ends in `[`
 */
export function compileCompatText(text: string): Template {
  const whole = text.trim();
  if (whole.startsWith('$') && !/[ +]/.test(whole)) {
    const lookup = compileCompatReference(whole);
    return { ...UNCHECKED, fill: (scope) => lookup(scope) ?? null, preview: (scope) => lookup(scope) ?? whole };
  }
  const references = [...text.matchAll(/\$[\p{Alphabetic}\p{N}_.[\]]+/gu)].map(([written]) => ({
    written,
    lookup: compileCompatReference(written),
  }));
  const replace = (scope: JsonObject, missing: (written: string) => string) =>
    references.reduce((left, { written, lookup }) => {
      const value = lookup(scope);
      return left.replaceAll(written, () => (value === undefined ? missing(written) : columnText(value)));
    }, text);
  return {
    ...UNCHECKED,
    fill: (scope) => replace(scope, () => ''),
    preview: (scope) => replace(scope, (written) => written),
  };
}

/**
 * Compiles a condition. There are three: `$x | length > 1`, where anything else behind the `|` counts for nothing;
 * `$x == text`; and whether `$x` is there and not empty, zero or false. Any other text is read as one of these.
 * @throws SyntaxError for a path that ends in `[`
 */
export function compileCompatCondition(written: string): Condition {
  const [beforePipe, filter] = splitOnce(written, '|');
  const [beforeEquals, wanted] = splitOnce(written, '==');
  if (filter !== undefined) {
    const lookup = compileCompatReference(beforePipe.trim());
    const least = /^length\s*>\s*\+?(\d+)$/.exec(filter.trim())?.[1];
    if (least === undefined) return { ...UNCHECKED, written, holds: (scope) => isFilled(lookup(scope)) };
    return { ...UNCHECKED, written, holds: (scope) => lengthOf(lookup(scope)) > Number(least) };
  }
  const lookup = compileCompatReference(beforeEquals.trim());
  if (wanted === undefined) return { ...UNCHECKED, written, holds: (scope) => isFilled(lookup(scope)) };
  const text = wanted
    .trim()
    .replace(/^'+|'+$/g, '')
    .replace(/^"+|"+$/g, '');
  return { ...UNCHECKED, written, holds: (scope) => spells(lookup(scope), text) };
}

function splitOnce(text: string, separator: string): [before: string, behind: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function isFilled(value: JsonValue | undefined): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function spells(value: JsonValue | undefined, text: string): boolean {
  return value !== undefined && typeof value !== 'object' && columnText(value) === text;
}

/** Of a text in bytes. */
function lengthOf(value: JsonValue | undefined): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
