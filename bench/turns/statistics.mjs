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

/** The median of every number in the rounds, key by key, of the rounds that have one. */
export function medians(rounds) {
  const numbers = (key) => rounds.map((round) => round[key]).filter(Number.isFinite);
  return Object.fromEntries(Object.keys(rounds[0] ?? {}).map((key) => [key, median(numbers(key))]));
}
