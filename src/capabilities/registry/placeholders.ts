import { isJsonObject, type JsonValue } from '../../common/json.js';

const PLACEHOLDER = /\{\{[^{}]*\}\}|\{([^{}\s"':,]+)\}/g;
const ARGUMENT = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*$/;

/** What a text of a capability file asks for. */
export interface Placeholders {
  /** The text as request templates write it: `{id}` is `{{id}}`. */
  readonly template: string;
  /** Names of arguments, without what follows a dot or bracket. */
  readonly names: readonly string[];
  /** What stands between braces and is no argument, as written: secrets and expressions. */
  readonly others: readonly string[];
}

/** Reads the `{name}` of a text. */
export function readPlaceholders(text: string): Placeholders {
  const names: string[] = [];
  const others: string[] = [];
  const template = text.replace(PLACEHOLDER, (written, name?: string) => {
    if (name === undefined || !ARGUMENT.test(name) || /^(env|keychain|oauth)\./.test(name)) {
      others.push(written);
      return written;
    }
    names.push(name.replace(/[.[].*$/, ''));
    return `{{${name}}}`;
  });
  return { template, names, others };
}

/** Every text inside a value, changed. */
export function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, mapTexts(child, map)]));
}
