import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

interface Asked {
  readonly question: string;
  readonly arguments: JsonObject;
}

const TRAIN: Asked = {
  question: 'Soll ich den Zug um 9:40 Uhr nach München für zwei Personen buchen?',
  arguments: { time: '09:40', destination: 'München', people: 2 },
};
const TRANSFER: Asked = {
  question: 'Soll ich 400 Euro an Maria Lopez überweisen?',
  arguments: { amount: 400, recipient: 'Maria Lopez' },
};
const VISIT: Asked = {
  question: 'Möchten Sie, dass ich den Termin am Donnerstag, 12. März, um 8:40 Uhr bei Dr. Amsel eintrage?',
  arguments: { doctor: 'Dr. Amsel', date: '2026-03-12', time: '08:40' },
};
const PICKUP: Asked = {
  question: 'Soll ich die Abholung von Dienstag, dem 12. Mai, auf Freitag, den 22. Mai, verlegen?',
  arguments: { old_date: '2026-05-12', new_date: '2026-05-22' },
};
const BAKER: Asked = {
  question: 'Shall I transfer 250 euros to Tom Baker?',
  arguments: { amount: 250, recipient: 'Tom Baker' },
};
const PATEL: Asked = {
  question: 'Shall I move your appointment with Dr. Patel to Wednesday at 3 pm?',
  arguments: { doctor: 'Dr. Patel', day: 'Wednesday', time: '15:00' },
};
const MOVE: Asked = {
  question: 'Shall I move your booking from the Harbour Hotel to the Pine Lodge?',
  arguments: { from_hotel: 'Harbour Hotel', to_hotel: 'Pine Lodge' },
};

describe('a name behind the word that leads to the proposed one', () => {
  const languages = {
    en: readActLanguage({ language: 'en', languageDirectory: '' }),
    de: readActLanguage({ language: 'de', languageDirectory: '' }),
  };
  const actOf = (text: string, { question, arguments: args }: Asked, language: 'en' | 'de' = 'de') =>
    classifyDialogueAct(
      { text, proposal: { question, arguments: args }, expectsAnswer: false },
      {},
      languages[language],
    ).act;

  it.each([
    ['Ja, nach Köln für zwei Personen bitte.', TRAIN],
    ['Ja, nach Münster für zwei Personen bitte.', TRAIN],
    ['Ja, bitte nach Nürnberg für zwei Personen.', TRAIN],
    ['gern, 400 an Frau Meier', TRANSFER],
    ['ja bitte an Peter Kurz 400 Euro', TRANSFER],
    ['gern, 400 an Maria Wagner', TRANSFER],
    ['Gern bei Dr. Fink, zu Amsel gehe ich nicht mehr.', VISIT],
  ])('is another one: %s', (text, asked) => {
    expect(actOf(text, asked)).not.toBe('AFFIRM');
  });

  it.each([
    ['Ja, nach München für zwei Personen bitte.', TRAIN],
    ['Ja bitte, 400 an Maria Lopez', TRANSFER],
    ['gern, 400 an Frau Lopez', TRANSFER],
    ['Ja, gern bei Dr. Amsel am Donnerstagvormittag', VISIT],
  ])('is the proposed one, or told of something else: %s', (text, asked) => {
    expect(actOf(text, asked)).toBe('AFFIRM');
  });

  it.each([
    ['yes, to Oakfield please', MOVE],
    ['Please send Tom Harper the amount of 250 euros', BAKER],
    ['Hello! Yes, Tom Harper, 250 euros, exactly so. Have a nice evening!', BAKER],
    ['3 pm on Wednesday, Dr. Gomez. Confirmed from my side.', PATEL],
  ])('is another one in English: %s', (text, asked) => {
    expect(actOf(text, asked, 'en')).not.toBe('AFFIRM');
  });

  it.each([
    ['yes, to the Pine Lodge please', MOVE],
    ['Please send Tom Baker the amount of 250 euros', BAKER],
    ['Please transfer it, Tom drove my cat to the clinic at two in the morning', BAKER],
    ['Wednesday at 3 pm with Dr. Patel, confirmed', PATEL],
  ])('is the proposed one in English: %s', (text, asked) => {
    expect(actOf(text, asked, 'en')).toBe('AFFIRM');
  });

  it.each(['der 23. ist mir recht, bitte verschieben', 'Ja, der 23. ist super, da hat mein Bruder frei'])(
    'and so is another day that a clause begins with: %s',
    (text) => {
      expect(actOf(text, PICKUP)).not.toBe('AFFIRM');
      expect(actOf(text.replace('23.', '22.'), PICKUP)).toBe('AFFIRM');
    },
  );
});
