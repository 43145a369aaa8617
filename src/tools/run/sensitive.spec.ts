import { describe, expect, it } from 'vitest';
import { hideValues, maskSensitive } from './sensitive.js';

const schema = {
  type: 'object',
  properties: {
    user: { type: 'string' },
    pin: { type: 'string', 'x-sensitive': true },
    login: { type: 'object', properties: { secret: { format: 'password' } } },
    cards: { type: 'array', items: { type: 'object', properties: { cvc: { writeOnly: true } } } },
  },
};

describe('arguments as they are shown', () => {
  it('hide what the schema marks, at any depth', () => {
    const args = { user: 'ann', pin: '1234', login: { secret: 'x', name: 'a' }, cards: [{ cvc: 1, bank: 'b' }] };
    expect(maskSensitive(schema, args)).toEqual({
      user: 'ann',
      pin: '[hidden]',
      login: { secret: '[hidden]', name: 'a' },
      cards: [{ cvc: '[hidden]', bank: 'b' }],
    });
  });

  it('are left alone where nothing is marked', () => {
    expect(maskSensitive(null, { pin: '1' })).toEqual({ pin: '1' });
    expect(maskSensitive({ properties: {} }, { pin: '1' })).toEqual({ pin: '1' });
  });
});

describe('values hidden in a text', () => {
  it.each([
    ['the pin is 1234', ['1234'], 'the pin is [hidden]'],
    ['the pin is [hidden]', ['hidden'], 'the pin is [hidden]'],
    ['1234 and a hidden 12345', ['1234', 'hidden', '12345'], '[hidden] and a [hidden] [hidden]'],
    ['a+b? (c)', ['a+b?', '(c)'], '[hidden] [hidden]'],
    ['no, it is 12', ['12', 'no'], 'no, it is 12'],
  ])('%j without %j is %j, however often they are', (text, values, hidden) => {
    expect(hideValues(text, values)).toBe(hidden);
    expect(hideValues(hidden, values)).toBe(hidden);
  });
});
