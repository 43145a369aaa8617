import { describe, expect, it } from 'vitest';
import type { JsonObject } from './manifest.js';
import { ecmaPattern, publishedSchema } from './published-schema.js';

const LOST = '(?i)abc';

describe('a pattern as clients compile it', () => {
  it.each([
    ['^[a-z]+$', '^[a-z]+$'],
    ['^[a-zA-Z0-9_\\-\\:]+$', '^[a-zA-Z0-9_\\-:]+$'],
    ['\\d{3}\\-\\d{4}', '\\d{3}-\\d{4}'],
    ['\\"\\_\\@\\#', '"_@#'],
    ['[\\]\\-\\!]\\-', '[\\]\\-!]-'],
    ['a\\\\\\:b', 'a\\\\:b'],
  ])('keeps its meaning: %s', (given, expected) => {
    expect(ecmaPattern(given)).toBe(expected);
    expect(() => new RegExp(expected, 'u')).not.toThrow();
  });

  it.each([LOST, '\\Aabc\\Z', '(?P<x>a)', 'a++'])('is none where the meaning would be another: %s', (given) => {
    expect(ecmaPattern(given)).toBeUndefined();
  });
});

describe('a schema as clients compile it', () => {
  it('is mended wherever a schema may stand, and nowhere else', () => {
    const bad = { type: 'string', pattern: '\\:' };
    const good = { type: 'string', pattern: ':' };
    const schema = (one: JsonObject) => ({
      properties: { pattern: one, list: { items: one }, pair: { prefixItems: [one] } },
      $defs: { one },
      allOf: [one],
      not: one,
      additionalProperties: one,
    });
    const values = { enum: [bad], const: bad, default: bad };
    const { schema: published, leftOut } = publishedSchema({ ...schema(bad), ...values });
    expect([published, leftOut]).toEqual([{ ...schema(good), ...values }, []]);
  });

  it('leaves out what cannot be mended, and says so', () => {
    const { schema, leftOut } = publishedSchema({ properties: { a: { type: 'string', pattern: LOST } } });
    expect([schema, leftOut]).toEqual([{ properties: { a: { type: 'string' } } }, [LOST]]);
  });

  it('never allows less than before', () => {
    const lost = { pattern: LOST };
    const turnings: JsonObject[] = [{ not: lost }, { oneOf: [lost, {}] }, { if: lost, else: { minLength: 3 } }];
    for (const turning of turnings) {
      expect(publishedSchema({ type: 'string', ...turning }).schema).toEqual({ type: 'string' });
    }
    const named = { patternProperties: { [LOST]: {}, '^x': {} }, additionalProperties: false };
    expect(publishedSchema(named).schema).toEqual({ patternProperties: { '^x': {} } });
  });
});
