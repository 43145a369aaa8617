/**
 * The candidate that a name was most likely meant to be; undefined where none is close.
 * @param atMost single-character edits that still count as close
 */
export function nearest(
  name: string,
  candidates: Iterable<string>,
  atMost = Math.max(3, Math.floor(name.length / 4)),
): string | undefined {
  let best: string | undefined;
  let fewest = atMost + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = editDistance(name, candidate);
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** Fewest single-character insertions, deletions and replacements (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
