import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';
import { parseReference, type Reference, resolveReference } from './reference.js';

/** `$name.path`, `${name.path}`, and `$$` for a dollar; what else follows a dollar is text. */
const REFERENCE = /\$(?:\$|\{([^{}]*)\}|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d*\]|\["[^"]*"\])*))/g;

/** A text that is one reference; here a name may have hyphens. */
const WHOLE = /^\$([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d*\]|\["[^"]*"\])*)$/;

/** A value with references, compiled. */
export interface Template {
  readonly references: readonly Reference[];
  /** The value for a scope. A text that is one reference keeps the type; what is missing is null, in a text nothing. */
  fill(scope: JsonObject): JsonValue;
  /** The value as far as a scope knows it; the other references stay as they are written. */
  preview(scope: JsonObject): JsonValue;
}

/**
 * Compiles the references in every text of a value; keys are left alone. Filled in once: a value is never read again.
 * @throws SyntaxError for a reference that cannot be read
 */
export function compileTemplate(value: JsonValue): Template {
  if (typeof value === 'string') return compileText(value);
  if (Array.isArray(value)) {
    const items = value.map(compileTemplate);
    return combine(items, (fill) => items.map(fill));
  }
  if (!isJsonObject(value)) return combine([], () => value);
  const entries = Object.entries(value).map(([key, child]) => [key, compileTemplate(child)] as const);
  const templates = entries.map(([, template]) => template);
  return combine(templates, (fill) => Object.fromEntries(entries.map(([key, template]) => [key, fill(template)])));
}

function combine(parts: readonly Template[], build: (fill: (part: Template) => JsonValue) => JsonValue): Template {
  return {
    references: parts.flatMap(({ references }) => references),
    fill: (scope) => build((part) => part.fill(scope)),
    preview: (scope) => build((part) => part.preview(scope)),
  };
}

function compileText(text: string): Template {
  const parts = partsOf(text);
  const references = parts.filter((part) => typeof part !== 'string');
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && typeof only !== 'string') {
    return {
      references,
      fill: (scope) => resolveReference(only, scope) ?? null,
      preview: (scope) => resolveReference(only, scope) ?? only.written,
    };
  }
  const join = (scope: JsonObject, missing: (reference: Reference) => string) =>
    parts
      .map((part) => (typeof part === 'string' ? part : spell(resolveReference(part, scope), part, missing)))
      .join('');
  return {
    references,
    fill: (scope) => join(scope, () => ''),
    preview: (scope) => join(scope, ({ written }) => written),
  };
}

function partsOf(text: string): (string | Reference)[] {
  const whole = WHOLE.exec(text.trim())?.[1];
  if (whole !== undefined) return [parseReference(whole)];
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(end, match.index));
    const name = match[1] ?? match[2];
    parts.push(name === undefined ? '$' : parseReference(name));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}

function spell(value: JsonValue | undefined, reference: Reference, missing: (reference: Reference) => string): string {
  if (value === undefined) return missing(reference);
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
