import type { ValueInWords } from '../../values/index.js';

/** True when a mention can stand for the other: "7" for "19:00". */
export function isSame(said: ValueInWords, proposed: ValueInWords): boolean {
  if (said.kind === 'time' && proposed.kind === 'time') {
    return said.minutes === proposed.minutes && (!said.half || !proposed.half || said.half === proposed.half);
  }
  if (said.kind === 'day' && proposed.kind === 'day') {
    if (said.name || proposed.name) return said.name === proposed.name;
    const isOfYear = !said.year || !proposed.year || said.year === proposed.year;
    return isOfYear && said.day === proposed.day && (!said.month || !proposed.month || said.month === proposed.month);
  }
  if (said.kind === 'number' && proposed.kind === 'number') return said.value === proposed.value;
  if (said.kind !== 'number' || proposed.kind !== 'time') return false;
  return minutesOf(said.value) === proposed.minutes;
}

/** What "8" and "8.15" say as a time, in minutes; undefined for what is none. */
function minutesOf(value: number): number | undefined {
  const [hour, minute] = [Math.floor(value), Math.round((value % 1) * 100)];
  return hour >= 1 && hour <= 12 && minute < 60 ? (hour % 12) * 60 + minute : undefined;
}

/** Where the words stand that say values. */
export function placesIn(values: readonly ValueInWords[]): Set<number> {
  return new Set(values.flatMap(({ at, length }) => Array.from({ length }, (_, index) => at + index)));
}
