import { describe, expect, it } from 'vitest';
import { readActLanguage } from './act-language.js';
import type { OpenProposal } from './dialogue-act.js';
import { classifyDialogueAct } from './lexical-classifier.js';

interface Said {
  readonly proposal: OpenProposal;
  readonly agrees: readonly string[];
  readonly doesNot: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Readonly<Record<string, Said>>>> = {
  en: {
    'what is known or done, beside no more than a yes': {
      proposal: {
        question: 'Shall I transfer 400 dollars to Maria Lopez?',
        arguments: { amount: 400, to: 'Maria Lopez' },
      },
      agrees: ['yes, do it, I saw the bill', 'yes please, I read the terms', 'yes, she is great', 'yes, I love that'],
      doesNot: [
        'yes, I saw that',
        'yes, I read your email',
        "yes, I've heard of her",
        'yes, I see',
        'yes, I know her',
        'yes, she has it',
        'yes, she was paid',
        'yes, I paid her',
        'I transferred it, yes',
        'yes, so she says',
        'yes, again',
        "yes, let's see",
        "yes, I'd like to know more",
        'yes, do I have that much?',
        'yes, which one?',
      ],
    },
    'what somebody says who comes to what would be cancelled': {
      proposal: {
        question: 'Shall I cancel your appointment with Dr. Patel on Tuesday at 10:30?',
        arguments: { doctor: 'Dr. Patel', day: 'Tuesday', time: '10:30' },
      },
      agrees: ["yes, I can't make it", 'yes, something came up', "Yes, I'm feeling better"],
      doesNot: [
        'yes, 10:30 works',
        'yes, that time suits me',
        "sure, I'll be on it",
        'of course I want to go there',
        'yes, I love it',
        'yes, I went',
      ],
    },
    'a name that another word goes with': {
      proposal: {
        question: 'Shall I book the double room at the Seaview Hotel for 320 pounds?',
        arguments: { hotel: 'Seaview Hotel', room: 'double', price: 320 },
      },
      agrees: ['yes, the Seaview', 'yes, the double one', 'yes, the Seaview Hotel'],
      doesNot: ['yes, the Seaview Inn', 'yes, just for a night', "yes, I've stayed there"],
    },
    'dates by their day of the week': {
      proposal: {
        question: 'Shall I move your meeting from Monday 9 am to Wednesday 2 pm?',
        arguments: { from: '2027-05-03T09:00', to: '2027-05-05T14:00' },
      },
      agrees: ['move it to Wednesday', 'Wednesday 2 pm is fine', 'yes please, Wednesday at 2'],
      doesNot: ['yes, Monday', 'yes, Monday works', 'move it to Monday', 'Thursday 2 pm is good'],
    },
    'what each of two deeds is done to': {
      proposal: {
        question: 'Shall I close your savings account ending in 8812 and move the money to your checking account?',
        arguments: { account: '8812', to: 'checking' },
      },
      agrees: ['yes, close savings', 'yes, close the account'],
      doesNot: ['yes, close checking', 'close my checking account'],
    },
    'two of a thing, and the source of a payment': {
      proposal: {
        question: 'Shall I pay for 2 tickets, 45 pounds each, from your Visa card ending in 8871?',
        arguments: { tickets: 2, price: 45, card: '8871' },
      },
      agrees: ['yes, both tickets', 'yes, the Visa card'],
      doesNot: [
        'yes, 45 for both',
        'yes, the Mastercard',
        "yes, that's my Visa",
        'yes, I paid 45',
        'yes, I got it yesterday',
      ],
    },
    'a seat or a table that is kept': {
      proposal: { question: 'Shall I cancel your pottery class on Saturday?', arguments: { day: 'Saturday' } },
      agrees: ['yes please confirm the cancellation', 'yes, cancel my class'],
      doesNot: ['yes please confirm my seat for Saturday', 'confirm the seat', "right, that's my class"],
    },
    'whose deed it is': {
      proposal: { question: 'Shall I send 85 euros to Oskar Lind?', arguments: { amount: 85, to: 'Oskar Lind' } },
      agrees: ['yes, send Oskar the 85', 'yes, send it to Oskar for me'],
      doesNot: ['Yes, I want Oskar to send me 85 euros', 'yes, Oskar sends me 85', 'yes, send it to me'],
    },
    'what is kept by who cancels its end': {
      proposal: { question: 'Shall I cancel the deletion of your account?', arguments: { account: 'A-1' } },
      agrees: ['yes, cancel the deletion'],
      doesNot: ["Yes, I've moved to another provider", "yes, it's too expensive"],
    },
    'why somebody has something cancelled': {
      proposal: { question: 'Shall I cancel your subscription?', arguments: { subscription: 'S-1' } },
      agrees: [
        "Yes, I don't watch it anymore",
        "yes, it's too expensive",
        "please cancel, I'm switching to another provider",
        'yes, we found a cheaper one',
      ],
      doesNot: ["yes, it's not too expensive", "yes, I'd switch to another plan", 'send it off, yes'],
    },
  },
  de: {
    'what is known or done, beside no more than a yes': {
      proposal: {
        question: 'Soll ich 80 Euro an Jonas Krämer überweisen?',
        arguments: { betrag: 80, an: 'Jonas Krämer' },
      },
      agrees: ['ja, überweisen Sie es bitte', 'Jawohl, an Herrn Krämer'],
      doesNot: [
        'ja, das habe ich gesehen',
        'ja, ist schon passiert',
        'ja, ich habe schon überwiesen',
        'ja, hat er bekommen',
        'ja, den kenne ich',
        'ja, ach so',
        'ja, wie bitte?',
        'ja, was genau?',
        'ja, ich möchte mehr wissen',
        'machen Sie doch, was Sie wollen',
      ],
    },
    'from which day to which': {
      proposal: {
        question: 'Soll ich die Abholung von Dienstag, dem 12. Mai, auf Freitag, den 22. Mai, verlegen?',
        arguments: { alt: '2026-05-12', neu: '2026-05-22' },
      },
      agrees: ['ja, auf den 22. Mai', 'ja, vom 12. auf den 22.', 'ja, am 22.5. bitte', 'ja, Freitag'],
      doesNot: [
        'ja, auf den 12. Mai',
        'Ja, bitte vom 22. auf den 12.!',
        'ja, auf Dienstag',
        'ja, verlegt hat das schon Ihre Kollegin',
      ],
    },
    'where money comes from': {
      proposal: {
        question: 'Soll ich 300 Euro von Ihrem Girokonto auf das Sparkonto überweisen?',
        arguments: { betrag: 300, von: 'Girokonto', nach: 'Sparkonto' },
      },
      agrees: ['ja, aufs Sparkonto', 'ja, vom Girokonto aufs Sparkonto'],
      doesNot: ['ja, aufs Girokonto', 'ja, vom Sparkonto'],
    },
    'why somebody has something cancelled': {
      proposal: {
        question: 'Soll ich Ihren Termin am Dienstag um 10:30 Uhr absagen?',
        arguments: { uhrzeit: '10:30' },
      },
      agrees: ['ja, ich bin krank', 'ja, ich schaffe es nicht', 'ja, leider muss ich arbeiten', 'ja, ich ziehe um'],
      doesNot: ['ja, da kann ich', 'ja, ich freue mich', 'ja, 10:30 passt'],
    },
  },
};

describe.each(Object.entries(LANGUAGES))('replies in "%s"', (code, kinds) => {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  const rulesAlone = { ...language, replyWeights: undefined };

  it.each(Object.entries(kinds))('are told apart by %s', (_, { proposal, agrees, doesNot }) => {
    const isYes = (text: string, words: typeof language) =>
      classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, words).act === 'AFFIRM';
    expect(agrees.filter((text) => !isYes(text, rulesAlone))).toEqual([]);
    expect(doesNot.filter((text) => isYes(text, language))).toEqual([]);
  });
});

describe('what would be cancelled', () => {
  const KEPT = {
    en: { question: 'Shall I cancel your order 7017?', no: ['no, keep it', 'keep my order', 'please keep it'] },
    de: { question: 'Soll ich Ihre Bestellung 7017 stornieren?', no: ['nein, ich behalte sie', 'nein, behalten'] },
  };

  it.each(Object.entries(KEPT))('is kept with a no, in "%s"', (code, { question, no }) => {
    const language = readActLanguage({ language: code, languageDirectory: '' });
    const proposal = { question, arguments: { order: '7017' } };
    const acts = no.map((text) => classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act);
    expect(acts).toEqual(no.map(() => 'NEGATE'));
  });

  it('is cancelled for somebody who does not want to keep it', () => {
    const language = readActLanguage({ language: 'en', languageDirectory: '' });
    const proposal = { question: KEPT.en.question, arguments: { order: '7017' } };
    const actOf = (text: string) => classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;
    expect(actOf("Cancel it, I don't want to keep it")).toBe('AFFIRM');
    expect(actOf('yes, keep it')).not.toBe('AFFIRM');
  });
});
