import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { escapeRegex } from '../../platform/common/regex.js';
import type { Template } from './playbook.js';
import {
  HYPHENED_REFERENCE,
  NAME_IN_TEXT,
  PATH_IN_TEXT,
  parseReference,
  type Reference,
  resolveReference,
} from './reference.js';

/** A text that is one reference. */
const WHOLE = new RegExp(String.raw`^\$(${HYPHENED_REFERENCE})$`, 'u');

/**
 * Compiles the references in every text of a value; keys are left alone. Filled in once: a value is never read again.
 * @param names those of the steps: inside a text, a hyphen belongs to a name where a step has that name
 * @throws SyntaxError for a reference that cannot be read
 */
export function compileTemplate(value: JsonValue, names: readonly string[] = []): Template {
  const pattern = referencePattern(names);
  return compileTexts(value, (text) => compileText(text, pattern));
}

/** `$name.path`, `${name.path}`, and `$$` for a dollar; what else follows a dollar is text. */
function referencePattern(names: readonly string[]): RegExp {
  const hyphened = names.filter((name) => name.includes('-')).sort((a, b) => b.length - a.length);
  const roots = [...hyphened.map((name) => String.raw`${escapeRegex(name)}(?![\p{L}\p{N}_])`), NAME_IN_TEXT];
  return new RegExp(String.raw`\$(?:\$|\{([^{}]*)\}|((?:${roots.join('|')})${PATH_IN_TEXT}))`, 'gu');
}

/** Compiles every text of a value, at any depth; keys are left alone. */
export function compileTexts(value: JsonValue, compile: (text: string) => Template): Template {
  if (typeof value === 'string') return compile(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => compileTexts(item, compile));
    return combine(items, (fill) => items.map(fill));
  }
  if (!isJsonObject(value)) return combine([], () => value);
  const entries = Object.entries(value).map(([key, child]) => [key, compileTexts(child, compile)] as const);
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

function compileText(text: string, pattern: RegExp): Template {
  const parts = partsOf(text, pattern);
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

function partsOf(text: string, pattern: RegExp): (string | Reference)[] {
  const whole = WHOLE.exec(text.trim())?.[1];
  if (whole !== undefined) return [parseReference(whole)];
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
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
