import { describe, expect, it } from 'vitest';
import { readLexicon } from './lexicon.js';
import { splitWords } from './words.js';

const lexicon = readLexicon();
const termsOf = (text: string) => lexicon.termsOf(text);
const textsOf = (text: string) => splitWords(text).map((word) => word.toLowerCase());

describe('the words of an identifier', () => {
  it.each([
    ['customer_id', ['customer', 'id']],
    ['CustomerID', ['customer', 'id']],
    ['HTTPStatusCode', ['http', 'status', 'code']],
    ['shipping address (line 2)', ['shipping', 'address', 'line', '2']],
    ['api4_async', ['api4', 'async']],
    ['AREA-CODE', ['area', 'code']],
    ['größeInCm', ['größe', 'in', 'cm']],
    ['', []],
  ])('%s are %j', (name, words) => expect(textsOf(name)).toEqual(words));

  it('are two characters each in scripts without spaces', () => {
    expect(textsOf('销售价格')).toEqual(['销售', '售价', '价格']);
    expect(textsOf('价格')).toEqual(['价格']);
  });
});

describe('a term', () => {
  it.each([
    ['countries', 'country'],
    ['People', 'person'],
    ['taught', 'teach'],
    ['oldest', 'old'],
    ['enrolled', 'enrolling'],
    ['créée', 'creee'],
    ['ＩＤ', 'id'],
  ])('is the same for %s and %s', (one, other) => expect(termsOf(one)).toEqual(termsOf(other)));

  it.each([
    ['api3', 'api4'],
    ['state', 'status'],
  ])('is not the same for %s and %s', (one, other) => expect(termsOf(one)).not.toEqual(termsOf(other)));
});
