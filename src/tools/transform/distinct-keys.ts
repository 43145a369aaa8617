import type { JsonValue } from '../../platform/common/json.js';

/** Entries that came to the same key all stay: the second of `[EMAIL]` becomes `[EMAIL] (2)`. */
export function distinctKeys(entries: readonly [string, JsonValue][]): [string, JsonValue][] {
  const taken = new Set<string>();
  return entries.map(([key, value]) => {
    let free = key;
    for (let count = 2; taken.has(free); count += 1) free = `${key} (${count})`;
    taken.add(free);
    return [free, value];
  });
}
