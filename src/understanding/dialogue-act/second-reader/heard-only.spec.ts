import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { type ActLanguage, readActLanguage } from '../words/index.js';

const PAY: OpenProposal = {
  question: 'Do you want me to transfer £180 to Hannah Okafor?',
  arguments: { amount: 180, recipient: 'Hannah Okafor' },
};
const REFUND: OpenProposal = {
  question: 'Shall I refund $129.95 for the coffee machine to your Visa card?',
  arguments: { amount: 129.95, card: 'Visa' },
};
const TABLE: OpenProposal = {
  question: 'Shall I book a table for two on Friday?',
  arguments: { people: 2, day: 'Friday' },
};
const SCAN: OpenProposal = {
  question: 'Shall I move your MRI scan from 14 October to 21 October at 9:30?',
  arguments: { from: '14 October', to: '21 October', time: '09:30' },
};
const GAS: OpenProposal = {
  question: 'Do you want me to order two 45 kg gas bottles for delivery to 9 Wattle Lane?',
  arguments: { item: '45 kg gas bottle', quantity: 2, address: '9 Wattle Lane' },
};
const MOVE: OpenProposal = {
  question: 'Shall I move the connection to Delhi?',
  arguments: { city: 'Delhi' },
};
const ARZT: OpenProposal = {
  question: 'Ich verlege Ihren Termin bei Dr. Voss auf den 14. März. Ist das richtig so?',
  arguments: { arzt: 'Dr. Voss', datum: '14. März' },
};
const KAUTION: OpenProposal = { question: 'Soll ich 180 Euro an Jonas Petri überweisen?', arguments: { betrag: 180 } };

const english = readActLanguage({ language: 'en', languageDirectory: '' });
const german = readActLanguage({ language: 'de', languageDirectory: '' });

const actOf = (text: string, proposal: OpenProposal, language: ActLanguage) =>
  classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;

describe('what is no more than heard', () => {
  it.each([
    ['ok thanks', PAY, english],
    ['Okay. Thank you!', PAY, english],
    ['okay danke', KAUTION, german],
    ['alles klar, vielen Dank', KAUTION, german],
  ])('%j to what would be paid is no yes', (text, proposal, language) =>
    expect(actOf(text, proposal, language)).not.toBe('AFFIRM'),
  );

  it.each([
    ['ok', PAY],
    ['ok then', PAY],
    ['sure, thanks', PAY],
    ['ok please, thanks', PAY],
    ['ok thanks', TABLE],
  ])('%j is one', (text, proposal) => expect(actOf(text, proposal, english)).toBe('AFFIRM'));
});

describe('a yes of the rules that stands beside something else', () => {
  it.each([
    ['I want this very much, how much must I pay?', REFUND, english],
    ['yep, wie war nochmal der Wechselkurs?', KAUTION, german],
  ])('is none where money is paid and the like of it were none: %j', (text, proposal, language) => {
    expect(actOf(text, proposal, { ...language, replyWeights: undefined })).toBe('AFFIRM');
    expect(actOf(text, proposal, language)).toBe('QUESTION');
  });

  it.each([
    ['Yes please refund it. When would that be?', REFUND],
    ['Yes. Is there parking?', TABLE],
  ])('stays one in %j', (text, proposal) => expect(actOf(text, proposal, english)).toBe('AFFIRM'));
});

describe('what is proposed, replaced or left', () => {
  it.each([
    ['Genau, verlegen! Und zwar zu Dr. Heimann statt zu Dr. Voss.', ARZT, german],
    ['Yes please, Hamburg instead of Delhi', MOVE, english],
    ['Yes, the 14th of October.', SCAN, english],
    ['Yes, two 9 kg ones', GAS, english],
    ['Yes hello, am I speaking with the restaurant?', TABLE, english],
    ['ok so that is how it works', TABLE, english],
    ['Cheers, that is helpful', TABLE, english],
  ])('is no consent to it: %j', (text, proposal, language) =>
    expect(actOf(text, proposal, language)).not.toBe('AFFIRM'),
  );

  it.each([
    ['Yes, move it from 14 October to 21 October', SCAN],
    ['Yes, the 21st of October instead of the 14th', SCAN],
    ['Yes, two 45 kg ones', GAS],
    ['that would be helpful', TABLE],
  ])('agrees where it is what was asked: %j', (text, proposal) =>
    expect(actOf(text, proposal, english)).toBe('AFFIRM'),
  );
});

const LETTERS: OpenProposal = {
  question: "The new address for your letters is 17 Tanner's Row instead of 4 Mill Lane. Shall I change it?",
  arguments: { old_address: '4 Mill Lane', new_address: "17 Tanner's Row" },
};
const SPEAKER: OpenProposal = {
  question: 'Shall I play Let It Be on the kitchen speaker?',
  arguments: { song: 'Let It Be', device: 'kitchen speaker' },
};
const SAVINGS: OpenProposal = {
  question: 'Shall I close your savings account ending 9034?',
  arguments: { account: '9034' },
};
const TUNING: OpenProposal = {
  question:
    "Your piano tuning is set for Tuesday 9 June at 10:00. I'd now move it to Thursday 11 June at 15:30. Is that right?",
  arguments: { from: '2026-06-09T10:00', to: '2026-06-11T15:30' },
};
const KRONER: OpenProposal = {
  question: 'Shall I send 900 kroner to Aksel Brandvik?',
  arguments: { amount: 900, recipient: 'Aksel Brandvik' },
};
const KARTE: OpenProposal = {
  question: 'Soll ich Ihre Karte jetzt mit 25 Euro aufladen?',
  arguments: { betrag: 25 },
};
const KURS: OpenProposal = { question: 'Soll ich Sie für den Kurs eintragen?', arguments: {} };

describe('what stands beside a yes', () => {
  it.each([
    ["she's fully vaccinated, yes", SAVINGS, english],
    ['I have been a customer since 2016, yes', SAVINGS, english],
    ['yes, 4 Mill Lane is right', LETTERS, english],
    ['Yes. Play it from my bedroom speaker.', SPEAKER, english],
    ['Ja, wie schon gesagt: bitte nicht mehr aufladen.', KARTE, german],
    ['yes, send them to Mill Lane', LETTERS, english],
    ['Yes to Tuesday.', TUNING, english],
    ['Yes, Thursday 11 June at 10:00.', TUNING, english],
    ['yes, 900 euros', KRONER, english],
    ['n, leave it', SAVINGS, english],
    ['y would you close it??', SAVINGS, english],
  ])('may turn it: %j', (text, proposal, language) => expect(actOf(text, proposal, language)).not.toBe('AFFIRM'));

  it.each([
    ['9034, yes', SAVINGS, english],
    ["yes, 17 Tanner's Row is right", LETTERS, english],
    ['yes, 900 kroner', KRONER, english],
    ['Yes to Thursday.', TUNING, english],
    ['yes, change it', LETTERS, english],
    ['spot on, thanks Priya', SAVINGS, english],
    ['Hi Priya, yes, close it', SAVINGS, english],
    ['No objections from my side, close it', SAVINGS, english],
    ['Yes thank you, one account is enough for me.', SAVINGS, english],
    ['y', SAVINGS, english],
    ['y please', SAVINGS, english],
    ['confirmin it', SAVINGS, english],
    ['Keine Einwände, bitte aufladen', KARTE, german],
    ['bitte eintragn', KURS, german],
    ['Meine volle Zustimmung haben Sie', KARTE, german],
  ])('may leave it as it is: %j', (text, proposal, language) => expect(actOf(text, proposal, language)).toBe('AFFIRM'));
});
