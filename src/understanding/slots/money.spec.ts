import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { readSlots } from './read-slots.js';
import { slotSettings } from './vocabulary/index.js';

describe('an amount of money', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { amount: { type: 'number' }, currency: { type: 'string' }, seats: { type: 'integer' } },
  };
  const read = (text: string) => readSlots({ text, schema, values: {} }).values;

  it.each<[string, JsonObject]>([
    ['$500', { amount: 500, currency: 'USD' }],
    ['1,200.50 euros for 3 seats', { amount: 1200.5, currency: 'EUR', seats: 3 }],
    ['I pay two hundred pounds', { amount: 200, currency: 'GBP' }],
    ['500', {}],
  ])('goes to the amount with its currency in %j', (text, values) => expect(read(text)).toEqual(values));

  it('is written in German as Germans do', () => {
    const settings = slotSettings({ language: 'de', languageDirectory: '', timeZone: 'UTC' }, { now: () => 0 });
    expect(readSlots({ text: '1.200,50 Euro', schema, values: {}, settings }).values).toEqual({
      amount: 1200.5,
      currency: 'EUR',
    });
  });
});
