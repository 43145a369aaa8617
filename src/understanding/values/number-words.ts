import type { ValueWords } from './value-words.js';

type Numbers = ValueWords['numbers'];

/** The words of the hours from 1 to 24. */
export function hourWords({ units, tens, joined, link }: Numbers): Map<string, number> {
  const small = Object.entries(units);
  const [twenty] = Object.entries(tens).find(([, value]) => value === 20) ?? [];
  const twenties: [string, number][] = small.flatMap(([unit, value]) =>
    twenty === undefined || value < 1 || value > 4
      ? []
      : [[joined ? unit + link + twenty : `${twenty} ${unit}`, 20 + value]],
  );
  const all: [string, number][] = [
    ...small,
    ...(twenty === undefined ? [] : [[twenty, 20] as [string, number]]),
    ...twenties,
  ];
  return new Map(all.filter(([, value]) => value >= 1 && value <= 24));
}
