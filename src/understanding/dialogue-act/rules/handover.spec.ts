import { describe, expect, it } from 'vitest';
import type { OpenProposal } from '../dialogue-act.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { type ActLanguage, readActLanguage } from '../words/index.js';

const LANGUAGES = new Map(
  ['en', 'de', 'es'].map((name) => [name, readActLanguage({ language: name, languageDirectory: '' })]),
);
const OFFERS: Readonly<Record<string, OpenProposal>> = {
  en: {
    question: 'If you need further assistance, I can transfer you to a human agent. Would you like me to do that?',
    arguments: {},
  },
  de: { question: 'Soll ich Sie mit einem Mitarbeiter verbinden?', arguments: {} },
  es: { question: '¿Quiere que le ponga en contacto con un agente?', arguments: {} },
};

describe('an offer to be put through to a person', () => {
  const read = (name: string, text: string, proposal = OFFERS[name] as OpenProposal) =>
    classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, LANGUAGES.get(name) as ActLanguage).act;

  it.each([
    ['en', 'Yes, please connect me to a human agent. I think there might have been some misunderstanding.'],
    ['en', "Yes, please transfer me to a human agent. I'm sure I purchased insurance."],
    ['en', 'Yes, please do that. This is frustrating.'],
    ['en', 'Yes, please. I am certain I paid, so I need help with this. Can you transfer me to a human agent?'],
    ['en', 'That would be helpful. The reason I need to change it is that my wife is ill.'],
    ['de', 'Ja, bitte. Das ist wirklich ärgerlich.'],
    ['de', 'Ja bitte, verbinden Sie mich. Ich bin sicher, dass ich bezahlt habe.'],
    ['es', 'Sí, por favor.'],
  ])('in %s is taken by "%s"', (name, text) => {
    expect(read(name, text)).toBe('AFFIRM');
  });

  it.each([
    ['en', 'Yes. I will call them myself.'],
    ['en', "Yes, but I'd rather try again here first."],
    ['en', 'Yes, I know that.'],
    ['en', 'Yes, please. Not now though.'],
    ['de', 'Ja. Ich rufe dort selbst an.'],
    ['de', 'Ja bitte, aber erst morgen.'],
  ])('in %s is not taken by "%s"', (name, text) => {
    expect(read(name, text)).not.toBe('AFFIRM');
  });

  it('is none where something else is done as well, or money is sent', () => {
    const both = {
      question: 'Shall I cancel order 7017 and transfer you to a human agent?',
      arguments: { order: '7017' },
    };
    expect(read('en', 'Yes, please. I think I paid for it twice.', both)).not.toBe('AFFIRM');
    const money = { question: 'Shall I transfer 250 to the agent Kim Berg?', arguments: { amount: 250 } };
    expect(read('en', 'Yes, please. I think I paid that already.', money)).not.toBe('AFFIRM');
  });
});
