import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../language/index.js';
import { consentStrength, namesObject } from './consent-strength.js';
import type { OpenProposal } from './dialogue-act.js';
import { classifyDialogueAct } from './lexical-classifier.js';
import { readActLanguage } from './words/index.js';

const language = readActLanguage(ENGLISH);
const CANCEL: OpenProposal = { question: 'Shall I cancel your order 7017?', arguments: { order_id: '7017' } };
const BOOK: OpenProposal = {
  question: 'Shall I book a table at Bella?',
  arguments: { restaurant: 'Bella', people: 2 },
};

function strengthOf(text: string, proposal: OpenProposal) {
  return consentStrength(classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language));
}

describe('the strength of a consent', () => {
  it.each(['yes', 'Yes, please.', 'I confirm', 'go ahead', 'please do', 'Okay, go ahead', 'yes, book the table'])(
    'is STRONG where it is explicit: %j',
    (text) => expect(strengthOf(text, BOOK)).toBe('STRONG'),
  );

  it.each(['ok', 'okay', 'sure', 'sounds good', "that's fine", 'Yes. Where is it?', 'Yes! They will love it.'])(
    'is PLAIN where it is weaker, or has a question or a remark beside it: %j',
    (text) => expect(strengthOf(text, BOOK)).toBe('PLAIN'),
  );

  it.each(['no', 'maybe', "that's nice", 'yes, for Anna'])('is NONE where there is no consent: %j', (text) =>
    expect(strengthOf(text, BOOK)).toBe('NONE'),
  );

  it('is STRONG for a pattern of the flow that asks for words of its own', () => {
    const input = { text: 'i confirm the order', proposal: BOOK, expectsAnswer: false };
    expect(consentStrength(classifyDialogueAct(input, { AFFIRM: 'I CONFIRM THE ORDER' }, language))).toBe('STRONG');
  });
});

describe('the words for what is proposed', () => {
  it('agree to the deed that the question names, and to no other', () => {
    expect(strengthOf('Yes, please proceed with the cancellation.', CANCEL)).toBe('STRONG');
    expect(strengthOf('Yes, please proceed with the cancellation.', BOOK)).toBe('NONE');
    expect(strengthOf('Yes, book it', CANCEL)).toBe('NONE');
  });

  it('are told by the name of the action, too', () => {
    const silent = { question: 'Order 7017. All right?', arguments: { order_id: '7017' } };
    expect(strengthOf('yes, cancel it', silent)).toBe('NONE');
    expect(strengthOf('yes, cancel it', { ...silent, actionKey: 'cancel_order' })).toBe('STRONG');
  });

  it('agree where they say the request again, and not where they may call it off', () => {
    expect(strengthOf('cancel my order 7017', CANCEL)).toBe('STRONG');
    expect(strengthOf('cancel my order', CANCEL)).toBe('NONE');
    expect(strengthOf('cancel', CANCEL)).toBe('NONE');
  });

  it('agree to a whole list only with all of it', () => {
    const both = { question: 'Shall I cancel R1 and R2?', arguments: { orders: ['R1', 'R2'] } };
    expect(strengthOf('yes, cancel R1 and R2', both)).toBe('STRONG');
    expect(strengthOf('yes, cancel R1', both)).toBe('NONE');
  });

  it('leave praise out where what is proposed cannot be undone', () => {
    expect(strengthOf("that's great", BOOK)).toBe('PLAIN');
    expect(strengthOf("that's great", { ...BOOK, irreversible: true })).toBe('NONE');
  });
});

describe('the object of a proposal', () => {
  it('is named by a value that tells it from others', () => {
    expect(namesObject('yes, cancel 7017', CANCEL, language)).toBe(true);
    expect(namesObject('Order 7017!', CANCEL, language)).toBe(true);
    expect(namesObject('Bella', BOOK, language)).toBe(true);
  });

  it.each(['yes', 'cancel my order', '7018', '70171'])('is not named by %j', (text) =>
    expect(namesObject(text, CANCEL, language)).toBe(false),
  );

  it('is not named by a number that many things have', () => {
    expect(namesObject('2', BOOK, language)).toBe(false);
  });
});
