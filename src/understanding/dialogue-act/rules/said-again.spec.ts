import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

// By the rules alone: what was learned from judged replies is measured elsewhere.
const english = { ...readActLanguage(ENGLISH), replyWeights: undefined };
const german = { ...readActLanguage({ language: 'de', languageDirectory: '' }), replyWeights: undefined };

const DINNER = { question: 'Shall I cancel your dinner reservation on Saturday?', arguments: { day: 'Saturday' } };
const FLIGHT = { question: 'Shall I change your flight to Friday?', arguments: { day: 'Friday' } };
const PLAN = {
  question: 'Shall I change your plan from Standard to Plus?',
  arguments: { from: 'Standard', to: 'Plus' },
};
const TRANSFER = { question: 'Shall I transfer 120 euros to Tom Baker?', arguments: { amount: 120, to: 'Tom Baker' } };
const RENTAL = { question: 'Shall I book the rental car on Friday?', arguments: { day: 'Friday' } };
const TERMIN = { question: 'Soll ich Ihren Termin auf Freitag verschieben?', arguments: { day: 'Freitag' } };

function agrees(text: string, proposal: OpenProposal, language = english): boolean {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act === 'AFFIRM';
}

describe('what was proposed, said again', () => {
  it.each<[string, OpenProposal, string[], string[]]>([
    [
      'with the value in its place',
      PLAN,
      ['Make it Plus', 'Switch me to Plus', 'Plus it is', 'Plus, please', 'swap Standard for Plus'],
      ['Make it Standard', 'Switch me to Standard', 'Standard, please', 'swap Plus for Standard', 'I have Plus'],
    ],
    [
      'by the way that it goes',
      PLAN,
      ['Yes, upgrade it', 'Please proceed with the upgrade'],
      ['Yes, downgrade it', 'Please proceed with the downgrade'],
    ],
    [
      'by a wider or a kindred word for the deed',
      TRANSFER,
      ['Yes, pay Tom', 'Okay, move the 120 to Tom', 'Please complete the transfer to Mr. Baker'],
      ['Yes, pay Anna', 'Okay, move 100 to Tom', 'he pays me'],
    ],
    [
      'by the narrower word where it names that thing',
      RENTAL,
      ['Hire it, please', 'rent it'],
      ['return it', 'sell it'],
    ],
    [
      'by another name of its thing',
      DINNER,
      ['Confirmed, cancel the table', 'Please cancel the table on Saturday'],
      ['Confirmed, cancel the hotel', 'Go ahead and confirm the dinner', 'Saturday is fine'],
    ],
    ['where a thing is changed', FLIGHT, ['Friday works for me'], ['yes, change my seat', 'Monday works for me']],
    [
      'with letters that slipped',
      FLIGHT,
      ['yes, cahnge it', 'please chnage it'],
      ['yes, charge it', "don't cahnge it"],
    ],
    ['with a short day', FLIGHT, ['Fri, yes', 'yes, fri please'], ['Thu, yes', 'yes, mon please']],
  ])('agrees %s', (_, proposal, yes, no) => {
    expect(yes.filter((text) => !agrees(text, proposal))).toEqual([]);
    expect(no.filter((text) => agrees(text, proposal))).toEqual([]);
  });

  it('agrees in German with the verb at the end, and by a word that is joined to its thing', () => {
    const yes = [
      'bitte auf Freitag verlegen',
      'auf Freitag verschieben',
      'Freitag passt',
      'Ich stimme der Terminverschiebung zu',
    ];
    const no = [
      'bitte auf Montag verlegen',
      'Montag passt',
      'Freitag passt nicht',
      'Ich stimme der Preisverschiebung zu',
    ];
    expect(yes.filter((text) => !agrees(text, TERMIN, german))).toEqual([]);
    expect(no.filter((text) => agrees(text, TERMIN, german))).toEqual([]);
  });
});

describe('what only resembles it', () => {
  it.each([
    ['yes, but 100 euros', TRANSFER],
    ['yes, so the flight on Friday...', FLIGHT],
    ['sounds good, but does it have a stopover?', FLIGHT],
    ['cancel my reservation', DINNER],
  ])('is no yes: %j', (text, proposal) => expect(agrees(text, proposal)).toBe(false));
});
