import type { ActLanguage } from '../words/index.js';

/** A common year and a leap year. */
const YEARS = [2023, 2024];

/** The month, January being 1, whose end the words at a place say ("the end of June"), and where it stands; undefined where they say none. */
export function monthEndAt(
  words: readonly string[],
  at: number,
  { phrases, values }: ActLanguage,
): { readonly month: number; readonly monthAt: number } | undefined {
  const monthAt = at + (phrases.at(words, at, ['monthEnd'])?.length ?? 0);
  const month = monthAt === at ? 0 : values.words.days.months.indexOf(words[monthAt] ?? '') + 1;
  return month === 0 ? undefined : { month, monthAt };
}

/** The last days that a month may have, January being 1. */
export function lastDaysOf(month: number): number[] {
  return [...new Set(YEARS.map((year) => new Date(Date.UTC(year, month, 0)).getUTCDate()))];
}
