import { isJsonObject, type JsonObject, type JsonValue } from '../../common/json.js';
import type { Path } from './path.js';

/**
 * The older form of a projection: one column for each path, named by its last key. A column that finds one value is
 * that value, one that finds several is a list of them, and one that finds nothing is left out. The fields of one row
 * do not stay together where a row lacks one.
 */
export function compileColumns(paths: readonly { text: string; path: Path }[]): (value: JsonValue) => JsonValue {
  return (value) => {
    const columns: JsonObject = {};
    for (const { text, path } of paths) {
      const found = resolve([value], path);
      if (found.length > 0) columns[columnName(text)] = found.length === 1 ? (found[0] ?? null) : found;
    }
    return columns;
  };
}

/** Renames columns: `web.results` is the column `results`. */
export function compileColumnRenaming(renames: Readonly<Record<string, string>>): (value: JsonValue) => JsonValue {
  const entries = Object.entries(renames).map(([from, to]) => [columnName(from), to] as const);
  return (value) => {
    if (!isJsonObject(value)) return value;
    const left: JsonObject = { ...value };
    for (const [from, to] of entries) {
      if (!Object.hasOwn(left, from)) continue;
      const moved = left[from] ?? null;
      delete left[from];
      left[to] = moved;
    }
    return left;
  };
}

/** As `flatten`, but without empty lists and objects, and with a leading dot under a list or an unnamed key. */
export function flattenColumns(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return { '': value };
  const entries: [string, JsonValue][] = [];
  collect(value, '', Array.isArray(value), entries);
  return Object.fromEntries(entries);
}

function collect(value: JsonValue, path: string, dotted: boolean, entries: [string, JsonValue][]): void {
  if (typeof value !== 'object' || value === null) {
    entries.push([path, value]);
    return;
  }
  const prefix = dotted || path !== '' ? `${path}.` : '';
  const children = Object.entries(value);
  if (!Array.isArray(value)) children.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  for (const [key, child] of children) collect(child, `${prefix}${key}`, Array.isArray(child), entries);
}

function resolve(values: readonly JsonValue[], path: Path): JsonValue[] {
  return path.reduce<JsonValue[]>(
    (found, step) =>
      found.flatMap((value) => {
        if (step === 'each') return Array.isArray(value) ? value : [];
        if ('index' in step) return Array.isArray(value) ? value.slice(step.index, step.index + 1) : [];
        return isJsonObject(value) && Object.hasOwn(value, step.key) ? [value[step.key] ?? null] : [];
      }),
    [...values],
  );
}

function columnName(path: string): string {
  return path.replace(/(?:\[\])+$/, '').replace(/^.*\./, '');
}
