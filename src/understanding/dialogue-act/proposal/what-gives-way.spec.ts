import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { type ActLanguage, readActLanguage } from '../words/index.js';

const english = readActLanguage({ language: 'en', languageDirectory: '' });
const german = readActLanguage({ language: 'de', languageDirectory: '' });

const CABIN: OpenProposal = {
  question: 'You have inside cabin 3106 on the crossing of 4 May. Shall I move you to cabin 5218 for 60 euros more?',
  arguments: { crossing: '4 May', from_cabin: '3106', to_cabin: '5218', surcharge: '60 euros' },
};
const SIZE: OpenProposal = {
  question: 'Order T-88 is a green raincoat in size M. Should I change the size to L?',
  arguments: { order: 'T-88', item: 'green raincoat', old_size: 'M', new_size: 'L' },
};
const ROW: OpenProposal = {
  question: 'Ich würde Ihre zwei Plätze von Reihe 14 in Reihe 3 umbuchen. Einverstanden?',
  arguments: { plaetze: 2, alt: 'Reihe 14', neu: 'Reihe 3' },
};
const VISIT: OpenProposal = {
  question: 'Der Termin liegt am 5. Mai um 9 Uhr. Soll ich ihn auf den 12. Mai um 15 Uhr verlegen?',
  arguments: { von: '2026-05-05 09:00', auf: '2026-05-12 15:00' },
};
const ROOM: OpenProposal = {
  question:
    'The Garden Pavilion has become free. Shall I move your reception from the Oak Room to the Garden Pavilion?',
  arguments: { from: 'Oak Room', to: 'Garden Pavilion' },
};
const SEND: OpenProposal = {
  question: 'You are about to send 900 euros to Lena Brandt. Do you confirm?',
  arguments: { amount: 900, recipient: 'Lena Brandt' },
};
const PAY: OpenProposal = {
  question: 'Soll ich die Rechnung 77 über 120 Euro bezahlen?',
  arguments: { rechnung: '77', betrag: 120 },
};
const TABLE: OpenProposal = {
  question: 'Shall I book a table for two on Friday?',
  arguments: { people: 2, day: 'Friday' },
};

const actOf = (text: string, proposal: OpenProposal, language: ActLanguage) =>
  classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;

describe('what a change does away with', () => {
  it.each([
    ['3106 is fine', CABIN, english],
    ['Yes, I have 3106.', CABIN, english],
    ['M is fine', SIZE, english],
    ['yes, the M one', SIZE, english],
    ['Reihe 14 reicht.', ROW, german],
    ['ja der 5. passt mir gut', VISIT, german],
    ['Ja, 9 Uhr.', VISIT, german],
    ['Go ahead and move the reception from the Garden Pavilion to the Oak Room', ROOM, english],
  ])('%j keeps it, and is no yes', (text, proposal, language) =>
    expect(actOf(text, proposal, language)).not.toBe('AFFIRM'),
  );

  it.each([
    ['yes, 5218 please', CABIN, english],
    ['yes, for the 4 May crossing', CABIN, english],
    ['yes please, from 3106 to 5218', CABIN, english],
    ['Go ahead and move the reception from the Oak Room to the Garden Pavilion', ROOM, english],
    ['L please', SIZE, english],
    ['yes, the green raincoat', SIZE, english],
    ['ja, Reihe 3 bitte', ROW, german],
    ['ja, von Reihe 14 in Reihe 3', ROW, german],
    ['ja der 12. passt mir gut', VISIT, german],
  ])('%j says what takes its place, and agrees', (text, proposal, language) =>
    expect(actOf(text, proposal, language)).toBe('AFFIRM'),
  );
});

describe('an okay that hears of something', () => {
  it.each([
    ['okay, how long would it take?', SEND, english],
    ['oh right', SEND, english],
    ['ah ok', SEND, english],
    ['ach so ist das', PAY, german],
    ['sicher ned', PAY, german],
  ])('%j to what would be paid is no yes', (text, proposal, language) =>
    expect(actOf(text, proposal, language)).not.toBe('AFFIRM'),
  );

  it.each([
    ['oh yes', SEND],
    ['yes, that is right', SEND],
    ['oh ok', TABLE],
  ])('%j agrees', (text, proposal) => expect(actOf(text, proposal, english)).toBe('AFFIRM'));
});
