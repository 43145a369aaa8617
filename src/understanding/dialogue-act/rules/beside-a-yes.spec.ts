import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

interface Spoken {
  readonly booking: OpenProposal;
  readonly cancellation: OpenProposal;
  /** What may stand beside a yes to the booking, and what only resembles it. */
  readonly reasons: readonly string[];
  readonly noReasons: readonly string[];
  /** Questions beside a yes to the cancellation, and what only resembles them. */
  readonly entitlements: readonly string[];
  readonly wishes: readonly string[];
  readonly curious: readonly string[];
  readonly doubts: readonly string[];
  /** Reasons that are against the cancellation. */
  readonly keeping: readonly string[];
  /** Everything called right, and only a part of it. */
  readonly allRight: readonly string[];
  readonly notAll: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Spoken>> = {
  en: {
    booking: { question: 'Shall I reserve the red car for 2 days?', arguments: { car: 'red', days: 2 } },
    cancellation: { question: 'Shall I cancel your order 7017?', arguments: { order_id: '7017' } },
    reasons: [
      'Yes please, because my bicycle is broken',
      "Yes, as I'm sure that I have earned it, thank you",
      'Yes, reserve it, because we are late again.',
    ],
    noReasons: [
      'Yes, because I ordered the blue car',
      'Yes, as I need a trailer',
      'Yes, since there are 3 days left',
      'Yes, as long as it is cheap',
      'Yes, because I want the blue one',
      'Yes, because I am allergic',
      'Yes, because you forced me',
      'Yes, as I said, a van',
      'Yes, because I live in Oslo',
      'Yes, since I have no choice',
      'Yes, as I can come later',
      'Yes, because this is a test',
      'Yes, because they made me say so',
      'Because my bicycle is broken',
    ],
    entitlements: [
      'Yes, please. So I should be eligible for a full refund, right?',
      'Yes, cancel it. We ought to be covered then, correct?',
    ],
    wishes: [
      'Yes. It should be order 7018, right?',
      'Yes. I should be in seat 12, right?',
      'Yes. It should be delivered, right?',
      'I should be eligible for a full refund, right?',
    ],
    curious: [
      'Yes, please cancel it. I was wondering why vouchers expire?',
      'Yes, cancel it. I wonder why parcels take a week.',
    ],
    keeping: ['Yes, since we keep it', 'Yes, because my boss told me to keep it'],
    doubts: [
      'Yes. I was wondering why I should?',
      'Yes. I wonder why you ask',
      'Yes, but why?',
      'Yes. I was wondering why the order must be cancelled',
      'Yes. I was wondering whether it is worth it',
    ],
    allRight: ['Yes, the details and the address are correct', 'yes, all the information and my email are right'],
    notAll: ['the address is correct', 'Yes, the details and the address are wrong'],
  },
  de: {
    booking: { question: 'Soll ich das rote Auto für 2 Tage reservieren?', arguments: { auto: 'rot', tage: 2 } },
    cancellation: { question: 'Soll ich Ihre Bestellung 7017 stornieren?', arguments: { nummer: '7017' } },
    reasons: ['Ja bitte, weil mein Fahrrad kaputt ist', 'Ja, da wir spät dran sind', 'Ja, denn wir sind müde'],
    noReasons: [
      'Ja, weil ich das blaue Auto bestellt habe',
      'Ja, weil ich einen Anhänger brauche',
      'Ja, da es noch 3 Tage sind',
      'Ja, weil Sie mich zwingen',
      'Ja, solange es billig ist',
      'Weil mein Fahrrad kaputt ist',
    ],
    entitlements: ['Ja, bitte stornieren. Ich müsste doch zur Erstattung berechtigt sein, oder?'],
    wishes: ['Ja. Es sollte Bestellung 7018 sein, oder?', 'Ich müsste zur Erstattung berechtigt sein, oder?'],
    curious: ['Ja, bitte stornieren. Ich wüsste gern, warum Gutscheine verfallen'],
    keeping: ['Ja, weil wir sie behalten'],
    doubts: ['Ja. Ich wüsste gern, warum ich das soll', 'Ja, aber warum?'],
    allRight: ['Ja, die Angaben und die Adresse sind richtig', 'ja, alle Daten und die Telefonnummer stimmen'],
    notAll: ['die Adresse ist richtig', 'Ja, die Angaben und die Adresse sind falsch'],
  },
  es: {
    booking: { question: '¿Reservo el coche rojo para 2 días?', arguments: { coche: 'rojo', dias: 2 } },
    cancellation: { question: '¿Cancelo el pedido 7017?', arguments: { pedido: '7017' } },
    reasons: ['Sí, porque mi bicicleta está rota', 'Sí, por favor, porque nuestro perro está enfermo'],
    noReasons: [
      'Sí, porque mi coche azul es mejor',
      'Sí, porque nosotros somos 3',
      'Sí, porque me obligan',
      'Porque mi bicicleta está rota',
    ],
    entitlements: ['Sí, cancélelo. Debería tener derecho al reembolso, ¿verdad?'],
    wishes: ['Sí. Debería ser el pedido 7018, ¿verdad?', 'Debería tener derecho al reembolso, ¿verdad?'],
    curious: ['Sí, cancélelo. Quisiera saber por qué caducan los vales'],
    keeping: ['Sí, porque mi jefe lo mantiene', 'Sí, porque mi jefe quiere conservar el pedido'],
    doubts: ['Sí, pero ¿por qué?', 'Sí. ¿Estás seguro?'],
    allRight: ['Sí, los datos y la dirección son correctos'],
    notAll: ['la dirección es correcta', 'Sí, los datos y la dirección no son correctos'],
  },
};

describe.each(Object.entries(LANGUAGES))('beside a yes, in "%s"', (code, spoken) => {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  const agreesTo = (proposal: OpenProposal) => (text: string) =>
    classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act === 'AFFIRM';

  it('a reason why is left alone, unless it holds a wish, a value or another thing than proposed', () => {
    expect(spoken.reasons.filter((text) => !agreesTo(spoken.booking)(text))).toEqual([]);
    expect(spoken.noReasons.filter(agreesTo(spoken.booking))).toEqual([]);
    expect(spoken.keeping.filter(agreesTo(spoken.cancellation))).toEqual([]);
  });

  it('what somebody expects to be entitled to is a question and no correction', () => {
    expect(spoken.entitlements.filter((text) => !agreesTo(spoken.cancellation)(text))).toEqual([]);
    expect(spoken.wishes.filter(agreesTo(spoken.cancellation))).toEqual([]);
  });

  it('"why" doubts the decision where it asks about that, and not where it asks about something else', () => {
    expect(spoken.curious.filter((text) => !agreesTo(spoken.cancellation)(text))).toEqual([]);
    expect(spoken.doubts.filter(agreesTo(spoken.cancellation))).toEqual([]);
  });

  it('the details and one of them, called right together, are all that was asked', () => {
    expect(spoken.allRight.filter((text) => !agreesTo(spoken.booking)(text))).toEqual([]);
    expect(spoken.notAll.filter(agreesTo(spoken.booking))).toEqual([]);
  });
});
