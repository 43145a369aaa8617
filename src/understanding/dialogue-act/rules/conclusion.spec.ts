import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

const CANCEL: OpenProposal = { question: 'Shall I cancel your order 7017?', arguments: { order_id: '7017' } };
const BOOK: OpenProposal = { question: 'Shall I book a table at Roma?', arguments: { restaurant: 'Roma' } };

function agrees(text: string, proposal: OpenProposal, code = 'en'): boolean {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act === 'AFFIRM';
}

describe('what is said before an order at the end', () => {
  it.each([
    ["yes we're not going anymore so cancel it please", CANCEL],
    ['Our trip has fallen through this time. Please cancel it.', CANCEL],
    ["yeah it's our anniversary so please book it", BOOK],
    ['yes my wife adores that place, go ahead', BOOK],
  ])('is why it is given: %j', (text, proposal) => expect(agrees(text, proposal)).toBe(true));

  it.each([
    ['yes my brother typed that, go ahead', BOOK],
    ['we already have a table, yes', BOOK],
    ['yes we need a high chair, so book it', BOOK],
    ['yes we could be five, so book it', BOOK],
    ['confirm with them that they are open, then go ahead', BOOK],
    ['yes she cancelled the party, so book it', BOOK],
    ["don't cancel it, please go ahead", CANCEL],
    ['yes we found another one, so cancel the second', CANCEL],
  ])('may be against it: %j', (text, proposal) => expect(agrees(text, proposal)).toBe(false));

  it('is heard before an order alone, and not behind it, by the rules', () => {
    const rules = { ...readActLanguage({ language: 'en', languageDirectory: '' }), replyWeights: undefined };
    const agree = (text: string) =>
      classifyDialogueAct({ text, proposal: BOOK, expectsAnswer: false }, {}, rules).act === 'AFFIRM';
    expect(agree('Our friends land on the early train. Book it.')).toBe(true);
    expect(agree('Book it. Our friends land on the early train.')).toBe(false);
  });
});

describe('the form of the answer in a question', () => {
  const asked = { ...CANCEL, question: 'Shall I cancel your order 7017? Please answer yes or no.' };

  it.each(['yes and no', 'yes no', 'yeah nah', 'no yes'])('is not said again by %j', (text) => {
    expect(agrees(text, asked)).toBe(false);
    expect(agrees(text, { ...CANCEL, question: 'Shall I cancel your order 7017, yes or no?' })).toBe(false);
  });

  it('proposes nothing by its own words', () => {
    const reply = { ...BOOK, question: 'Shall I book a table at Roma? Reply YES to book it or NO to cancel.' };
    expect(agrees('yes', reply)).toBe(true);
    expect(agrees('yes, cancel it', reply)).toBe(false);
  });

  it('is known in each language', () => {
    const de = { ...CANCEL, question: 'Soll ich Ihre Bestellung 7017 stornieren? Bitte mit Ja oder Nein antworten.' };
    expect(agrees('ja und nein', de, 'de')).toBe(false);
    expect(agrees('ja bitte', de, 'de')).toBe(true);
  });
});

describe('a deed by another of its words', () => {
  const plan = { plan: 'Basic', monthly_price: 9 };
  const down = { question: 'Shall I downgrade you from Premium to Basic for 9 euros?', arguments: plan };

  it('is a wider one with the proposed value, led to as in the question', () => {
    expect(agrees('Yes, change it from Premium to Basic please', down)).toBe(true);
    expect(agrees('yes, switch to Basic', down)).toBe(true);
    expect(agrees('Yes, change it from Basic to Premium', down)).toBe(false);
    expect(agrees('yes, switch to Gold', down)).toBe(false);
  });

  it('may stand in two parts', () => {
    const question = 'Soll ich Ihr Abo von Premium auf Basic für 9 Euro herabstufen?';
    expect(agrees('ja bitte stufen Sie mein Abo auf Basic herab', { question, arguments: plan }, 'de')).toBe(true);
    expect(agrees('ja bitte stufen Sie mein Abo auf Basic hoch', { question, arguments: plan }, 'de')).toBe(false);
    expect(agrees('ja, stufen Sie es bitte herab, danke', { question, arguments: plan }, 'de')).toBe(true);
  });

  it('is none where its second part leads to something else', () => {
    const time = { zeit: '20:00' };
    const moved = { question: 'Soll ich den Tisch auf 20 Uhr umbuchen?', arguments: time };
    expect(agrees('buchen Sie einen Tisch um 20 Uhr', moved, 'de')).toBe(false);
    const booked = { question: 'Soll ich den Tisch um 20 Uhr buchen?', arguments: time };
    expect(agrees('ja bitte buchen Sie um 20 Uhr', booked, 'de')).toBe(true);
  });
});
