/** In the order of their keys, as `page` needs it. */
export function sortedBy<T>(entries: readonly T[], keyOf: (entry: T) => string): T[] {
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
