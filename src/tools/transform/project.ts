import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import type { Path } from './path.js';

/** What is kept of a value: all of it, or some keys of an object and some items of a list. */
interface Kept {
  all: boolean;
  readonly keys: Map<string, Kept>;
  each: Kept | undefined;
  readonly indexes: Map<number, Kept>;
}

/**
 * Keeps what the paths name, where it stands: objects stay objects, and the items of a list stay items, so that the
 * fields of one row stay together. A path that finds nothing adds nothing.
 */
export function compileProjection(paths: readonly Path[]): (value: JsonValue) => JsonValue {
  const root = nothing();
  for (const path of paths) add(root, path);
  return (value) => keep(value, root) ?? (Array.isArray(value) ? [] : {});
}

function nothing(): Kept {
  return { all: false, keys: new Map(), each: undefined, indexes: new Map() };
}

function add(kept: Kept, path: Path): void {
  const [step, ...rest] = path;
  if (step === undefined) kept.all = true;
  else if (step === 'each') {
    kept.each ??= nothing();
    add(kept.each, rest);
  } else if ('key' in step) add(entry(kept.keys, step.key), rest);
  else add(entry(kept.indexes, step.index), rest);
}

function entry<K>(map: Map<K, Kept>, key: K): Kept {
  const known = map.get(key) ?? nothing();
  map.set(key, known);
  return known;
}

function keep(value: JsonValue, kept: Kept): JsonValue | undefined {
  if (kept.all) return value;
  if (Array.isArray(value)) return kept.each || kept.indexes.size > 0 ? keepItems(value, kept) : undefined;
  return isJsonObject(value) && kept.keys.size > 0 ? keepKeys(value, kept) : undefined;
}

function keepKeys(value: JsonObject, kept: Kept): JsonObject | undefined {
  const entries: [string, JsonValue][] = [];
  for (const [key, inside] of kept.keys) {
    const child = Object.hasOwn(value, key) ? keep(value[key] ?? null, inside) : undefined;
    if (child !== undefined) entries.push([key, child]);
  }
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** An object of which nothing is kept stays as `{}`: a row that lacks the fields is still a row. */
function keepItems(items: readonly JsonValue[], kept: Kept): JsonValue[] {
  return items.flatMap((item, index) => {
    const ways = [kept.each, kept.indexes.get(index)].filter((way) => way !== undefined);
    if (ways.length === 0) return [];
    const found = ways.map((way) => keep(item, way)).filter((part) => part !== undefined);
    if (found.length === 0) return isJsonObject(item) ? [{}] : [];
    return [found.reduce(merge)];
  });
}

function merge(one: JsonValue, other: JsonValue): JsonValue {
  if (!isJsonObject(one) || !isJsonObject(other)) return other;
  const merged = new Map(Object.entries(one));
  for (const [key, value] of Object.entries(other)) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : merge(known, value));
  }
  return Object.fromEntries(merged);
}
