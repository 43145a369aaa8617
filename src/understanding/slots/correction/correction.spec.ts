import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { readSlotLanguage, slotSettings } from '../vocabulary/index.js';
import { correctsOther, readCorrection } from './correction.js';

const SETTINGS = slotSettings(
  { language: 'en', languageDirectory: '', timeZone: 'UTC' },
  { now: () => Date.UTC(2026, 1, 2) },
);

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    requestedAmount: { type: 'integer', minimum: 1000 },
    tenureMonths: { type: 'integer' },
    phone: { type: 'string', pattern: '^[0-9]{10}$' },
    email: { type: 'string', format: 'email' },
    sourceCity: { type: 'string' },
    targetCity: { type: 'string', title: 'New home' },
    express: { type: 'boolean' },
  },
};
const read = (text: string, values: JsonObject = {}) => readCorrection({ text, schema: SCHEMA, values });
const TRIP: JsonObject = {
  type: 'object',
  properties: {
    originCity: { type: 'string' },
    targetCity: { type: 'string' },
    showName: { type: 'string' },
    showCity: { type: 'string' },
    seats: { type: 'integer' },
    day: { type: 'string', format: 'date' },
  },
};
const readTrip = (text: string) => readCorrection({ text, schema: TRIP, values: {}, settings: SETTINGS });

describe('readCorrection', () => {
  it.each<[string, string, JsonValue]>([
    ['change the phone to 9988776655', 'phone', '9988776655'],
    ['change amount to 350000', 'requestedAmount', 350_000],
    ['Ohh wait, I missed one zero. Change amount to 350000.', 'requestedAmount', 350_000],
    ['Change the amount to ₹3,50,000!', 'requestedAmount', 350_000],
    ['set tenure as 24 months', 'tenureMonths', 24],
    ['set sourceCity = Mumbai', 'sourceCity', 'Mumbai'],
    ['update my new home to Port Blair, please', 'targetCity', 'Port Blair'],
    ['make tenure as 12', 'tenureMonths', 12],
    ['can you update my email to new@x.com please?', 'email', 'new@x.com'],
    ['actually, the phone is 9988776655', 'phone', '9988776655'],
    ['no, the phone should be 99887-76655', 'phone', '9988776655'],
    ['change express to no', 'express', false],
    ['change amount from 35000 to 350000', 'requestedAmount', 350_000],
    ['change the amount to 5000 and hurry', 'requestedAmount', 5000],
    ['change the source city to Trinidad and Tobago', 'sourceCity', 'Trinidad and Tobago'],
  ])('reads %j as %s = %j', (text, field, value) => {
    expect(read(text)).toMatchObject({ field, value });
  });

  it.each<[string, string, JsonValue]>([
    ['change the day to the 12th of March', 'day', '2026-03-12'],
    ['the day needs to be changed to the 12th of March, sorry', 'day', '2026-03-12'],
    ['please change the departure city to Leeds', 'originCity', 'Leeds'],
    ['no, the show is Macbeth', 'showName', 'Macbeth'],
    ['make it for two and change the day to the 12th of March', 'day', '2026-03-12'],
  ])('understands %j', (said, field, value) => {
    expect(readTrip(said)).toMatchObject({ field, value });
  });

  it.each(['no, the day is not right', 'actually, the show is good, but not today', 'no, the seats are wrong'])(
    'takes no judgement for a value: %j',
    (said) => expect(readTrip(said)).toBeUndefined(),
  );

  it.each([
    ['change the phone to 9988776655', ''],
    ['change amount to 5000 and the tenure is 24 months', 'and the tenure is 24 months'],
    ['the tenure is 24 months, change amount to 5000', 'the tenure is 24 months'],
    ['change the source city to Trinidad and Tobago', ''],
    ['change the source city to York and the tenure to 24 months', 'and the tenure to 24 months'],
    ['set sourceCity = York, change amount to 5000', ', change amount to 5000'],
  ])('says what stands beside it: %j leaves %j', (text, beside) => {
    expect(read(text)).toMatchObject({ beside });
  });

  it.each([
    ['change the source city to York and the amount to 5000', 'York'],
    ['change the source city to Trinidad and Tobago, the new home to Delhi', 'Trinidad and Tobago'],
    ['change the source city to York instead of Leeds', 'York'],
    ['change the source city to St. Ives. It is nicer', 'St. Ives'],
    ['no, the source city is York, not Leeds', 'York'],
    ['change the source city to York from now on', 'York from now on'],
    ['change the source city to "Nothing but Stones, 5000"', 'Nothing but Stones, 5000'],
  ])('takes of %j no more than the name: %j', (text, value) => {
    expect(read(text)).toMatchObject({ field: 'sourceCity', value });
  });

  it('ends a name at what gives another field its value in German, too', () => {
    const settings = slotSettings({ language: 'de', languageDirectory: '', timeZone: 'UTC' }, { now: () => 0 });
    const schema: JsonObject = {
      type: 'object',
      properties: { betrag: { type: 'number' }, empfaenger: { type: 'string', title: 'Empfänger' } },
    };
    const text = 'ändere den Empfänger auf Bob und den Betrag auf 80';
    expect(readCorrection({ text, schema, values: {}, settings })).toEqual({
      field: 'empfaenger',
      value: 'Bob',
      beside: 'und den Betrag auf 80',
    });
  });

  it('finds the field by its present value', () => {
    expect(read('change 35000 to 350000', { requestedAmount: 35_000 })).toMatchObject({
      field: 'requestedAmount',
      value: 350_000,
    });
    expect(read('change 35000 to 350000')).toBeUndefined();
  });

  it.each([
    ['change amount to 5', 'requestedAmount', 'must be at least 1000'],
    ['change amount to 1500.5', 'requestedAmount', 'must be a whole number'],
    ['change amount to a lot', 'requestedAmount', 'must be a number'],
    ['update email to abc', 'email', 'must be an e-mail address'],
    ['change the phone to 123', 'phone', 'is not in the form that is needed'],
    ['change the amount to 2000 more', 'requestedAmount', 'is not in the form that is needed'],
    ['change the amount to 2000 or 3000', 'requestedAmount', 'can be only one at a time; please say which'],
  ])('says what is wrong with %j', (text, field, problem) => {
    expect(read(text)).toEqual({ field, problem });
  });

  it.each([
    ...[
      'set city to Pune',
      'the phone is broken',
      'change my mind to go',
      'yes',
      'what is the amount?',
      'amount 350000',
    ],
    ...['change the weather to sunny', 'I want to change something'],
  ])('reads no correction in %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('cannot reach a reserved key', () => {
    const schema: JsonObject = { type: 'object', properties: { approval: { type: 'string' } } };
    expect(readCorrection({ text: 'change approval to granted', schema, values: {} })).toBeUndefined();
  });
});

