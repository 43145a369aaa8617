import { describe, expect, it } from 'vitest';
import type { DialogueAct, OpenProposal } from './dialogue-act.js';
import { classifyDialogueAct } from './lexical-classifier.js';
import { readActLanguage } from './words/index.js';

const language = readActLanguage({ language: 'de', languageDirectory: '' });
const PROPOSAL: OpenProposal = {
  question: 'Soll ich einen Tisch für 2 um 11:30 Uhr am 3. März im Löwen reservieren?',
  arguments: { restaurant: 'Löwen', personen: 2, uhrzeit: '11:30', datum: '2026-03-03', terrasse: false },
};

const RECAP: OpenProposal = { ...PROPOSAL, question: 'Bitte bestätigen Sie: ein Tisch für 2 im Löwen.' };

function actOf(text: string, proposal = PROPOSAL): DialogueAct {
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act;
}

describe('in German', () => {
  it.each([
    ...[
      'ja',
      'Ja!',
      'ja bitte',
      'passt',
      'Passt so.',
      'gerne',
      'jawohl',
      'Natürlich',
      'Natuerlich!',
      'na klar',
      'okeee',
    ],
    ...[
      'Jawohl, buchen Sie das bitte.',
      'Ja, mach das.',
      'alles klar, danke',
      'in Ordnung',
      'bestätigt',
      '👍',
      'genau so',
    ],
    ...['einverstanden', 'das ist richtig', 'hört sich gut an', 'kannst du machen', 'von mir aus', 'ich bestätige das'],
    ...['ja, um halb zwölf', 'ähm ja', 'korekt', 'jaaaa', 'ja, am 3. März', 'ja, reservieren Sie den Tisch'],
  ])('%j is a yes', (text) => expect(actOf(text)).toBe('AFFIRM'));

  it.each(['Ja, ich möchte den Tisch', 'Ja. Hunde erlaubt?', 'Ja. Oma freut sich schon.'])(
    '%j is a yes beside what changes nothing',
    (text) => expect(actOf(text)).toBe('AFFIRM'),
  );

  it.each<[string, string[], string[]]>([
    [
      'families of consent',
      ['okay danke', 'das ist ein klares Ja', 'Genau das wollte ich', 'Sie haben alles richtig verstanden'],
      ['okay danke nein', 'Genau das wollte ich nicht', 'Sie haben das falsch verstanden', 'kein Problem'],
    ],
    [
      'a remark and what follows it',
      ['Ja, sie freut sich.', 'klar, kein Problem', 'ja, danke fürs Nachfragen'],
      ['ja, sie freut sich, mit Kuchen', 'Ja. Das Restaurant ist Adler.', 'Ja. Auf meiner Terrasse.'],
    ],
  ])('%s', (_, consents, others) => {
    expect(consents.filter((text) => actOf(text) !== 'AFFIRM')).toEqual([]);
    expect(others.filter((text) => actOf(text) === 'AFFIRM')).toEqual([]);
  });

  it('a word of approval answers a recap, and is praise after an offer', () => {
    const words = ['Super', 'Toll, danke!', 'Sehr gut', 'Prima. Wie ist die Adresse?'];
    expect(words.filter((text) => actOf(text, RECAP) !== 'AFFIRM')).toEqual([]);
    expect(words.filter((text) => actOf(text) === 'AFFIRM')).toEqual([]);
    const praise = ['Toll gemacht', 'Nett', 'Super...', 'Super. Was kostet das?', 'Super, aber'];
    expect(praise.filter((text) => actOf(text, RECAP) === 'AFFIRM')).toEqual([]);
  });

  it('a yes may come with a question', () => {
    const input = { text: 'Ja, stimmt. Wie ist die Adresse?', proposal: PROPOSAL, expectsAnswer: false };
    expect(classifyDialogueAct(input, {}, language).acts.map(({ act }) => act)).toEqual(['AFFIRM', 'QUESTION']);
  });

  it.each([
    ...[
      'nein',
      'Nö',
      'nein danke',
      'lieber nicht',
      'nein, lieber doch nicht',
      'dann doch nicht',
      'abbrechen',
      'auf keinen Fall',
      'vergiss es',
      'stornieren',
      'doch nicht',
    ],
    ...['ich will das nicht', 'Ich habe es mir anders überlegt', 'brich das ab', 'lassen wir das', 'jetzt nicht', '👎'],
  ])('%j is a no', (text) => expect(actOf(text)).toBe('NEGATE'));

  it.each([
    ...[
      'ja aber um 12:30',
      'mach drei draus',
      'Nein, lieber um halb eins',
      'um 12 Uhr 30',
      'Ja, für 3 Personen',
      'am 4. März',
    ],
    ...[
      'ja wenn es billig ist',
      'ändere die Uhrzeit auf 12:30',
      'das stimmt nicht',
      'ja, mit Terrasse',
      'Viertel vor zwölf',
    ],
    ...['für einundzwanzig Leute', 'ja, übermorgen', 'um 12.30', 'Nein, die Uhrzeit soll 12 Uhr sein'],
  ])('%j changes something', (text) => expect(actOf(text)).toBe('EDIT'));

  it.each([
    ...[
      'ähm',
      'super',
      'danke',
      'vielleicht',
      'jein',
      'Moment',
      'ja?',
      'passt das?',
      'nicht sicher',
      'ich überlege noch',
    ],
    ...[
      'ja, kann ich einen Fensterplatz haben?',
      'können Sie das bestätigen?',
      'soll ich ja sagen?',
      'ja, die große Terrasse',
    ],
    ...['okay, aber nicht heute', 'ja nein', 'bevor ich ja sage, was kostet das?'],
    ...[
      'ja, sie hat einen Rollstuhl',
      'Ja. Ich habe einen Gutschein.',
      'Ja. Der Name ist Müller.',
      'Ja. Wir bringen Oma mit.',
    ],
    ...[
      'Ja. Vegetarisches Essen für alle.',
      'Ein ruhiger Tisch. Ja.',
      'Ja, ich möchte die Terrasse',
      'Ja. Der große Tisch?',
    ],
  ])('%j is no consent', (text) => expect(actOf(text)).not.toBe('AFFIRM'));

  it.each<[string, DialogueAct]>([
    ['Wie viel kostet das', 'QUESTION'],
    ['von vorne anfangen', 'RESET'],
    ['Guten Morgen', 'GREETING'],
  ])('%j is %s', (text, act) => expect(actOf(text)).toBe(act));

  it.each([
    'Ja. Ich bin so nervös.',
    'Ja, bitte. Das wird richtig toll.',
    'Alles klar, danke für die Auskunft. Ja.',
    'Ja. Ich muss los.',
  ])('%j agrees beside small talk', (text) => expect(actOf(text)).toBe('AFFIRM'));

  it('a pattern of the flow that accepts "ja" leaves the other forms of yes alone', () => {
    const act = (text: string, AFFIRM: string) =>
      classifyDialogueAct({ text, proposal: PROPOSAL, expectsAnswer: false }, { AFFIRM }, language).act;
    expect(act('passt so', 'ja|jawohl')).toBe('AFFIRM');
    expect(act('passt so', 'ICH BESTÄTIGE')).not.toBe('AFFIRM');
  });
});
