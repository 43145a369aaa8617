import { describe, expect, it } from 'vitest';
import { limited, momentsOf, readRecurrence, writeRecurrence } from './recurrence.js';

function times(text: string, most = 6): string[] {
  const recurrence = readRecurrence(text);
  if (!recurrence) throw new Error(`is no recurrence: ${text}`);
  const found: string[] = [];
  for (const at of momentsOf(recurrence)) {
    if (found.push(new Date(at).toISOString().slice(0, 16)) === most) break;
  }
  return found;
}

describe('a recurrence', () => {
  it('comes once where it has no rule', () => {
    expect(times('DTSTART;TZID=Europe/Berlin:20261125T080000')).toEqual(['2026-11-25T07:00']);
  });

  it('comes every so many weeks on its days, from its start to its end', () => {
    const text = 'DTSTART;TZID=UTC:20261130T090000\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261216';
    expect(times(text)).toEqual(['2026-11-30T09:00', '2026-12-02T09:00', '2026-12-14T09:00', '2026-12-16T09:00']);
  });

  it('comes on days of the month, and leaves out months that do not have them', () => {
    expect(times('DTSTART;TZID=UTC:20270131T090000 RRULE:FREQ=MONTHLY;COUNT=3')).toEqual([
      '2027-01-31T09:00',
      '2027-03-31T09:00',
      '2027-05-31T09:00',
    ]);
    const last = 'DTSTART;TZID=UTC:20270131T090000 RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3';
    expect(times(last)).toEqual(['2027-01-31T09:00', '2027-02-28T09:00', '2027-03-31T09:00']);
  });

  it('keeps to the clock of its zone when that is put forward and back', () => {
    const daily = (day: string) => times(`DTSTART;TZID=Europe/Berlin:${day}T023000 RRULE:FREQ=DAILY;COUNT=3`);
    // 02:30 is left out on the 29th of March: it comes as 03:30.
    expect(daily('20260328')).toEqual(['2026-03-28T01:30', '2026-03-29T01:30', '2026-03-30T00:30']);
    // 02:30 is shown twice on the 25th of October: it comes at the first of them alone.
    expect(daily('20261024')).toEqual(['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it.each([
    'DTSTART;TZID=Europe/Berlin:20261130T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=14',
    'DTSTART;TZID=Europe/Berlin:20261130T090000\nRRULE:FREQ=DAILY;INTERVAL=3;UNTIL=20270228T225959Z',
    'DTSTART;TZID=UTC:20261130T090000\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1,15',
  ])('is written as it is read: %s', (text) => {
    const read = readRecurrence(text);
    expect(read && writeRecurrence(read)).toBe(text);
  });

  it.each([
    'every monday',
    'DTSTART:20261130T090000',
    'DTSTART;TZID=Mars/Olympus:20261130T090000',
    'DTSTART;TZID=UTC:20260230T090000',
    'DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=HOURLY',
    'DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=WEEKLY;COUNT=2;UNTIL=20270101',
    'DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=DAILY;BYDAY=MO',
    'DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=MONTHLY;BYDAY=1MO',
    'DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=DAILY;COUNT=0',
    'DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=DAILY;COUNT=2;COUNT=3',
  ])('is refused where it is none, or says more than is taken: %s', (text) => {
    expect(readRecurrence(text)).toBeUndefined();
  });

  it('comes no more often than the limit says, and never for ever', () => {
    const daily = readRecurrence('DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=DAILY');
    const few = readRecurrence('DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=DAILY;COUNT=4');
    if (!daily || !few) throw new Error('not read');
    expect(limited(daily, { times: 5, days: 366 })?.rule).toMatchObject({ times: 5, untilMs: null });
    expect(limited(daily, { times: 100, days: 7 })?.rule).toMatchObject({ times: 8 });
    expect(limited(few, { times: 5, days: 366 })).toEqual(few);
    const never = readRecurrence('DTSTART;TZID=UTC:20261130T090000 RRULE:FREQ=DAILY;UNTIL=20261129');
    expect(never && limited(never, { times: 5, days: 366 })).toBeUndefined();
  });
});
