import { isJsonObject, type JsonValue } from '../../platform/common/json.js';
import { lookupPath, renderTemplate } from '../../platform/common/template.js';
import { distinctKeys } from './distinct-keys.js';

/** One level of keys such as `web.results.0.title`; an empty list or object stays as it is, and no value is lost. */
export function flatten(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, JsonValue][] = [];
  collect(value, '', entries);
  return Object.fromEntries(distinctKeys(entries));
}

function collect(value: JsonValue, path: string, entries: [string, JsonValue][]): void {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  if (children.length === 0 && path !== '') entries.push([path, value]);
  for (const [key, child] of children) collect(child, path === '' ? key : `${path}.${key}`, entries);
}

/** Text with `{{a.b[0].c}}` filled in; `{{list.length}}` counts, and what is missing is nothing. */
export function compileTemplate(template: string): (value: JsonValue) => JsonValue {
  return (value) => renderTemplate(template, (path) => lookup(value, path)).text;
}

function lookup(value: JsonValue, path: string): JsonValue | undefined {
  const root = { value };
  const found = lookupPath(root, path.startsWith('[') ? `value${path}` : `value.${path}`);
  if (found !== undefined) return found;
  const list = /^(.+)\.length$/.exec(path)?.[1];
  const counted = list === undefined ? undefined : lookupPath(root, `value.${list}`);
  return Array.isArray(counted) || typeof counted === 'string' ? counted.length : undefined;
}
