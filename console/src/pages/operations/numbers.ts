import { currentLanguage } from '../../languages';
import { locale } from '../../parts/when';

/** As the reader's language writes it, with at most so many digits behind the point. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString(currentLanguage(), { maximumFractionDigits: digits });
}

/** Milliseconds; seconds from ten on. */
export function duration(ms: number): string {
  return ms < 10_000 ? `${number(ms, ms < 10 ? 1 : 0)} ms` : `${number(ms / 1_000, 1)} s`;
}

/** Hours and minutes, as the browser's region writes them where it speaks the reader's language: 15:04, or 3:04 pm. */
export function clockTime(time: Date): string {
  return time.toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1 KB is 1,024 bytes. */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${number(bytes / 1_024 ** power, 1)} ${UNITS[power]}`;
}

/** As far as the service counts actions and events. */
const MOST_COUNTED = 10_000;

/** What the service counts no further than so far. */
export function counted(value: number): string {
  return value < MOST_COUNTED ? number(value) : `${number(MOST_COUNTED)}+`;
}
