import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { foldedText, requiredText } from './required-text.js';

describe('the text that a pattern requires', () => {
  it.each([
    ['\\bcancel\\b.*\\border\\b', 'cancel'],
    ['\\b(what|how)\\b.*\\bTopic 12\\b', 'topic 12'],
    ['where is my (order|parcel)', 'where is my '],
    ['orders? of (me)+', 'order'],
    ['colou?r', 'colo'],
    ['a{2}bc+d', 'bc'],
    ['1\\.5\\+ \\$', '1.5+ $'],
    ['(?i)refund', 'refund'],
    ['[abc]def[[:alpha:]xyz]gh[]k]', 'def'],
    ['caf\\w+ au lait', ' au lait'],
  ])('is the longest outside of groups: %s', (pattern, text) => {
    expect(requiredText(pattern)).toBe(text);
  });

  it.each(['refund|return', '(refund)', 'x', '\\x41bcdef', '\\Qrefund\\E', '\\p{L}efund', ''])(
    'is not told for %s',
    (pattern) => {
      expect(requiredText(pattern)).toBeUndefined();
    },
  );

  it('stands in everything that the pattern matches, whatever the case', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'ab',
        'kS',
        'é',
        '.',
        '^',
        '$',
        '\\b',
        '\\d',
        '\\.',
        '\\-',
        '[ab]',
        '[^a]',
        '[]a]',
        '[\\]k]',
        '[[:alpha:]-]',
      ],
      ...['(', '(?:', '(?i:', ')', '|', '*', '*?', '+', '?', '{2}', '{1,}', '{0,3}?', '{', '}', ' ', ','],
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom(...'abkSKſsÉé.-],1 {}'), maxLength: 12 });
    let matched = 0;
    fc.assert(
      fc.property(pattern, text, (source, said) => {
        const required = isValid(source) ? requiredText(source) : undefined;
        if (required === undefined || !RE2JS.compile(source, RE2JS.CASE_INSENSITIVE).test(said)) return;
        matched += 1;
        expect(foldedText(said)).toContain(required);
      }),
      { numRuns: 30_000 },
    );
    expect(matched).toBeGreaterThan(10);
  });
});

function isValid(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}
