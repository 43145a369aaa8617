import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** The three spellings of one placeholder: `{{a.b}}`, `#{a.b}` and `[${a.b}]`. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}|#\{([^{}]+)\}|\[\$\{([^{}]+)\}\]/g;
const PATH = /^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+|\[\d+\])*$/u;

/** A rendered template. */
export interface RenderedTemplate {
  readonly text: string;
  /** What had no value, each once, in the order of the template. */
  readonly missing: string[];
}

/**
 * Puts values into the placeholders of a template: `{{name}}`, `{{ a.b[0].c }}`, and the spellings `#{…}` and `[${…}]`.
 * One pass: a value is never read as a template, whatever it contains. Text goes in as it is, null as nothing, any
 * other value as JSON.
 * @param lookup the value of a path, trimmed; `undefined` when there is none. It is asked for paths only: what else
 *   stands between the braces is missing.
 * @param options onMissing: put nothing in its place (`empty`, the default) or leave the placeholder (`keep`)
 */
export function renderTemplate(
  template: string,
  lookup: (path: string) => JsonValue | undefined,
  options: { onMissing?: 'empty' | 'keep' } = {},
): RenderedTemplate {
  const missing = new Set<string>();
  const text = template.replace(PLACEHOLDER, (placeholder, ...spellings: (string | undefined)[]) => {
    const path = pathOf(spellings);
    const value = PATH.test(path) ? lookup(path) : undefined;
    if (value !== undefined) return toText(value);
    missing.add(path);
    return options.onMissing === 'keep' ? placeholder : '';
  });
  return { text, missing: [...missing] };
}

/** What the placeholders of a template ask for, each once, in order: paths, and whatever is not one, as written. */
export function templateVariables(template: string): string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map((match) => pathOf(match.slice(1))))];
}

/** The value at a path such as `a.b[0].c`; own properties and list items alone, so `constructor` finds nothing. */
export function lookupPath(root: JsonObject, path: string): JsonValue | undefined {
  if (!PATH.test(path)) return undefined;
  let value: JsonValue | undefined = root;
  for (const key of path.split(/[.[\]]+/)) {
    if (key !== '') value = childOf(value, key);
  }
  return value;
}

function childOf(parent: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(parent)) return /^\d+$/.test(key) ? parent[Number(key)] : undefined;
  return isJsonObject(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined;
}

function pathOf(spellings: readonly (string | undefined)[]): string {
  return (spellings[0] ?? spellings[1] ?? spellings[2] ?? '').trim();
}

function toText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
