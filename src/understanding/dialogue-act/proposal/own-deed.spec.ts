import { describe, expect, it } from 'vitest';
import { classifyDialogueAct } from '../lexical-classifier.js';
import { readActLanguage } from '../words/index.js';

function agrees(text: string, question: string, code = 'en'): boolean {
  const language = readActLanguage({ language: code, languageDirectory: '' });
  const proposal = { question, arguments: {} };
  return classifyDialogueAct({ text, proposal, expectsAnswer: false }, {}, language).act === 'AFFIRM';
}

const GRANT = 'Shall I grant a gold loan of 219653?';
const WISH = 'Do you want me to grant the loan?';
const GERMAN = 'Soll ich den Goldkredit über 5000 Euro gewähren?';
const SPANISH = '¿Quiere que otorgue el préstamo?';

describe('the verb of a question that no list of deeds has', () => {
  it.each([
    ['grant it', GRANT],
    ['yes, grant it please', GRANT],
    ['go ahead and grant the loan', GRANT],
    ['yes', GRANT],
    ['yes please', WISH],
    ['grant it', WISH],
  ])('is what is agreed to: %j to %j', (text, question) => expect(agrees(text, question)).toBe(true));

  it.each([
    ['book it', GRANT],
    ['pay it', GRANT],
    ['play it', GRANT],
    ['please book it', GRANT],
    ['yes, cancel it', GRANT],
    ['book it', WISH],
  ])('is not what another one says: %j to %j', (text, question) => expect(agrees(text, question)).toBe(false));

  it('is read in each language', () => {
    expect(
      ['ja bitte', 'ja, gewähren Sie ihn', 'buchen Sie es', 'bitte buchen'].map((text) => agrees(text, GERMAN, 'de')),
    ).toEqual([true, true, false, false]);
    expect(['sí', 'reserva', 'resérvalo'].map((text) => agrees(text, SPANISH, 'es'))).toEqual([true, false, false]);
  });

  it('stands for any deed where the question has no verb of its own', () => {
    expect(agrees('book it', 'A table for two at Roma, Friday at seven?')).toBe(true);
    expect(agrees('book it', 'Shall I get you a table at Roma?')).toBe(true);
  });
});
