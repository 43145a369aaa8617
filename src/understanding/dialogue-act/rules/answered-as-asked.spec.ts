import { describe, expect, it } from 'vitest';
import { agreesByRules as agrees } from '../../../../test/helpers/agrees-by-rules.js';

/** What comes before the question, and what is asked. */
const ASKED = {
  accept: 'The extended warranty for your washer will be added. Do you accept?',
  good: "I'd put your direct debit date to the 28th of each month. Good for you?",
  yes: 'A taxi to the airport at 04:30 tomorrow. Is it a yes?',
  recht: 'Ich würde das Einzelzimmer im Gasthof Adler buchen. Recht so?',
  frei: 'Die Rechnung 2026-118 wird bezahlt. Geben Sie frei?',
  kann: 'Kann ich die Punkte auf das Konto von Emre übertragen?',
  choice: 'I will book the table at 8. Inside or outside?',
  else: 'I will cancel order 7017. Anything else?',
};

describe('a question that asks for nothing but a yes', () => {
  it.each<[keyof typeof ASKED, string]>([
    ['accept', 'accept'],
    ['accept', 'I accept, thanks'],
    ['good', 'good'],
    ['good', "that's good for me"],
    ['yes', "it's a yes"],
    ['recht', 'recht so'],
    ['recht', 'ist recht'],
    ['frei', 'ich gebe frei'],
    ['kann', 'kannst du'],
    ['kann', 'können Sie gern machen'],
  ])('is answered in its own words: %s, %j', (asked, reply) => {
    expect(agrees(reply, { question: ASKED[asked], arguments: {} }, languageOf(asked))).toBe(true);
  });

  it.each<[keyof typeof ASKED, string]>([
    ['accept', 'I cannot accept'],
    ['accept', 'accept if it is free'],
    ['accept', 'you accept'],
    ['good', 'not good'],
    ['good', 'good for you'],
    ['frei', 'ich gebe nicht frei'],
    ['frei', 'ich gebe das nicht frei'],
    ['kann', 'kannst du?'],
    ['kann', 'kannst du nicht'],
    ['choice', 'outside'],
    ['else', 'else'],
  ])('is not answered by more or less than that: %s, %j', (asked, reply) => {
    expect(agrees(reply, { question: ASKED[asked], arguments: {} }, languageOf(asked))).toBe(false);
  });
});

function languageOf(asked: keyof typeof ASKED) {
  return ['recht', 'frei', 'kann'].includes(asked) ? ('de' as const) : ('en' as const);
}
