import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../language/index.js';
import { readValueLanguage } from './value-language.js';

const english = readValueLanguage(ENGLISH).numbers;
const german = readValueLanguage({ language: 'de', languageDirectory: '' }).numbers;

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const EINER =
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const ZEHNER = '- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

function inEnglish(number: number): string {
  const [thousands, hundreds, rest] = [Math.floor(number / 1000), Math.floor(number / 100) % 10, number % 100];
  const below =
    rest < 20 ? UNITS[rest] : [TENS[Math.floor(rest / 10)], ...(rest % 10 ? [UNITS[rest % 10]] : [])].join('-');
  const parts = [thousands ? `${inEnglish(thousands)} thousand` : '', hundreds ? `${UNITS[hundreds]} hundred` : ''];
  const front = parts.filter(Boolean).join(' ');
  if (rest === 0 && front) return front;
  return front ? `${front} and ${below}` : String(below);
}

function inGerman(number: number): string {
  const [thousands, hundreds, rest] = [Math.floor(number / 1000), Math.floor(number / 100) % 10, number % 100];
  const unit = rest % 10 ? `${EINER[rest % 10]}und` : '';
  const below = rest < 20 ? (rest === 1 ? 'eins' : EINER[rest]) : unit + ZEHNER[Math.floor(rest / 10)];
  const front =
    (thousands ? `${thousands === 1 ? 'ein' : inGerman(thousands).replace(/eins$/, 'ein')}tausend` : '') +
    (hundreds ? `${EINER[hundreds]}hundert` : '');
  return rest === 0 && front ? front : `${front}${below}`;
}

describe('a number', () => {
  it('is read as it is said, in English and in German', () => {
    fc.assert(
      fc.property(fc.nat(99_999), (number) => {
        expect(english.parse(inEnglish(number))).toBe(number);
        expect(german.parse(inGerman(number))).toBe(number);
      }),
    );
  });

  it.each([
    '9007199254740993',
    '4111 1111 1111 1112',
    '4,111,111,111,111,112',
    '0.30000000000000004',
    '1234567890123456k',
  ])('is none where it has more digits than a number keeps: %j', (text) => expect(english.parse(text)).toBeUndefined());

  it.each([
    ['100000000000000000000', 1e20],
    ['0.1000000000000000000', 0.1],
    ['000123456789012345', 123_456_789_012_345],
  ])('is one however many zeros are written around it: %j', (text, number) => expect(english.parse(text)).toBe(number));

  it('is read as it is written, with the separators of the language', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat(99), (whole, cents) => {
        const number = Number(`${whole}.${String(cents).padStart(2, '0')}`);
        const options = { minimumFractionDigits: 2 };
        expect(english.parse(number.toLocaleString('en', options))).toBe(number);
        expect(german.parse(number.toLocaleString('de', options))).toBe(number);
      }),
    );
  });

  it.each([
    ...([
      ['a dozen', 12],
      ['half a dozen', 6],
      ['two and a half', 2.5],
      ['two and a half million', 2_500_000],
    ] as const),
    ...([
      ['a hundred', 100],
      ['1.5 lakh', 150_000],
      ['35k', 35_000],
      ['₹3,50,000', 350_000],
      ['$5.50', 5.5],
    ] as const),
  ])('is %j', (text, number) => expect(english.parse(text)).toBe(number));

  it.each([
    ...([
      ['ein Dutzend', 12],
      ['anderthalb', 1.5],
      ['zweieinhalb', 2.5],
      ['1.200,50 €', 1200.5],
    ] as const),
    ...([
      ['zwei Millionen', 2_000_000],
      ['hundertfünfzig Euro', 150],
      ['drei', 3],
    ] as const),
  ])('is %j in German', (text, number) => expect(german.parse(text)).toBe(number));

  it('counts behind "make that", and not behind "that" alone', () => {
    expect(english.find('make that three tickets').map(({ value }) => value)).toEqual([3]);
    expect(english.find('not that one')).toEqual([]);
  });

  it('counts "one" behind "there is", and the two of "the two"', () => {
    expect(english.find('there is one person').map(({ value }) => value)).toEqual([1]);
    expect(english.find('the two of us').map(({ value }) => value)).toEqual([2]);
  });

  it.each(['two three', 'the second one', 'that one', 'v2.0', 'A5', 'ten to', 'someone', '1.2.3', '--'])(
    'is not %j',
    (text) => expect(english.parse(text)).toBeUndefined(),
  );
});
