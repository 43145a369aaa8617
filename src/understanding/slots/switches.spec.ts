import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { readSlots } from './read-slots.js';

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
  ])('is meant by what its name adds: %j', (text, value) => {
    expect(read(text, CAR, { add_insurance: !value })).toEqual({ add_insurance: value });
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
  ])('is said by those who sit in %j', (text, number_of_seats) => {
    expect(read(text, RIDE)).toEqual({ number_of_seats });
  });

  it('is none where two properties count people', () => {
    const schema: JsonObject = { properties: { adults: { type: 'integer' }, number_of_seats: { type: 'integer' } } };
    expect(read('for 3 people', schema)).toEqual({});
  });
});
