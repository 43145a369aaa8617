import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

describe('words for what was proposed', () => {
  const language = readActLanguage(ENGLISH);
  const agrees = (question: string) => (text: string) =>
    classifyDialogueAct({ text, proposal: { question, arguments: {} }, expectsAnswer: false }, {}, language).act ===
    'AFFIRM';

  it.each<[string, string, string[], string[]]>([
    [
      'a wider word for the deed',
      'Shall I upgrade your seat to business class?',
      ['Yes, please proceed with the change', 'Please go ahead with this change.'],
      ['Yes, change my flight', 'Please proceed with the change of my hotel', 'Yes, please proceed with the downgrade'],
    ],
    [
      'a narrower word joined to it',
      'Would you like to proceed with these changes?',
      ['Yes, please go ahead with the changes and downgrades.'],
      [
        'Yes, please downgrade my seat',
        'Yes, go ahead with the changes and refunds',
        'Yes, changes and downgrade the hotel',
      ],
    ],
    [
      'both of two deeds',
      'Would you like to proceed with this cancellation and new booking?',
      ['Yes, please proceed with cancelling the current booking and securing the new one.'],
      ['Yes, please proceed with upgrading the new booking', 'Yes, keep the current booking'],
    ],
    [
      'a thing of the question called right',
      'Please check the order before I send it. Shall I send it off?',
      ['Yes, the order looks right to me', "Yes, that's my order, thanks."],
      ['Yes, cancel the order', 'Yes, confirm the order', 'Yes, the booking looks right', 'the order looks wrong'],
    ],
    [
      'a thing that is to be undone, called right, is none',
      'Shall I cancel your order?',
      ['Yes, cancel the order'],
      ['Yes, the booking looks right', 'the order is fine'],
    ],
  ])('%s', (_, question, consents, others) => {
    expect(consents.filter((text) => !agrees(question)(text))).toEqual([]);
    expect(others.filter(agrees(question))).toEqual([]);
  });
});
