import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { hasSensitive, hideInTexts, hideValues, maskSensitive, sensitiveValues } from './sensitive.js';

const SECRET = { 'x-sensitive': true };

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

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    // As pydantic writes `SecretStr | None`.
    [
      'in a branch',
      { properties: { pin: { anyOf: [{ type: 'string', format: 'password' }, { type: 'null' }] } } },
      { pin: '1234' },
      { pin: '[hidden]' },
    ],
    [
      'behind a reference',
      {
        properties: { login: { $ref: '#/$defs/Login' }, 'a/b': { $ref: '#/properties/login/properties' } },
        $defs: { Login: { properties: { pin: { $ref: '#/$defs/A~1%42' } } }, 'A/B': SECRET },
      },
      { login: { user: 'ann', pin: '1234' } },
      { login: { user: 'ann', pin: '[hidden]' } },
    ],
    [
      'in a document that leads back to itself',
      { $ref: '#', properties: { next: { $ref: '#' }, pin: SECRET } },
      { next: { next: { pin: '1' }, user: 'b' } },
      { next: { next: { pin: '[hidden]' }, user: 'b' } },
    ],
    [
      'in a part of the whole',
      { allOf: [{ properties: { pin: SECRET } }], if: {}, else: { properties: { code: SECRET } } },
      { pin: '1', code: '2', user: 'ann' },
      { pin: '[hidden]', code: '[hidden]', user: 'ann' },
    ],
    [
      'for names that are not named',
      { properties: { user: {} }, patternProperties: { '^pin': SECRET }, additionalProperties: { items: SECRET } },
      { user: ['ann'], pin2: '1', keys: ['k'], more: 'm' },
      { user: ['ann'], pin2: '[hidden]', keys: ['[hidden]'], more: 'm' },
    ],
    [
      'for what nothing else names',
      { allOf: [{ properties: { user: {} } }], unevaluatedProperties: SECRET },
      { user: 'ann', pin: '1' },
      { user: 'ann', pin: '[hidden]' },
    ],
    [
      'at a place of a list',
      { properties: { pair: { prefixItems: [{}, SECRET] }, old: { items: [{}], additionalItems: SECRET } } },
      { pair: ['ann', '1', 'c'], old: ['ann', '2'] },
      { pair: ['ann', '[hidden]', 'c'], old: ['ann', '[hidden]'] },
    ],
  ])('hide what is marked %s', (_where, document, args, shown) => {
    expect(maskSensitive(document, args)).toEqual(shown);
    expect(hasSensitive(document)).toBe(true);
    expect(sensitiveValues(document, args).length).toBe(JSON.stringify(shown).split('[hidden]').length - 1);
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

it('numbers that are secret are hidden in a value as texts are', () => {
  const value = { code: 471_123, of: [471_123, 4711], said: 'it is 471123', turn: 12 };
  const hidden = { code: '[hidden]', of: ['[hidden]', 4711], said: 'it is [hidden]', turn: 12 };
  expect(hideInTexts(value, ['471123', '12'])).toEqual(hidden);
});
