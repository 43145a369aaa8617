import type { ValueWords } from './value-words.js';

type Numbers = ValueWords['numbers'];

/** The words of the hours from 1 to 24. */
export function hourWords(numbers: Numbers): Map<string, number> {
  return wordsBetween(1, 24, numbers);
}

/** The words of the minutes from 10 to 59: of fewer, as in "um acht Uhr zwei", there may be so many of something. */
export function minuteWords(numbers: Numbers): Map<string, number> {
  return wordsBetween(10, 59, numbers);
}

/** Of two figures at most. */
function wordsBetween(least: number, most: number, { units, tens, joined, link }: Numbers): Map<string, number> {
  const small = Object.entries(units);
  const combined = Object.entries(tens).flatMap(([ten, tenth]) => [
    [ten, tenth] as const,
    ...small
      .filter(([, value]) => value >= 1 && value <= 9)
      .flatMap(([unit, value]) =>
        (joined ? [unit + link + ten] : [`${ten} ${unit}`, `${ten}-${unit}`]).map(
          (word) => [word, tenth + value] as const,
        ),
      ),
  ]);
  return new Map([...small, ...combined].filter(([, value]) => value >= least && value <= most));
}
