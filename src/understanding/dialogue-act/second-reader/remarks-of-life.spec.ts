import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

const GYM = {
  question: 'Shall I cancel your gym membership 55318 as of 31 March?',
  arguments: { membership: '55318', end_date: '31 March' },
};
const PLACES = {
  question: 'Cancel your two places on the pottery course starting 12 January?',
  arguments: { course: 'pottery course', start_date: '12 January', places: 2 },
};
const TABLE = { question: 'Shall I book a table for two on Friday?', arguments: { people: 2, day: 'Friday' } };
const DINNER = {
  question: "I'm about to cancel your table for 6 at Trattoria Nonna on Friday. OK?",
  arguments: { restaurant: 'Trattoria Nonna', party_size: 6, day: 'Friday' },
};
const VET = {
  question: 'I would now cancel the appointment for Bruno at the vet. Do you agree?',
  arguments: { pet: 'Bruno' },
};
const INSURANCE = {
  question: 'Shall I cancel the pet insurance PI-20871, with a refund of £46.20?',
  arguments: { policy: 'PI-20871', refund: 46.2 },
};
const FERRY_DE = {
  question: 'Soll ich die Nachtfähre am 19. Juni für 2 Personen zum Preis von 214 Euro buchen?',
  arguments: { date: '2027-06-19', persons: 2, price: 214 },
};
const PLACES_DE = { question: 'Soll ich die zwei Plätze buchen?', arguments: { plaetze: 2 } };
const PAPER_DE = {
  question: 'Soll ich Ihr Zeitungsabo zum 31. März kündigen?',
  arguments: { abo: 'Zeitungsabo', ende: '31. März' },
};

function act(text: string, proposal: OpenProposal, language: string): string {
  const words = readActLanguage({ language, languageDirectory: '' });
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, words).act;
}

describe('what people tell beside a yes', () => {
  it.each([
    ['since when it has been so', "yes cancel it, haven't been there since Christmas", GYM, 'en'],
    ['that the mind is made up', "Yes. I won't change my mind, so go ahead.", GYM, 'en'],
    ['the thing as "the same"', 'Kindly cancel the same.', GYM, 'en'],
    ['what comes with it', "Go ahead, I'm happy with the refund of £46.20.", INSURANCE, 'en'],
    ['one table for two', 'yes book one', TABLE, 'en'],
    ['the price behind the word that led to the persons', 'Für 214 Euro gern, bitte fest buchen.', FERRY_DE, 'de'],
    ['the price with its sign', 'ja, 214 €', FERRY_DE, 'de'],
    ['a good morning', 'Guten Morgen, ja, bitte kündigen', PAPER_DE, 'de'],
    ['that it may be noted so', 'Richtig. Bitte so eintragen.', PAPER_DE, 'de'],
    ['before it is gone', 'Ja bitte buchen, bevor die Fähre weg ist!', FERRY_DE, 'de'],
  ] as const)('%s: "%s" agrees', (_, text, proposal, language) => {
    expect(act(text, proposal, language)).toBe('AFFIRM');
  });

  it.each([
    ['from when it is to be', 'yes cancel it, from Christmas', GYM, 'en'],
    ['that the mind has changed', 'Yes. I changed my mind, so no.', GYM, 'en'],
    ['another refund', "Go ahead, I'm happy with a refund of £64.20.", INSURANCE, 'en'],
    ['one of two', 'please cancel one', PLACES, 'en'],
    ['one of two', 'yes, cancel one', PLACES, 'en'],
    ['one of two', 'ja, bitte einen buchen', PLACES_DE, 'de'],
    ['whether something else could be done', "ok... could it be moved to when the baby's here", DINNER, 'en'],
    ['whether something else could be done', 'yes. could it be moved?', DINNER, 'en'],
    ['what somebody is like', "I agree he's a handful", VET, 'en'],
    ['another price', 'ja, für 220 €', FERRY_DE, 'de'],
    ['the price as so many persons', 'ja, für 214 Personen', FERRY_DE, 'de'],
    ['until tomorrow', 'Ja, morgen, bitte kündigen', PAPER_DE, 'de'],
    ['no more than a sigh', 'ja mei', PAPER_DE, 'de'],
    ['half of it', 'ja, die Buchung ist', FERRY_DE, 'de'],
  ] as const)('%s: "%s" does not', (_, text, proposal, language) => {
    expect(act(text, proposal, language)).not.toBe('AFFIRM');
  });
});
