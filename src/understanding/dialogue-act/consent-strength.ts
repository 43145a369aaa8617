import type { ConsentStrength, DialogueActReading, OpenProposal } from './dialogue-act.js';
import { scalarsOf } from './proposal/index.js';
import { type ActLanguage, wordsOf } from './words/index.js';

/** How strong the consent of a reply is; `NONE` where it is none. */
export function consentStrength(reading: DialogueActReading): ConsentStrength | 'NONE' {
  return reading.act === 'AFFIRM' ? (reading.strength ?? 'PLAIN') : 'NONE';
}

/**
 * True when the text names what the proposal is about: a whole value of its arguments that tells it from others. These
 * are the values with at least three digits, such as the number of an order or an amount; where there is none, any text
 * of at least three letters.
 */
export function namesObject(text: string, proposal: OpenProposal, { spelling }: ActLanguage): boolean {
  const said = ` ${wordsOf(text, spelling).join(' ')} `;
  const values = scalarsOf(proposal.arguments).map(({ value }) => String(value));
  const numbered = values.filter((value) => value.replace(/\D/g, '').length >= 3);
  const telling =
    numbered.length > 0 ? numbered : values.filter((value) => /\p{L}{3}/u.test(value) && !/^(true|false)$/.test(value));
  return telling.some((value) => said.includes(` ${wordsOf(value, spelling).join(' ')} `));
}
