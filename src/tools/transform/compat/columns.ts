import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { columnText, parseColumnPath, resolveColumn, sortedEntries } from './column-path.js';

type Stage = (value: JsonValue) => JsonValue;

/**
 * One column for each path, named by its last part; the later of two with one name counts. The fields of one row do not
 * stay together where a row lacks one.
 * @throws SyntaxError for what is no path
 */
export function compileColumns(paths: readonly string[]): Stage {
  const columns = paths.map((text) => ({ name: columnName(text), path: parseColumnPath(text) }));
  return (value) => {
    const found = columns.flatMap(({ name, path }): [string, JsonValue][] => {
      const column = resolveColumn(value, path);
      return column === undefined ? [] : [[name, column]];
    });
    return Object.fromEntries(found);
  };
}

/** Renames columns, one after the other: `web.results` is the column `results`. */
export function compileColumnRenaming(renames: Readonly<Record<string, string>>): Stage {
  return (value) => {
    if (!isJsonObject(value)) return value;
    const columns = new Map(Object.entries(value));
    for (const [path, to] of Object.entries(renames)) {
      const from = columnName(path);
      const moved = columns.get(from);
      if (moved === undefined) continue;
      columns.delete(from);
      columns.set(to, moved);
    }
    return Object.fromEntries(columns);
  };
}

function columnName(path: string): string {
  return path.replace(/(?:\[\])+$/, '').replace(/^.*\./s, '');
}

/** One level of keys. Empty lists and objects disappear, a value alone has the key "", and of equal keys the last counts. */
export function flattenColumns(value: JsonValue): JsonObject {
  return Object.fromEntries(flatEntries(value, ''));
}

function flatEntries(value: JsonValue, path: string): [string, JsonValue][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => flatEntries(item, `${path}.${index}`));
  if (!isJsonObject(value)) return [[path, value]];
  return sortedEntries(value).flatMap(([key, child]) => flatEntries(child, path === '' ? key : `${path}.${key}`));
}

const PLACEHOLDER = /\{\{([\p{L}\p{M}\p{N}\p{Pc}][\p{L}\p{M}\p{N}\p{Pc}.]*)\}\}/gu;

/**
 * Fills in the placeholders of a template one after the other, so that a value which holds one is filled in too.
 * @throws SyntaxError for what is no path
 */
export function compileColumnTemplate(template: string): Stage {
  const placeholders = [...template.matchAll(PLACEHOLDER)].map(([written, path = '']) => ({
    written,
    path: parseColumnPath(path),
  }));
  return (value) =>
    placeholders.reduce(
      (text, { written, path }) => text.replaceAll(written, () => columnText(resolveColumn(value, path))),
      template,
    );
}
