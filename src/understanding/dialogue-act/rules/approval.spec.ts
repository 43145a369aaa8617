import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../../language/index.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { isRecap } from '../proposal/index.js';
import { readActLanguage, readMessage } from '../words/index.js';

const language = readActLanguage(ENGLISH);
const RECAP = 'Please confirm: a haircut at Bella on June 3rd at 4 pm.';
const OFFER = 'Bella has a free chair at 4 pm. Shall I book it?';

function read(text: string, question: string) {
  const proposal = { question, arguments: { salon: 'Bella', date: '2026-06-03', time: '16:00' } };
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language);
}

describe('a question that has what was said checked', () => {
  it.each([
    ...[RECAP, 'Could you please confirm a haircut at 4 pm?', 'Just to make sure, that is a haircut at 4 pm?'],
    ...[
      'A haircut at 4 pm, is that right?',
      'A haircut at 4 pm. Is this correct?',
      'Okay, confirming a haircut at 4 pm.',
    ],
    ...['You want a haircut at 4 pm, correct?', 'Let me confirm: a haircut.', 'Does that sound right?'],
  ])('is a recap: %j', (question) => {
    expect(isRecap(readMessage(question, language.spelling), language)).toBe(true);
  });

  it.each([
    ...[OFFER, 'Can I confirm your reservation with them?', 'Should I book that?', 'Shall we confirm it?'],
    ...['Would you like to pay 80 dollars?', 'There is a haircut at 4 pm.', 'May I book it, is that right?'],
  ])('an offer is none: %j', (question) => {
    expect(isRecap(readMessage(question, language.spelling), language)).toBe(false);
  });
});

describe('a word of approval', () => {
  const ALONE = [
    'Great',
    'Excellent!',
    'Wonderful, thank you.',
    'Great. Thanks so much!',
    'Very good',
    'Fantastic, thanks',
  ];

  it.each(ALONE)('answers a recap, less surely than a yes: %j', (text) => {
    expect(read(text, RECAP)).toMatchObject({ act: 'AFFIRM', confidence: 0.8 });
  });

  it.each(ALONE)('is praise after an offer: %j', (text) => expect(read(text, OFFER).act).not.toBe('AFFIRM'));

  it('shows itself as the evidence, and the question beside it', () => {
    expect(read('Great, thanks. Where is it?', RECAP).acts).toMatchObject([
      { act: 'AFFIRM', evidence: 'Great, thanks' },
      { act: 'QUESTION', evidence: 'Where is it' },
    ]);
  });

  it.each(['Great. What is their phone number?', 'Cool, where is it?', 'Lovely. Who cuts hair there?'])(
    'may stand before a question about a fact: %j',
    (text) => expect(read(text, RECAP).acts.map(({ act }) => act)).toEqual(['AFFIRM', 'QUESTION']),
  );

  it.each([
    ...['Great. What does it cost?', 'Great, how much is it?', 'Cool. Is it refundable?', 'Great. Are you sure?'],
    ...['Great. Do you have anything in the evening?', 'Great. Is there a cheaper one?', 'Great, which day?'],
    ...['Great. Is it on Sunday?', 'Great. Can I have the chair by the window?', 'Great. Can you make it 5 pm?'],
  ])('is no consent before a question that the decision may hang on: %j', (text) =>
    expect(read(text, RECAP).act).not.toBe('AFFIRM'),
  );

  it.each([
    ...['Great?', 'Great...', 'Greaaat', 'Great 🙄', 'Oh great', 'Just great', 'Great, just great', '"Great"'],
    ...['Great job', 'Great idea', 'Nice', 'Thanks', 'Thank you, you are great', 'That is a great place', 'Good one'],
    ...['Great, but later', 'Great. No.', 'Great. Let me think.', 'Great. I have a dog.', 'Great. Get me a taxi.'],
    ...['Great, with colour', 'Great, not', 'Great weather today', 'Good question', 'Not good'],
  ])('is no consent with a doubt, about something else, or beside more words: %j', (text) =>
    expect(read(text, RECAP).act).not.toBe('AFFIRM'),
  );
});
