import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json.js';
import { jsonPathHolds, readJsonPath } from './index.js';

/** Keys that mean something to jsonpath-plus. */
const KEYS = ['(0)', '(1)', '?(0)', '*', '..', '$', '^', '~', '`b', '@number()', '1:2', 'x,y', '#0', 'it\'s "x\\', ''];

describe('a key that jsonpath-plus would take for a selector', () => {
  const document = { a: Object.fromEntries(KEYS.map((key, index) => [key, index])) };

  it.each(KEYS.map((key, index) => [key, index] as const))('%j is a name', (key, index) => {
    const written = key.replaceAll(/['\\]/g, '\\$&');
    expect(readJsonPath(`$.a['${written}']`, document)).toEqual([index]);
    expect(readJsonPath(`$.*['${written}']`, document)).toEqual([index]);
  });

  it('stands in the way of no selector', () => {
    expect(readJsonPath('$.a.*', document)).toEqual(KEYS.map((_key, index) => index));
    expect(readJsonPath('$.*[0]', document)).toEqual([]);
    expect(readJsonPath('$.a[1:2]', document)).toEqual([]);
    expect(readJsonPath("$.a[?(@.b == 1 || @['*'] == 3)].*", document)).toHaveLength(KEYS.length);
  });
});

describe('the stack', () => {
  const nested = (levels: number, wrap: (inner: JsonValue) => JsonValue) =>
    Array.from({ length: levels }).reduce<JsonValue>((inner) => wrap(inner), 1);

  it('holds the longest paths', () => {
    expect(
      readJsonPath(
        `$${'.a'.repeat(999)}`,
        nested(999, (a) => ({ a })),
      ),
    ).toEqual([1]);
    const lists = nested(600, (inner) => [inner]);
    expect(readJsonPath(`$${'[*]'.repeat(600)}`, lists)).toEqual([1]);
    expect(readJsonPath(`$${'[?(@)]'.repeat(300)}`, lists)).toHaveLength(1);
  });

  it('holds long paths in filters in filters', () => {
    const names = '.a'.repeat(40);
    const filters = Array.from({ length: 9 }).reduce<string>((inner) => `@${names}[?(${inner})]`, `@${names}`);
    expect(
      jsonPathHolds(
        `$[?(${filters})]`,
        nested(900, (a) => ({ a })),
      ),
    ).toBe(true);
  });
});
