import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { acceptExtracted } from './accept-extracted.js';
import { readSlots } from './read-slots.js';
import { slotSettings } from './vocabulary/index.js';

/** Wednesday, 11 March 2026, 14:00 in Berlin, where summer time begins on 29 March. */
const settingsFor = (language: string, timeZone = 'Europe/Berlin') =>
  slotSettings({ language, languageDirectory: '', timeZone }, { now: () => Date.UTC(2026, 2, 11, 13) });
const ENGLISH = settingsFor('en');
const GERMAN = settingsFor('de');

const VISIT: JsonObject = {
  type: 'object',
  properties: {
    day: { type: 'string', format: 'date' },
    hour: { type: 'string', format: 'time' },
    people: { type: 'integer' },
    name: { type: 'string' },
  },
};
const CALL: JsonObject = { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } };
const STAY: JsonObject = {
  type: 'object',
  properties: { check_in_date: { type: 'string', format: 'date' }, check_out_date: { type: 'string', format: 'date' } },
};

function read(schema: JsonObject, text: string, values: JsonObject = {}, settings = ENGLISH, askedFor: string[] = []) {
  const { words: _, ...read } = readSlots({ text, schema, values, settings, askedFor });
  return read;
}

describe('a date', () => {
  it.each([
    ['today', '2026-03-11'],
    ['tomorrow', '2026-03-12'],
    ['the day after tomorrow', '2026-03-13'],
    ['this saturday please', '2026-03-14'],
    ['next friday', '2026-03-20'],
    ['in two weeks', '2026-03-25'],
    ['March 3rd', '2027-03-03'],
    ['3 April', '2026-04-03'],
    ['on the 4th', '2026-04-04'],
    ['the 20th of this month', '2026-03-20'],
    ['25/12/2026', '2026-12-25'],
    ['2026-07-01', '2026-07-01'],
    ['July 14, 1989', '1989-07-14'],
  ])('is counted from the clock in %j', (text, day) => {
    expect(read(VISIT, text).values).toEqual({ day });
  });

  // In Los Angeles, clocks go from 2 to 3 at 10:00 UTC on 8 March 2026, and from 2 to 1 at 9:00 UTC on 1 November.
  it.each([
    ['2026-03-08T09:30:00Z', 'in an hour', '2026-03-08T03:30:00-07:00'],
    ['2026-03-08T09:30:00Z', 'in 1 hour', '2026-03-08T03:30:00-07:00'],
    ['2026-03-07T20:00:00Z', 'in 24 hours', '2026-03-08T13:00:00-07:00'],
    ['2026-11-01T07:30:00Z', 'in an hour', '2026-11-01T01:30:00-07:00'],
    ['2026-11-01T08:30:00Z', 'in an hour', '2026-11-01T01:30:00-08:00'],
    ['2026-03-07T20:00:00Z', 'tomorrow at 2:30 am', '2026-03-08T03:30:00-07:00'],
    ['2026-10-31T20:00:00Z', 'tomorrow at 1:30 am', '2026-11-01T01:30:00-07:00'],
    ['2026-10-31T20:00:00Z', 'tomorrow at 2:30 am', '2026-11-01T02:30:00-08:00'],
  ])('at %s is so long from now, and is a time that the clock shows, where the clocks change: %j', (now, text, at) => {
    const time = { language: 'en', languageDirectory: '', timeZone: 'America/Los_Angeles' };
    const settings = slotSettings(time, { now: () => Date.parse(now) });
    expect(read(CALL, text, {}, settings).values).toEqual({ at });
  });

  it('is the day of the time zone, not of the server', () => {
    const late = { now: () => Date.UTC(2026, 2, 11, 23, 30) };
    const inZone = (timeZone: string) =>
      read(VISIT, 'tomorrow', {}, slotSettings({ language: 'en', languageDirectory: '', timeZone }, late)).values.day;
    expect(inZone('UTC')).toBe('2026-03-12');
    expect(inZone('Europe/Berlin')).toBe('2026-03-13');
    expect(inZone('America/Los_Angeles')).toBe('2026-03-12');
  });

  it.each([
    'a week from friday',
    'after friday',
    'next month',
    'next weekend',
    'for two days',
    'now or never',
    '31 June',
    'next week',
    'last friday',
    'friday week',
    'a week on friday',
    'an hour later',
    'two days earlier',
    'between 7 and 8 pm',
    '2026-13-01',
    'a table in the sun',
    'we sat outside',
  ])('is not read from a part of %j', (text) => {
    expect(read(VISIT, text).values).toEqual({});
  });

  it('is not guessed where day and month could be either', () => {
    const reason = 'can be read in two ways; please write the month as a word';
    expect(read(VISIT, '5/6')).toEqual({ values: {}, rejected: [{ field: 'day', value: '5/6', reason }] });
    expect(read(VISIT, '5/5').values).toEqual({ day: '2026-05-05' });
    for (const text of ['12.04.26', '04-05-2026']) expect(read(VISIT, text).rejected).toMatchObject([{ reason }]);
    expect(read(VISIT, '12.04.26', {}, GERMAN).values).toEqual({ day: '2026-04-12' });
  });

  it.each(['sat', 'on sat', 'sat 14 march', 'tues, on sat'])('is a weekday in short: %j', (text) => {
    expect(read(VISIT, text).values).toEqual({ day: '2026-03-14' });
  });

  it('is neither of two, but the one that repairs the other', () => {
    expect(read(VISIT, 'friday or saturday').values).toEqual({});
    expect(read(VISIT, 'friday, no, saturday').values).toEqual({ day: '2026-03-14' });
  });

  it('that a model extracted in words is converted', () => {
    expect(acceptExtracted(VISIT, { day: 'next friday' }, ENGLISH).values).toEqual({ day: '2026-03-20' });
  });

  it('keeps the words where the pattern wants no ISO date', () => {
    const schema: JsonObject = { properties: { due_date: { type: 'string', pattern: '^\\d{2}/\\d{2}/\\d{4}$' } } };
    expect(read(schema, 'it is due 25/12/2026').values).toEqual({ due_date: '25/12/2026' });
  });
});

