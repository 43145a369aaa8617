import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../common/json.js';
import { redact } from './redact.js';

const KEYS = ['password', 'apiKey'];

describe('redact', () => {
  it('blacks out a key at any depth, in objects and lists', () => {
    expect(redact({ a: [{ password: 'x', kept: 1 }], password: 'y' }, KEYS)).toEqual({
      a: [{ password: '[redacted]', kept: 1 }],
      password: '[redacted]',
    });
  });

  it('compares keys without regard to case, and whole', () => {
    expect(redact({ PASSWORD: 1, ApiKey: 2, passwordHint: 'kept' }, KEYS)).toEqual({
      PASSWORD: '[redacted]',
      ApiKey: '[redacted]',
      passwordHint: 'kept',
    });
  });

  it('blacks out whatever the value is', () => {
    expect(redact({ password: { deep: ['secret'] }, apiKey: null }, KEYS)).toEqual({
      password: '[redacted]',
      apiKey: '[redacted]',
    });
  });

  it('looks into strings that are JSON text', () => {
    const context = JSON.stringify({ user: { password: 'hunter2' }, inner: JSON.stringify([{ apiKey: 'k' }]) });
    expect(JSON.stringify(redact({ context }, KEYS))).not.toMatch(/hunter2|"k/);
  });

  it('leaves other text as it is, byte for byte', () => {
    const texts = ['password: x', '{ not json', '{ "a" :  1 }', '[1, 2]', ' {"b":2} ', '12', ''];
    expect(redact(texts, KEYS)).toEqual(texts);
  });

  it('gives a copy that does not change with the original', () => {
    const original = { list: [{ a: 1 }] };
    const copy = redact(original, []);
    original.list.push({ a: 2 });
    expect(copy).toEqual({ list: [{ a: 1 }] });
  });

  it('survives a key named __proto__ without touching prototypes', () => {
    const value = JSON.parse('{"__proto__":{"password":"x"}}') as JsonValue;
    expect(JSON.stringify(redact(value, KEYS))).toBe('{"__proto__":{"password":"[redacted]"}}');
  });

  it('replaces characters that PostgreSQL cannot store', () => {
    expect(redact({ 'k\u0000': 'a\u0000b', half: '\ud83d' }, KEYS)).toEqual({ 'k\ufffd': 'a\ufffdb', half: '\ufffd' });
    expect(redact('whole \ud83d\ude00', KEYS)).toBe('whole \ud83d\ude00');
  });

  it('stops at a depth of 64 instead of overflowing the stack', () => {
    let deep: JsonValue = 'bottom';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(JSON.stringify(redact(deep, KEYS))).toBe(`${'['.repeat(64)}"[nested too deeply]"${']'.repeat(64)}`);
  });
});
