import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/common/clock.js';
import type { JsonObject } from '../../platform/common/json.js';
import { readSlots } from './read-slots.js';
import { slotSettings } from './vocabulary/index.js';

const CAR: JsonObject = {
  type: 'object',
  properties: { add_insurance: { type: 'boolean' }, days: { type: 'integer' } },
};

const read = (text: string, schema: JsonObject, values: JsonObject = {}) => readSlots({ text, schema, values }).values;

describe('a yes-or-no property', () => {
  it.each([
    ['I want insurance', true],
    ["I'd like the added insurance too", true],
    ['please add insurance', true],
    ['without insurance', false],
    ["I don't want insurance", false],
    ['no insurance please', false],
    ['Insurance please', true],
    ["I'll take the insurance, thanks", true],
    ['can I get insurance?', true],
    ['I want the insurance not', false],
  ])('is meant by what its name adds: %j', (text, value) => {
    expect(read(text, CAR, { add_insurance: !value })).toEqual({ add_insurance: value });
  });

  it.each([
    ['de', 'Ich möchte eine Versicherung', true],
    ['de', 'Versicherung bitte', true],
    ['de', 'keine Versicherung', false],
    ['de', 'Ich will die Versicherung nicht', false],
    ['de', 'Ich will die Versicherung nicht haben', false],
    ['es', 'Quiero el seguro', true],
    ['es', 'seguro, por favor', undefined],
    ['es', 'el seguro por favor', true],
    ['es', 'sin seguro', false],
    ['es', 'no quiero seguro', false],
    ['es', 'no, quiero seguro', true],
  ])('is switched in "%s" by %j', (language, text, value) => {
    const settings = slotSettings({ language, languageDirectory: '', timeZone: 'UTC' }, systemClock);
    const schema = { properties: { con_seguro: { type: 'boolean' }, versicherung: { type: 'boolean' } } };
    const { values } = readSlots({ text, schema, values: {}, settings });
    expect(Object.values(values)[0]).toBe(value);
  });

  it.each(['is insurance expensive?', 'my insurance pays'])('is not switched by %j', (text) => {
    expect(read(text, CAR)).toEqual({});
  });
});

describe('a number of seats', () => {
  const RIDE: JsonObject = {
    type: 'object',
    properties: { number_of_seats: { type: 'integer' }, ticket_price: { type: 'number' } },
  };

  it.each([
    ['for 3 people', 3],
    ['No, I need 2 tickets.', 2],
    ['there is only one person in my group', 1],
    ['there will be 2 of us', 2],
  ])('is said by those who sit in %j', (text, number_of_seats) => {
    expect(read(text, RIDE)).toEqual({ number_of_seats });
  });

  it('is none where two properties count people', () => {
    const schema: JsonObject = { properties: { adults: { type: 'integer' }, number_of_seats: { type: 'integer' } } };
    expect(read('for 3 people', schema)).toEqual({});
  });
});

describe('a short option', () => {
  it('is read in small letters where they are no word', () => {
    const device: JsonObject = { properties: { device: { enum: ['TV', 'Radio'] }, country: { enum: ['US', 'IT'] } } };
    expect(read('please play it on my tv', device)).toEqual({ device: 'TV' });
    expect(read('it is for us', device)).toEqual({});
  });
});
