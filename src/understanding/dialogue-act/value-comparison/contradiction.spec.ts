import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import { ENGLISH } from '../../language/index.js';
import { ProposalWords } from '../proposal/index.js';
import { isEcho } from '../rules/index.js';
import { readActLanguage, readMessage, typed, wordsOf as wordsIn } from '../words/index.js';
import { indexOfNewValue } from './contradiction.js';

const language = readActLanguage(ENGLISH);
const wordsOf = (text: string) => wordsIn(text, language.spelling);

describe('indexOfNewValue', () => {
  const proposal = new ProposalWords(
    {
      question: 'Book it?',
      arguments: { time: '7 pm', number_of_days: 2, date: 'March 5th', wifi: false },
    },
    language,
  );
  const isNew = (text: string) => indexOfNewValue(wordsOf(text), proposal) >= 0;

  it.each(['at 7', '7 pm', '19:00', 'on the 5th', '2 days', 'without wifi', 'no wifi', 'March 5'])(
    'knows %j',
    (text) => {
      expect(isNew(text)).toBe(false);
    },
  );

  it.each(['at 8', '7 am', 'on the 6th', 'April 5', '5 days', 'with wifi', 'wifi please', 'tomorrow', '30'])(
    'does not know %j',
    (text) => expect(isNew(text)).toBe(true),
  );
});

describe('a number that only the question holds', () => {
  const proposed = (question: string) =>
    new ProposalWords({ question, arguments: { card: 'card_a', seats: 2 } }, language);
  const one = proposed('Book it for 290 dollars with your credit card ending in 7334?');
  const two = proposed('Book it with your credit card ending in 7334? The one ending in 1111 has expired.');

  it.each<[string, boolean]>([
    ['with my credit card ending in 7334', false],
    ['with my credit card ending in 7335', true],
    ['with card 7334', true],
    ['for 290', false],
    ['for 209', true],
  ])('%j is new: %s', (text, isNew) => expect(indexOfNewValue(wordsOf(text), one) >= 0).toBe(isNew));

  it.each(['with my card ending in 7334', 'with my card ending in 1111'])('%j is, where there are two', (text) =>
    expect(indexOfNewValue(wordsOf(text), two)).not.toBe(-1),
  );
});

describe('a value that no argument holds', () => {
  const german = readActLanguage({ language: 'de', languageDirectory: '' });
  const isNew = (text: string, question: string, args: JsonObject, words = language) => {
    const proposal = new ProposalWords({ question, arguments: args }, words);
    return indexOfNewValue(wordsIn(text, words.spelling), proposal) >= 0;
  };
  const table = { people: 4, time: '19:00' };

  it.each<[string, boolean]>([
    ['Genau, heute Abend um sieben', false],
    ['Ja, morgen', true],
    ['Ja, heute um 8', true],
  ])('%j to a question that says today: %s', (text, expected) =>
    expect(isNew(text, 'Soll ich für heute um 19 Uhr einen Tisch für 4 reservieren?', table, german)).toBe(expected),
  );

  it.each<[string, boolean]>([
    ['do it today', false],
    ['do it tomorrow', true],
  ])('%j to a question that says no day: %s', (text, expected) =>
    expect(isNew(text, 'Shall I cancel your order 7017?', { order: '7017' })).toBe(expected),
  );

  it.each<[string, boolean]>([
    ['Freitag passt', false],
    ['auf den Freitag', false],
    ['Samstag passt', true],
  ])('%j, where the day has its name before its date: %s', (text, expected) =>
    expect(isNew(text, 'Soll ich Ihren Flug auf Freitag, den 8. Mai, umbuchen?', { date: '2026-05-08' }, german)).toBe(
      expected,
    ),
  );

  it.each<[string, boolean]>([
    ['at 6', false],
    ['at 6 in the morning', false],
    ['at 6 in the evening', true],
  ])('%j to a time of 24 hours: %s', (text, expected) =>
    expect(isNew(text, 'Shall I book the taxi for 6 am?', { time: '06:00' })).toBe(expected),
  );

  it('is no number that a verb of the question follows', () =>
    expect(isNew('genau die 7017 soll es sein', 'Soll ich die 7017 stornieren?', { order: '7017' }, german)).toBe(
      false,
    ));
});

describe('isEcho', () => {
  const proposal = new ProposalWords(
    { question: 'Move it from Pune to Delhi?', arguments: { from: 'Pune', to: 'Delhi' } },
    language,
  );
  it.each<[string, boolean]>([
    ['from Pune to Delhi', true],
    ['move it to Delhi', true],
    ['from Delhi to Pune', false],
    ['to Mumbai', false],
  ])('%j: %s', (text, echo) => expect(isEcho(wordsOf(text), proposal)).toBe(echo));
});

describe('readMessage', () => {
  it.each<[string, string[]]>([
    ['That’s RIGHT, thx!', ['that', 'is', 'right', 'thanks']],
    ["I'd say they'll've… can't", ['i', 'would', 'say', 'they', 'will', 'have', 'can', 'not']],
    ['yesss 👍🏽', ['yes', 'yes']],
    ['gooood', ['good']],
    ['corect plaese', ['correct', 'please']],
    ['12:30, $3.50 a.m.', ['12:30', '$3.50', 'am']],
  ])('gives the canonical words of %j', (text, words) => expect(wordsOf(text)).toEqual(words));

  it('splits sentences, also where the space was forgotten', () => {
    const sentences = readMessage("That's it.May I know? ok great.confirm it; user@x.com at 3.5", language.spelling);
    expect(sentences.map((sentence) => typed(sentence))).toEqual([
      ...["That's it", 'May I know', 'ok great', 'confirm it', 'user@x.com at 3.5'],
    ]);
    expect(sentences.map(({ question }) => question)).toEqual([false, true, false, false, false]);
  });
});
