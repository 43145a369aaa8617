import { describe, expect, it } from 'vitest';
import type { PhraseKind } from './act-file.js';
import { PhraseMatcher } from './phrase-matcher.js';

const SETS = { go: ['go_ahead', 'proceed', 'do it'], fact: ['price', 'address'] };

/** How many words each template covers at the start of a text; 0 where it is not there. */
function lengthOf(template: string, text: string): number {
  return matcherOf({ consent: [template] }).at(text.split(' '), 0, ['consent'])?.length ?? 0;
}

function matcherOf(phrases: Partial<Record<PhraseKind, readonly string[]>>): PhraseMatcher {
  return new PhraseMatcher(phrases, SETS);
}

describe('a phrase template', () => {
  it.each([
    ['please do', 'please do it', 2],
    ['please do', 'please', 0],
    ['do it|that', 'do that now', 2],
    ['a_lot|lots of', 'a lot of it', 3],
    ['[go]', 'go ahead then', 2],
    ['[go]', 'do it', 2],
    ['i really|very? agree', 'i agree', 2],
    ['i really|very? agree', 'i very agree', 3],
    ['i really|very? agree', 'i very really agree', 0],
    ['i really|very* agree', 'i very really agree', 4],
    ['really+ yes* ok', 'really really ok', 3],
    ['really+ yes* ok', 'ok', 0],
    ['really+ yes* ok', 'yes ok', 0],
    ['really+ yes* ok', 'really yes really ok', 0],
    ['take [any]* out', 'take this and that out of it', 5],
    ['take [any] out', 'take , out', 0],
    ['take [any] out', 'take 1,000 out', 0],
    ['the [fact] is [any]', 'the price is 30', 4],
    ['fine $', 'fine', 1],
    ['fine $', 'fine , thanks', 1],
    ['fine $', 'fine thanks', 0],
    ['yes please?', 'yes please', 2],
  ])('"%s" covers of "%s" %i words', (template, text, words) => {
    expect(lengthOf(template, text)).toBe(words);
  });

  it('that names a set which is not there is refused', () => {
    expect(() => matcherOf({ consent: ['[gone]'] })).toThrow('There is no set [gone].');
  });
});

describe('phrases of several kinds', () => {
  const matcher = matcherOf({ consent: ['go ahead'], refusal: ['go'], filler: ['go ahead now', 'go'] });
  const words = 'please go ahead now'.split(' ');

  it('are found by the longest; on a draw by the kind named first', () => {
    expect(matcher.at(words, 1, ['refusal', 'consent'])).toEqual({ kind: 'consent', length: 2 });
    expect(matcher.at(words, 1, ['consent', 'filler'])).toEqual({ kind: 'filler', length: 3 });
    expect(matcher.at(['go'], 0, ['filler', 'refusal'])).toEqual({ kind: 'filler', length: 1 });
    expect(matcher.at(words, 0, ['consent', 'filler'])).toBeUndefined();
  });

  it('do not count inside of longer ones that shadow them', () => {
    expect(matcher.indexOf(words, 'refusal')).toBe(1);
    expect(matcher.indexOf(words, 'refusal', ['consent'])).toBe(-1);
  });

  it('are looked for in sixteen words at most', () => {
    const long = matcherOf({ consent: ['take [any]* out'] });
    const text = (between: number) => ['take', ...Array.from({ length: between }, () => 'this'), 'out'];
    expect(long.at(text(14), 0, ['consent'])).toEqual({ kind: 'consent', length: 16 });
    expect(long.at(text(15), 0, ['consent'])).toBeUndefined();
  });
});
