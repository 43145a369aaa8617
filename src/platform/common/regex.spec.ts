import { describe, expect, it } from 'vitest';
import { checkRegex, compileRegex, MAX_REGEX_PATTERN, MAX_REGEX_TEXT } from './regex.js';

describe('finding', () => {
  it('gives the text, the offset, the groups in order and the named groups', () => {
    const match = compileRegex('order (?<id>\\d+)(?: (now))?').find('cancel order 42');
    expect(match).toEqual({ text: 'order 42', index: 7, groups: ['42', undefined], named: { id: '42' } });
  });

  it('gives nothing where the pattern does not occur', () => {
    expect(compileRegex('refund').find('cancel order 42')).toBeUndefined();
  });

  it('gives every match from left to right', () => {
    expect(
      compileRegex('[a-z]\\d')
        .findAll('a1 b2 c')
        .map((match) => [match.text, match.index]),
    ).toEqual([
      ['a1', 0],
      ['b2', 3],
    ]);
  });

  it('stops after 1,000 matches', () => {
    expect(compileRegex('a').findAll('a'.repeat(5_000))).toHaveLength(1_000);
  });

  it('does not look behind the first 20,000 characters', () => {
    const regex = compileRegex('needle');
    expect(regex.test(`needle${'x'.repeat(MAX_REGEX_TEXT)}`)).toBe(true);
    expect(regex.test(`${'x'.repeat(MAX_REGEX_TEXT)}needle`)).toBe(false);
  });

  it('keeps a group called __proto__ a group', () => {
    const named = compileRegex('(?<__proto__>x)').find('x')?.named ?? {};
    expect(Object.getOwnPropertyNames(named)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(named)).toBe(Object.prototype);
  });
});

describe('case', () => {
  it('matters unless the caller or the pattern says otherwise', () => {
    expect(compileRegex('cancel').test('CANCEL')).toBe(false);
    expect(compileRegex('cancel', { ignoreCase: true }).test('CANCEL')).toBe(true);
    expect(compileRegex('(?i)cancel').test('CANCEL')).toBe(true);
    expect(compileRegex('é', { ignoreCase: true }).test('É')).toBe(true);
  });

  it('does not leak from one use of a pattern to another', () => {
    compileRegex('refund', { ignoreCase: true });
    expect(compileRegex('refund').test('REFUND')).toBe(false);
  });
});

describe('matching in full', () => {
  it('asks for the whole text', () => {
    const regex = compileRegex('a|ab');
    expect(regex.fullMatch('ab')).toBe(true);
    expect(regex.fullMatch('abc')).toBe(false);
  });

  it('is never true of a text too long to be read in full', () => {
    expect(compileRegex('x*').fullMatch('x'.repeat(MAX_REGEX_TEXT))).toBe(true);
    expect(compileRegex('x*').fullMatch('x'.repeat(MAX_REGEX_TEXT + 1))).toBe(false);
  });
});

describe('patterns written for Java and JavaScript', () => {
  it('understands \\u escapes, surrogate pairs included', () => {
    expect(compileRegex('\\u00e9').fullMatch('é')).toBe(true);
    expect(compileRegex('\\uD83D\\uDE00').fullMatch('😀')).toBe(true);
    expect(compileRegex('\\\\u00e9').fullMatch('\\u00e9')).toBe(true);
  });

  it('understands lookbehind', () => {
    const regex = compileRegex('(?<!not )delete');
    expect(regex.test('delete it')).toBe(true);
    expect(regex.test('do not delete it')).toBe(false);
  });

  it('finishes a pattern that makes a backtracking engine hang', () => {
    expect(compileRegex('^(a+)+$').test(`${'a'.repeat(10_000)}!`)).toBe(false);
    expect(compileRegex('(x+x+)+y').find('x'.repeat(10_000))).toBeUndefined();
  });
});

describe('checking a pattern', () => {
  it('has nothing to say about a good one', () => {
    expect(checkRegex('\\b(?:cancel|stop)\\b.*\\d{1,5}')).toBeUndefined();
  });

  it.each([
    ['a(?=b)', 'lookahead'],
    ['(?!no)yes', 'lookahead'],
    ['(a)\\1', 'refers back'],
    ['(?<q>["\'])x\\k<q>', 'refers back'],
    ['(?P<n>a)(?P=n)', 'refers back'],
    ['a++', 'possessive'],
    ['a{2}+', 'possessive'],
    ['(?>a)', 'atomic group'],
    ['(?<=(a))b', 'inside a lookbehind'],
    ['end\\Z', 'write "$"'],
    ['\\p{IsGreek}', 'character class'],
    ['[a-z&&[^b]]', 'intersects character classes'],
    ['a{1001}', '1,000 times'],
    ['(?x)a b', 'flag'],
    ['(a', 'missing closing )'],
  ])('says of %s what is wrong: %s', (pattern, reason) => {
    expect(checkRegex(pattern)).toContain(reason);
    expect(() => compileRegex(pattern)).toThrow(SyntaxError);
  });
  it('refuses a pattern that is too long or compiles to too much', () => {
    expect(checkRegex('x'.repeat(MAX_REGEX_PATTERN))).toBeUndefined();
    expect(checkRegex('x'.repeat(MAX_REGEX_PATTERN + 1))).toContain('longer than');
    expect(checkRegex('x{1000}'.repeat(6))).toContain('too complex');
    expect(checkRegex('('.repeat(2_000) + ')'.repeat(2_000))).toContain('too complex');
  });
});
