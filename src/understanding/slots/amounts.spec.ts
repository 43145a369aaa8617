import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/common/clock.js';
import { readSlots } from './read-slots.js';
import { slotSettings } from './vocabulary/index.js';

const transfer = { properties: { amount: { type: 'integer' }, recipient: { type: 'string' } } };
const LANGUAGES = ['en', 'de', 'es'] as const;

function valuesOf(text: string, schema: object, language: string = 'en', takesAsked = false) {
  const settings = slotSettings({ language, languageDirectory: '', timeZone: 'UTC' }, systemClock);
  return readSlots({ text, schema: schema as never, values: {}, takesAsked, settings }).values;
}

describe('the only number of a message', () => {
  it.each([
    ...['transfer 50 to Bob', 'Please send 50 to Bob', 'I want to transfer 50 to Bob', 'can you pay 50 on friday?'],
  ])('is the amount in %j', (text) => expect(valuesOf(text, transfer)).toMatchObject({ amount: 50 }));

  it.each([
    ['de', 'Überweise 50 an Bob'],
    ['de', 'bitte überweise 50 an Bob'],
    ['es', 'transfiere 50 a Bob'],
    ['es', 'por favor transfiere 50 a Bob'],
  ])('is the amount, in "%s", in %j', (language, text) =>
    expect(valuesOf(text, transfer, language)).toMatchObject({ amount: 50 }),
  );

  it.each([
    ...['transfer 50 apples to Bob', 'transfer 50 or 60 to Bob', 'transfer from account 50 to Bob', 'with 50 apples'],
    ...['what is the fee to transfer 50 to Bob?', 'the money of flight 50 to London'],
  ])('is none in %j', (text) => expect(valuesOf(text, transfer)).not.toHaveProperty('amount'));

  it('is none of a property that is no amount', () => {
    expect(valuesOf('flight 50 to London', { properties: { guests: { type: 'integer' } } })).toEqual({});
  });
});

describe('a pattern', () => {
  const schema = { properties: { flight: { type: 'string', pattern: '^[A-Z]{2}\\d+$' }, note: { type: 'string' } } };

  it.each(LANGUAGES)('reads the bare value of a property of any name, in "%s"', (language) => {
    expect(valuesOf('LH123', schema, language)).toEqual({ flight: 'LH123' });
    expect(valuesOf('hola hallo hello, LH123!', schema, language)).toEqual({ flight: 'LH123' });
  });

  it('reads a code without digits where it stands out by its capitals', () => {
    const airport = { properties: { airport: { type: 'string', pattern: '^[A-Z]{3}$' } } };
    expect(valuesOf('we land in FRA at night', airport)).toEqual({ airport: 'FRA' });
    expect(valuesOf('WE FLY TO THE SUN', airport)).toEqual({});
    expect(valuesOf('from FRA over MUC', airport)).toEqual({});
  });

  it.each([
    ['en', 'Yes and cancel my order 7017 too', 'my customer number: 7017'],
    ['de', 'Ja, und storniere auch meine Bestellung 7017', '7017 bitte'],
    ['es', 'Sí y cancele mi pedido 7017 también', 'es 7017'],
  ])('reads no number of another thing, in "%s"', (language, other, own) => {
    const customer = { properties: { customer_id: { type: 'string', pattern: '^\\d{4}$' } } };
    expect(valuesOf(other, customer, language)).toEqual({});
    expect(valuesOf(own, customer, language)).toEqual({ customer_id: '7017' });
  });

  it('reads none of two values, and none that two properties could take', () => {
    expect(valuesOf('LH123 and LH124', schema)).not.toHaveProperty('flight');
    const two = {
      properties: { out: { type: 'string', pattern: '^LH\\d+$' }, back: { type: 'string', pattern: '^LH\\d+$' } },
    };
    expect(valuesOf('it is LH123', two)).toEqual({});
  });
});

describe('a question', () => {
  const schema = { properties: { flight: { type: 'string' } } };
  it.each([
    ['en', 'what is the status of flight LH123?'],
    ['de', 'Wie ist der Status von flight LH123?'],
    ['es', '¿cuál es el estado de flight LH123?'],
  ])('gives its values only to whom takes what is asked about, in "%s"', (language, text) => {
    expect(valuesOf(text, schema, language)).toEqual({});
    expect(valuesOf(text, schema, language, true)).toEqual({ flight: 'LH123' });
  });
});

describe('how much more or less it is to be', () => {
  it.each([
    ...[
      'add 20',
      'add 20 to the amount',
      '20 euros more',
      '10 euros less',
      'plus 10 euros',
      'reduce it by 10 euros',
    ].map((text) => ['en', text]),
    ...['20 Euro mehr', '10 Euro weniger', 'noch 20 Euro dazu', 'plus 20 Euro'].map((text) => ['de', text]),
    ...['20 euros más', '10 euros menos'].map((text) => ['es', text]),
  ])('is not what it is to be, in %s: %j', (language, text) => {
    const settings = slotSettings({ language: language ?? '', languageDirectory: '', timeZone: 'UTC' }, systemClock);
    expect(readSlots({ text: text ?? '', schema: transfer, values: { amount: 50 }, settings })).toMatchObject({
      values: {},
      rejected: [{ field: 'amount', reason: settings.language.words.reasons.form }],
    });
  });

  it('is the number where none is known', () => {
    expect(valuesOf('add 2 bags', { properties: { bags: { type: 'integer' } } })).toEqual({ bags: 2 });
  });
});
