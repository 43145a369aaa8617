// Small statistics. Machines are noisy, so everything is a median of several rounds.

/** The value below which the share `p` (0 to 1) of the values lies; NaN for none. */
export function quantile(values, p) {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
}

export function median(values) {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median of every number in the rounds, key by key; a key that a round has no number for is left out. */
export function medians(rounds) {
  const keys = Object.keys(rounds[0] ?? {}).filter((key) => rounds.every((round) => Number.isFinite(round[key])));
  return Object.fromEntries(keys.map((key) => [key, median(rounds.map((round) => round[key]))]));
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
