import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import type { Path } from './path.js';

/** `web.results` → `results`: what stands at the path gets a new name at the top. */
export interface Renaming {
  readonly from: Path;
  readonly to: string;
}

/** Renamings of one object: where to reach it (`each` steps and keys), and the keys to follow inside it. */
interface Move {
  readonly keys: readonly string[];
  readonly to: string;
}

interface Group {
  readonly reach: Path;
  readonly moves: readonly Move[];
}

/**
 * Moves values to new names. The new name takes the place of the whole path, or of the part behind its last `[]`, so
 * that every row gets it: `items[].owner.login` → `author` puts `author` into each item. All paths are those of the
 * value as it comes in, and what became empty by a move disappears. The innermost rows are renamed first.
 * @throws SyntaxError for a path that ends in a list, or goes through one numbered item
 */
export function compileRenaming(renamings: readonly Renaming[]): (value: JsonValue) => JsonValue {
  const groups = new Map<string, { reach: Path; moves: Move[] }>();
  for (const { from, to } of renamings) {
    const cut = from.lastIndexOf('each') + 1;
    const reach = from.slice(0, cut);
    const id = JSON.stringify(reach);
    const group = groups.get(id) ?? { reach, moves: [] };
    group.moves.push({ keys: keysOf(from.slice(cut)), to });
    groups.set(id, group);
  }
  const inside = [...groups.values()].sort((a, b) => b.reach.length - a.reach.length);
  return (value) => inside.reduce<JsonValue>((current, group) => renameAt(current, group, 0), value);
}

function keysOf(path: Path): string[] {
  const keys = path.flatMap((step) => (typeof step === 'object' && 'key' in step ? [step.key] : []));
  if (keys.length === 0 || keys.length < path.length) {
    throw new SyntaxError(
      'a path that is renamed ends in keys: rows are reached by "[]", and one numbered item is not',
    );
  }
  return keys;
}

function renameAt(value: JsonValue, group: Group, depth: number): JsonValue {
  const step = group.reach[depth];
  if (step === undefined) return isJsonObject(value) ? moved(value, group.moves) : value;
  if (step === 'each') {
    return Array.isArray(value) ? value.map((item) => renameAt(item, group, depth + 1)) : value;
  }
  if (!('key' in step) || !isJsonObject(value) || !Object.hasOwn(value, step.key)) return value;
  return { ...value, [step.key]: renameAt(value[step.key] ?? null, group, depth + 1) };
}

function moved(value: JsonObject, moves: readonly Move[]): JsonObject {
  const found = moves.flatMap(({ keys, to }) => {
    const at = valueAt(value, keys);
    return at === undefined ? [] : [{ keys, to, at }];
  });
  const rest = found.reduce((current, { keys }) => without(current, keys), value);
  return { ...rest, ...Object.fromEntries(found.map(({ to, at }) => [to, at])) };
}

function valueAt(value: JsonValue, keys: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of keys) current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return current;
}

/** A copy without the value at the keys, and without the objects that are empty then. */
function without(value: JsonObject, [key = '', ...deeper]: readonly string[]): JsonObject {
  const { [key]: child, ...rest } = value;
  if (deeper.length === 0 || !isJsonObject(child)) return rest;
  const left = without(child, deeper);
  return Object.keys(left).length === 0 ? rest : { ...value, [key]: left };
}
