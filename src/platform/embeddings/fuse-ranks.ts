/** How much less the places after the first few count; 60 is what the method was published with. */
const DAMPING = 60;

/**
 * One ranking of several by reciprocal rank fusion: what stands high in one of them stands high, and higher where others
 * have it too. Ties stand in the order of the rankings.
 * @param rankings ids, best first
 * @returns each id once, with its score: 1 where it is first in every ranking
 */
export function fuseRanks(
  ...rankings: readonly (readonly string[])[]
): { readonly id: string; readonly score: number }[] {
  const highest = rankings.length / (DAMPING + 1);
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    for (const [place, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (DAMPING + 1 + place) / highest);
  return [...scores].map(([id, score]) => ({ id, score })).sort((one, other) => other.score - one.score);
}