describe('a time', () => {
  it.each([
    ['at 7pm', '19:00:00+01:00'],
    ['19:30', '19:30:00+01:00'],
    ['noon', '12:00:00+01:00'],
    ['half past six in the evening', '18:30:00+01:00'],
    ['quarter to nine in the morning', '08:45:00+01:00'],
    ["five o'clock in the afternoon", '17:00:00+01:00'],
    ['morning 11:45', '11:45:00+01:00'],
    ['July 1st at 8 am', '08:00:00+02:00'],
  ])('has the offset of its zone and day in %j', (text, hour) => {
    expect(read(VISIT, text).values).toMatchObject({ hour });
  });

  it('is not guessed where it could be in the morning or in the afternoon', () => {
    const reason = 'could be in the morning or in the afternoon; please say which';
    expect(read(VISIT, 'tomorrow at 5')).toEqual({
      values: { day: '2026-03-12' },
      rejected: [{ field: 'hour', value: 'tomorrow at 5', reason }],
    });
  });

  it('is written as the example is, where the schema has no format', () => {
    const time = (property: JsonObject) => read({ properties: { pickup_time: property } }, '7pm').values.pickup_time;
    expect(time({ type: 'string' })).toBe('19:00');
    expect(time({ type: 'string', examples: ['08:30:00'] })).toBe('19:00:00');
    expect(time({ type: 'string', pattern: '^\\d\\d:\\d\\d$' })).toBe('19:00');
  });
});

describe('a date and time', () => {
  it.each([
    ['tomorrow at 5pm', '2026-03-12T17:00:00+01:00'],
    ['on friday, for two, at 7 pm', '2026-03-13T19:00:00+01:00'],
    ['July 1st at noon', '2026-07-01T12:00:00+02:00'],
    ['in an hour', '2026-03-11T15:00:00+01:00'],
    ['2026-07-01T10:00:00Z', '2026-07-01T10:00:00Z'],
    ['tonight at 8', '2026-03-11T20:00:00+01:00'],
    ['tonight at half past seven', '2026-03-11T19:30:00+01:00'],
    ['tomorrow evening at 7 pm', '2026-03-12T19:00:00+01:00'],
  ])('is read whole in %j', (text, at) => {
    expect(read(CALL, text).values).toEqual({ at });
  });

  it.each([
    ['Anna Müller, morgen um 15 Uhr', '2026-03-12T15:00:00+01:00'],
    ['nein, morgen um 16 Uhr', '2026-03-12T16:00:00+01:00'],
    ['morgen 10 Uhr', '2026-03-12T10:00:00+01:00'],
    ['10 Uhr morgen', '2026-03-12T10:00:00+01:00'],
    ['morgen halb acht', '2026-03-12T07:30:00+01:00'],
    ['heute Abend um 19 Uhr', '2026-03-11T19:00:00+01:00'],
    ['heute Abend halb acht', '2026-03-11T19:30:00+01:00'],
    ['morgen Abend 8 Uhr', '2026-03-12T20:00:00+01:00'],
    ['morgen Vormittag um 10 Uhr', '2026-03-12T10:00:00+01:00'],
    ['morgen früh um 8 Uhr', '2026-03-12T08:00:00+01:00'],
    ['Guten Morgen, am Freitag um 10 Uhr', '2026-03-13T10:00:00+01:00'],
  ])('is read whole in German, whatever time it is now: %j', (text, at) => {
    expect(read(CALL, text, {}, GERMAN).values).toEqual({ at });
  });

  it('is no greeting, and a correction of the day keeps no other day', () => {
    expect(read(VISIT, 'Guten Morgen, ich brauche einen Termin', {}, GERMAN).values).toEqual({});
    const known = { at: '2026-03-20T15:00:00+01:00' };
    expect(read(CALL, 'nein, morgen um 16 Uhr', known, GERMAN).values).toEqual({ at: '2026-03-12T16:00:00+01:00' });
  });

  it('keeps what the message does not change', () => {
    const known = { at: '2026-03-20T19:00:00+01:00' };
    expect(read(CALL, 'make it 8pm', known).values).toEqual({ at: '2026-03-20T20:00:00+01:00' });
    expect(read(CALL, 'friday instead', known).values).toEqual({ at: '2026-03-13T19:00:00+01:00' });
  });

  it('is asked for again when only one of the two was said', () => {
    expect(read(CALL, 'at 7 pm', {}, ENGLISH, ['at'])).toEqual({
      values: {},
      rejected: [{ field: 'at', value: 'at 7 pm', reason: 'must be a date with a time' }],
    });
  });
});

