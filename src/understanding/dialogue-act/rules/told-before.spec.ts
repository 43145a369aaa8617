import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { type ActLanguage, readActLanguage } from '../words/index.js';

const english = readActLanguage({ language: 'en', languageDirectory: '' });
const german = readActLanguage({ language: 'de', languageDirectory: '' });

const SIZE: OpenProposal = {
  question: 'It is in size M. Should I change it to L?',
  arguments: { size: 'L' },
};
const SEAT: OpenProposal = {
  question: 'Your seat is 14C, on the aisle. Do you want me to swap it for 22A by the window?',
  arguments: { seat: '22A' },
};
const HEATING: OpenProposal = {
  question: 'Soll ich die Heizung im Wohnzimmer auf 21 Grad stellen?',
  arguments: { raum: 'Wohnzimmer', temperatur: 21 },
};
const COURSE: OpenProposal = {
  question: 'Darf ich Ihnen den Termin für den Reifenwechsel am 4. November um 8 Uhr eintragen?',
  arguments: { termin: 'Reifenwechsel', datum: '4. November', zeit: '8:00' },
};
const SWITCH_OFF: OpenProposal = {
  question: 'Soll ich die Heizung im Wohnzimmer ausschalten?',
  arguments: { raum: 'Wohnzimmer' },
};
const PLAN: OpenProposal = {
  question: 'Soll ich deinen Handytarif auf Mobil L für 29 Euro im Monat umstellen?',
  arguments: { tarif: 'Mobil L', preis: 29 },
};
const CALL_OFF: OpenProposal = {
  question: 'Ich würde jetzt Ihren Termin bei Dr. Huber am Dienstag um 14:30 Uhr absagen. Einverstanden?',
  arguments: { arzt: 'Dr. Huber', tag: 'Dienstag', zeit: '14:30' },
};
const AGREED: OpenProposal = { question: 'I will cancel order 7017. Agreed?', arguments: { order: '7017' } };
const OKAY: OpenProposal = { question: 'I will cancel order 7017. Is that okay?', arguments: { order: '7017' } };
const PAY: OpenProposal = {
  question: 'Shall I pay the 240 euro invoice from Heller Ltd now?',
  arguments: { amount: 240, to: 'Heller Ltd' },
};
const ROOM: OpenProposal = {
  question: 'Would you like me to book the double room with breakfast for 120 a night?',
  arguments: { room: 'double', price: 120 },
};

const actOf = (text: string, proposal: OpenProposal, language: ActLanguage) =>
  classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;

describe('a yes to something else than the question', () => {
  it.each([
    ['yes, M', SIZE, english],
    ['yes, M please', SIZE, english],
    ['yes it is', SIZE, english],
    ['yes, the aisle', SEAT, english],
    ["yes, it's paid", PAY, english],
    ['yes, my wife will', PAY, english],
    ["I've done that", PAY, english],
    ['yes is it refundable', ROOM, english],
    ['thanks all the same', ROOM, english],
    ['take that yes back please', ROOM, english],
    ['yes, show me the details', ROOM, english],
    ['mach die Heizung aus', HEATING, german],
    ['ja, mach sie aus', HEATING, german],
    ['Tragen Sie mich bitte aus', COURSE, german],
    ['ja, austragen bitte', COURSE, german],
    ['ja auf Mobil M', PLAN, german],
    ['bitte die Absage stornieren', CALL_OFF, german],
    ['Ich bestätige den Termin', CALL_OFF, german],
  ])('is none: %s', (text, proposal, language) => {
    expect(actOf(text, proposal, language)).not.toBe('AFFIRM');
  });

  it.each([
    ['yes, L', SIZE, english],
    ['yes, L please', SIZE, english],
    ['yes, the window', SEAT, english],
    ['yes, it is refundable, I know, book it', ROOM, english],
    ['yes, do it, my wife will be happy', ROOM, english],
    ['agreed', AGREED, english],
    ["that's okay", OKAY, english],
    ['ja, mach sie aus', SWITCH_OFF, german],
    ['Tragen Sie mich bitte ein', COURSE, german],
    ['ja, Mobil L', PLAN, german],
    ['Einverstanden', CALL_OFF, german],
    ['Ja klar', CALL_OFF, german],
  ])('and this is one: %s', (text, proposal, language) => {
    expect(actOf(text, proposal, language)).toBe('AFFIRM');
  });
});
