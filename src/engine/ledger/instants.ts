import type { Dialect } from '../../platform/persistence/index.js';
import { FIRST_ID, LAST_ID, type Place } from './page.js';

/** Before it is everything that has a time of the database. */
export const LATEST_INSTANT: Place = { time: '9999-12-31 23:59:59.999', id: LAST_ID };

/** As PostgreSQL writes a time, or as SQLite stores it. */
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d)?)?$/;

/** Whether a text is a time of the database, as places have it. */
export function isInstant(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(epochMs(text));
}

/** One bound instead of two: SQLite looks for one of them alone in an index. */
export function instantBound(after: Place, untilMs: number | undefined, dialect: Dialect): Place {
  if (untilMs === undefined || untilMs > epochMs(after.time)) return after;
  const utc = new Date(untilMs).toISOString().replace('T', ' ').replace('Z', '');
  return { time: dialect === 'postgres' ? `${utc}+00` : utc, id: FIRST_ID };
}

/** PostgreSQL writes the zone as `+00`, SQLite none. */
function epochMs(time: string): number {
  const [, date, zone = 'Z'] = /^(.*?)([+-]\d\d(?::\d\d)?)?$/.exec(time.replace(' ', 'T')) ?? [];
  return Date.parse(`${date}${zone.length === 3 ? `${zone}:00` : zone}`);
}
