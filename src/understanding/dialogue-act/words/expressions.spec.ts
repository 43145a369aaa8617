import { describe, expect, it } from 'vitest';
import { classifyDialogueAct, type OpenProposal } from '../index.js';
import { readActLanguage } from './act-language.js';
import { readExpressions, withoutExpressions } from './expressions.js';
import { wordsOf } from './message.js';

const language = readActLanguage({ language: 'de', languageDirectory: '' });
const english = readActLanguage({ language: 'en', languageDirectory: '' });

const cancellation = { question: 'Shall I cancel the order 7017?', arguments: { order: '7017' } };
const booking = {
  question: 'Shall I book a table for 4 at Rossi at 19:30?',
  arguments: { party_size: 4, time: '19:30' },
};

function actOn(text: string, proposal: OpenProposal, spoken = english): string {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, spoken).act;
}

describe('several words that mean one', () => {
  it('are read as what they mean, with what stands between them behind it', () => {
    expect(wordsOf('Call the order off', english.spelling)).toEqual(['cancel', 'the', 'order']);
    expect(wordsOf('Get rid of it', english.spelling)).toEqual(['remove', 'it']);
    expect(wordsOf('Buchen Sie mich bitte um', language.spelling)).toEqual(['umbuchen', 'sie', 'mich', 'bitte']);
  });

  it('stand in one clause, and at its end where the file says so', () => {
    expect(wordsOf('Call me, it is off', english.spelling)).toContain('call');
    expect(wordsOf('Buchen Sie um 19:30 Uhr', language.spelling)).toContain('buchen');
  });

  it('agree to what they mean, and refuse anything else', () => {
    expect(actOn('Yes please, get rid of it.', cancellation)).toBe('AFFIRM');
    expect(actOn('Yes, call it off', booking)).not.toBe('AFFIRM');
    const rebooking = { question: 'Soll ich Ihren Flug auf LH123 umbuchen?', arguments: { flight: 'LH123' } };
    expect(actOn('Ja, buchen Sie mich bitte auf die LH123 um.', rebooking, language)).toBe('AFFIRM');
  });

  it('have a thing put into the name of somebody', () => {
    const lease = {
      question: 'Shall I transfer the lease of plot 23 to Derek Hanson?',
      arguments: { plot: 23, to: 'Derek Hanson' },
    };
    for (const text of ["Put the plot in Derek's name please", 'Sign it over to him.', 'pass it on to Derek please'])
      expect(actOn(text, lease)).toBe('AFFIRM');
    for (const text of ["Put it in my sister's name", 'put it in my name', 'Sign it over to me', "I'll pass on it"])
      expect(actOn(text, lease)).not.toBe('AFFIRM');
  });

  it('take it off a list', () => {
    expect(actOn('Take it out of the diary please', cancellation)).toBe('AFFIRM');
    expect(actOn('Get me off the schedule please', booking)).not.toBe('AFFIRM');
  });

  it('come to an end where one is said to mean itself', () => {
    const sentence = {
      words: ['go', 'on'],
      spans: [[0, 2] as const, [3, 5] as const],
      question: false,
      source: 'go on',
    };
    expect(withoutExpressions(sentence, readExpressions({ 'go on': ['go on'] })).words).toEqual(['go', 'on']);
  });

  it('are looked for longest first', () => {
    const read = readExpressions({ one: ['a b'], two: ['a b … c $'], three: ['a'] });
    expect(read.get('a')?.map(({ meant }) => meant)).toEqual([['two'], ['one'], ['three']]);
  });
});
