import { currentLanguage } from '../languages';
import { useRounded } from './now';

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

interface WhenProps {
  readonly at: string;
  /** Where a time is evidence: the time itself, with its zone, beside how long ago that is. */
  readonly isFull?: boolean;
}

/** A time as the reader counts it ("3 minutes ago"); the time itself on hover. */
export function When({ at, isFull = false }: WhenProps) {
  const time = new Date(at);
  const said = useRounded((now) => relative((time.getTime() - now) / 1_000));
  return (
    <time dateTime={at} title={absolute(time)}>
      {isFull ? `${absolute(time)} (${said})` : said}
    </time>
  );
}

/** A time of a day in short, without its year. */
export function ShortTime({ at, className }: { readonly at: string; readonly className?: string | undefined }) {
  const time = new Date(at);
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return (
    <time dateTime={at} title={absolute(time)} className={className}>
      {time.toLocaleString(locale(), parts)}
    </time>
  );
}

/** A time in full to the second, in the reader's zone, which it names. */
export function absolute(time: Date): string {
  return time.toLocaleString(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
}

/** The browser's own form of the language that is read, such as that of Britain. */
export function locale(): string {
  const language = currentLanguage();
  return navigator.languages.find((one) => one.toLowerCase().split('-')[0] === language) ?? language;
}

function relative(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' });
  const [unit, size] = UNITS.find(([, atLeast]) => Math.abs(seconds) >= atLeast) ?? ['second', 1];
  // Whoever has just done something need not see how the clocks differ.
  if (unit === 'second') return format.format(0, 'second');
  return format.format(Math.trunc(seconds / size), unit);
}
