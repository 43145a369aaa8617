/** A common year and a leap year. */
const YEARS = [2023, 2024];

/** The last days that a month may have, January being 1. */
export function lastDaysOf(month: number): number[] {
  return [...new Set(YEARS.map((year) => new Date(Date.UTC(year, month, 0)).getUTCDate()))];
}