describe('one of two dates', () => {
  it.each<[string, JsonObject]>([
    ['from monday to friday', { check_in_date: '2026-03-16', check_out_date: '2026-03-20' }],
    ['check in date 20 March, check out date 22 March', { check_in_date: '2026-03-20', check_out_date: '2026-03-22' }],
    [
      'checking in on friday and leaving later, check out on sunday',
      { check_in_date: '2026-03-13', check_out_date: '2026-03-15' },
    ],
    ['until friday', { check_out_date: '2026-03-13' }],
    ['I want to leave on friday', { check_out_date: '2026-03-13' }],
    ['we arrive on the 20th and depart on the 22nd', { check_in_date: '2026-03-20', check_out_date: '2026-03-22' }],
    ['from the 20th till the 22nd', { check_in_date: '2026-03-20', check_out_date: '2026-03-22' }],
    ['change the check-in to friday', { check_in_date: '2026-03-13' }],
    ['friday', {}],
  ])('is told by what stands beside it in %j', (text, values) => {
    expect(read(STAY, text).values).toEqual(values);
  });

  it('is the one that was asked for', () => {
    expect(read(STAY, 'friday', {}, ENGLISH, ['check_out_date']).values).toEqual({ check_out_date: '2026-03-13' });
  });

  it('is not the missing one only because the other is known', () => {
    expect(read(STAY, 'make it friday', { check_in_date: '2026-03-20' }).values).toEqual({});
  });
});

describe('what is not said to be wanted', () => {
  it.each([
    ...['not friday', "I can't do friday", 'is friday possible?', 'do you have anything on friday?', 'friday?'],
    ...['tell me if friday is ok', 'anything but friday', 'which fee is it on friday?'],
  ])('gives no value: %j', (text) => {
    expect(read(VISIT, text)).toEqual({ values: {}, rejected: [] });
  });

  it.each([
    ...['not thursday, friday', 'not on thursday but on friday', 'instead of thursday, friday please'],
    ...['can you make it friday?', 'how about friday?', "why don't we say friday", 'friday, is that possible?'],
    ...["don't forget, it is on friday", 'Friday. Is it pricey?'],
  ])('does not hide what is: %j', (text) => {
    expect(read(VISIT, text).values).toEqual({ day: '2026-03-13' });
  });
});

describe('in German', () => {
  it.each<[string, Record<string, JsonValue>]>([
    ['am Freitag um 19 Uhr für vier Personen', { day: '2026-03-13', hour: '19:00:00+01:00' }],
    ['morgen um 5', { day: '2026-03-12', hour: '05:00:00+01:00' }],
    ['übermorgen um halb acht abends', { day: '2026-03-13', hour: '19:30:00+01:00' }],
    ['am 5.6. um viertel vor neun', { day: '2026-06-05', hour: '08:45:00+02:00' }],
    ['in zwei Wochen', { day: '2026-03-25' }],
    ['nicht am Freitag, sondern am Samstag', { day: '2026-03-14' }],
    ['ist Freitag möglich?', {}],
    ['können Sie es auf Samstag legen?', { day: '2026-03-14' }],
    ['Freitag oder Samstag', {}],
  ])('reads %j', (text, values) => {
    const { people: _, ...times } = read(VISIT, text, {}, GERMAN).values;
    expect(times).toEqual(values);
  });

  it.each([
    ...['etwas früher', 'mit Frühstück', 'doppelt so viele', 'ja, so ist es', 'bei Fr. Müller', 'letzten Freitag'],
    ...['Freitag in einer Woche', 'übernächsten Freitag', 'nächste Woche', 'zwischen 7 und 8 Uhr'],
  ])('reads no day and no time in %j', (text) => expect(read(VISIT, text, {}, GERMAN).values).toEqual({}));
});