describe('correctsOther', () => {
  const values = { originCity: 'Leeds', targetCity: 'York', seats: 2 };
  const corrects = (text: string, question = 'Shall I book 2 seats from Leeds to York?') =>
    correctsOther({ text, question, schema: TRIP, values, settings: SETTINGS });

  it.each(['change the departure city to York', 'change the seats to many', 'no, the seats should be 3'])(
    'is true of %j',
    (text) => expect(corrects(text)).toBe(true),
  );

  it.each(['yes', 'yes, book it', 'change the seats to 2', 'set the departure city to leeds'])(
    'is false of %j',
    (text) => expect(corrects(text)).toBe(false),
  );

  it('is false of what the question itself would change', () => {
    expect(corrects('change the seats to York', 'Shall I change the seats to York?')).toBe(false);
  });
});

describe('a wish to try again', () => {
  const retry = (language: string) => readSlotLanguage({ language, languageDirectory: '' }).phrases.retry;

  it.each([
    ['en', 'Try again!', true],
    ['en', 'try again with 3 people', false],
    ['de', 'Noch einmal, bitte', false],
    ['de', 'Bitte noch einmal.', true],
  ])('is told by the whole message, in %s: %j', (language, said, isRetry) => {
    expect(retry(language).test(said)).toBe(isRetry);
  });
});
