import { currentLanguage } from '../languages';
import { useRounded } from './now';

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** A time as the reader counts it ("3 minutes ago"); the time itself on hover. */
export function When({ at }: { readonly at: string }) {
  const time = new Date(at);
  const said = useRounded((now) => relative((time.getTime() - now) / 1_000));
  return (
    <time dateTime={at} title={absolute(time)}>
      {said}
    </time>
  );
}

/** A time in full, in the reader's zone. */
export function absolute(time: Date): string {
  return time.toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'medium' });
}

function relative(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const [unit, size] = UNITS.find(([, atLeast]) => Math.abs(seconds) >= atLeast) ?? ['second', 1];
  // Whoever has just done something need not see how the clocks differ.
  if (unit === 'second') return format.format(0, 'second');
  return format.format(Math.trunc(seconds / size), unit);
}
