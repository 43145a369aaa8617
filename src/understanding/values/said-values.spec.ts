import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../language/index.js';
import { readValueLanguage } from './value-language.js';

const english = readValueLanguage(ENGLISH);
const german = readValueLanguage({ language: 'de', languageDirectory: '' });

const valuesIn = (text: string, language = english) =>
  language.said.find(text).map(({ start: _start, end: _end, ...value }) => value);

describe('a value as it was said', () => {
  it.each([
    ['at 7 pm', [{ kind: 'time', minutes: 420, half: 'pm' }]],
    ['19:30', [{ kind: 'time', minutes: 450, half: 'pm' }]],
    ['half past 12 in the afternoon', [{ kind: 'time', minutes: 30, half: 'pm' }]],
    ['quarter to five', [{ kind: 'time', minutes: 285 }]],
    ['7 p.m.', [{ kind: 'time', minutes: 420, half: 'pm' }]],
    ['noon', [{ kind: 'time', minutes: 0, half: 'pm' }]],
    ['evening 6:30', [{ kind: 'time', minutes: 390, half: 'pm' }]],
    ['the 13th of March', [{ kind: 'day', month: 3, day: 13 }]],
    ['March 13', [{ kind: 'day', month: 3, day: 13 }]],
    ['2019-03-13', [{ kind: 'day', year: 2019, month: 3, day: 13 }]],
    ['next Friday', [{ kind: 'day', name: 'friday' }]],
    [
      'for four tonight at 7',
      [
        { kind: 'number', value: 4, unit: 'tonight' },
        { kind: 'time', minutes: 420, half: 'pm' },
      ],
    ],
    ['four tonight', [{ kind: 'time', minutes: 240, half: 'am' }]],
    ['day after tomorrow', [{ kind: 'day', name: 'day after tomorrow' }]],
    [
      'from 4 to 7 May',
      [
        { kind: 'day', month: 5, day: 4 },
        { kind: 'day', month: 5, day: 7 },
      ],
    ],
    [
      'May 4 until 7',
      [
        { kind: 'day', month: 5, day: 4 },
        { kind: 'day', month: 5, day: 7 },
      ],
    ],
    ['three tickets', [{ kind: 'number', value: 3, unit: 'tickets' }]],
    ['$1,500.50', [{ kind: 'number', value: 1500.5 }]],
    ['this one is the right one', []],
    ['may I know', []],
  ])('%j', (text, expected) => expect(valuesIn(text)).toEqual(expected));

  it.each([
    ['halb acht abends', [{ kind: 'time', minutes: 450, half: 'pm' }]],
    ['um 18 Uhr 30', [{ kind: 'time', minutes: 390, half: 'pm' }]],
    ['um 2 Uhr nachts', [{ kind: 'time', minutes: 120, half: 'am' }]],
    ['um 12.30', [{ kind: 'time', minutes: 30 }]],
    ['am 13.3. mit Oma', [{ kind: 'day', month: 3, day: 13 }]],
    ['am siebzehnten', [{ kind: 'day', day: 17 }]],
    ['zum ersten Juni', [{ kind: 'day', month: 6, day: 1 }]],
    ['zum dritten Mal', []],
    ['das erste Mal', []],
    ['um viertel fünf', [{ kind: 'time', minutes: 255 }]],
    ["CHF 1'340.50", [{ kind: 'number', value: 1340.5 }]],
    ['übermorgen', [{ kind: 'day', name: 'übermorgen' }]],
    ['zweihundert Gäste', [{ kind: 'number', value: 200, unit: 'Gäste' }]],
    ['einen Tisch, tausend Dank', []],
  ])('%j in German', (text, expected) => expect(valuesIn(text, german)).toEqual(expected));

  it.each([
    ['the first of June', [{ kind: 'day', month: 6, day: 1 }]],
    ['the twenty-first', [{ kind: 'day', day: 21 }]],
    ['for the third time', []],
    ['the first time', []],
    [
      'from the 14th to 18',
      [
        { kind: 'day', day: 14 },
        { kind: 'day', day: 18 },
      ],
    ],
  ])('%j, an ordinal or none', (text, expected) => expect(valuesIn(text)).toEqual(expected));

  it('has the place of its words', () => {
    const words = ['two', 'hundred', 'guests', 'on', 'the', '13th', 'of', 'march', 'at', 'half', 'past', 'six'];
    expect(english.said.inWords(words)).toEqual([
      { kind: 'number', value: 200, unit: 'guests', at: 0, length: 2 },
      { kind: 'day', month: 3, day: 13, at: 5, length: 3 },
      { kind: 'time', minutes: 390, at: 9, length: 3 },
    ]);
  });

  it.each([
    ['2 at night', { kind: 'time', minutes: 120, half: 'am' }],
    ['10 at night', { kind: 'time', minutes: 600, half: 'pm' }],
    ['00:30', { kind: 'time', minutes: 30, half: 'am' }],
  ])('has its half of the day: %j', (text, value) => expect(valuesIn(text)).toEqual([value]));

  it.each(['a grand time', 'that one', 'one of these'])('is not in %j', (text) => expect(valuesIn(text)).toEqual([]));
});
