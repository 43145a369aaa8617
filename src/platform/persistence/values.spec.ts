import { describe, expect, it } from 'vitest';
import { readJson, readJsonObject, readTimestamp, toPostgresValue, toSqliteValue } from './values.js';

describe('readJson', () => {
  it('gives the same for text and for what is parsed already', () => {
    for (const value of ['{"a":[1]}', { a: [1] }]) expect(readJson(value)).toEqual({ a: [1] });
  });

  it('gives null for nothing', () => {
    expect([readJson(null), readJson(undefined), readJson('null')]).toEqual([null, null, null]);
  });

  it('throws for text that is not JSON', () => {
    expect(() => readJson('{a}')).toThrow(SyntaxError);
  });
});

describe('readJsonObject', () => {
  it('gives an object, and refuses anything else', () => {
    expect(readJsonObject('{"a":1}')).toEqual({ a: 1 });
    for (const value of ['[1]', 'null', null, [1]]) expect(() => readJsonObject(value)).toThrow(TypeError);
  });
});

describe('readTimestamp', () => {
  const instant = new Date('2026-01-02T03:04:05.678Z');

  it('reads text without a zone as UTC', () => {
    expect(readTimestamp('2026-01-02 03:04:05.678')).toEqual(instant);
    expect(readTimestamp('2026-01-02 03:04:05')).toEqual(new Date('2026-01-02T03:04:05Z'));
  });

  it('reads a zone where there is one, and takes a date as it is', () => {
    expect(readTimestamp('2026-01-02T04:04:05.678+01:00')).toEqual(instant);
    expect(readTimestamp('2026-01-02T03:04:05.678Z')).toEqual(instant);
    expect(readTimestamp(instant)).toBe(instant);
  });

  it('reads back what a date is stored as', () => {
    expect(toSqliteValue(instant)).toBe('2026-01-02 03:04:05.678');
    expect(readTimestamp(toSqliteValue(instant))).toEqual(instant);
  });
});

describe('parameters', () => {
  it('become JSON text when they are arrays or objects, on both databases', () => {
    for (const convert of [toPostgresValue, toSqliteValue]) {
      expect([[1, 'a'], { a: 1 }, []].map(convert)).toEqual(['[1,"a"]', '{"a":1}', '[]']);
    }
  });

  it('stay what they are when the database knows them', () => {
    const bytes = Buffer.from('a');
    for (const convert of [toPostgresValue, toSqliteValue]) {
      expect(['a', 1.5, 12n, null, bytes].map(convert)).toEqual(['a', 1.5, 12n, null, bytes]);
    }
  });

  it('become 0, 1 and null on SQLite when they are booleans or missing', () => {
    expect([true, false, undefined].map(toSqliteValue)).toEqual([1, 0, null]);
  });
});
