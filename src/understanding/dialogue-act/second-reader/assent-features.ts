import { PROPOSED } from '../proposal/index.js';
import { type AgreementReading, agreementOf } from '../rules/index.js';
import type { ActLanguage } from '../words/index.js';
import { kindsIn } from './word-features.js';

/** How plainly a part agrees, the plainest first: more than the word yes says what is to be done, or asks for it. */
const ASSENTS = ['decided', 'pleading', 'bare'] as const;
type Assent = (typeof ASSENTS)[number];

/** So many words open a remark. */
const OPENING = 2;

/**
 * What a reply is told by as a whole: how it agrees, and what stands beside that. "Yes please, …" and "do it, …" are followed by a reason where
 * a bare "yes, …" may be about something else.
 */
export function assentFeatures(parts: readonly AgreementReading[], language: ActLanguage): string[] {
  const assents = parts.flatMap((part) => assentOf(part, language) ?? []);
  const assent = ASSENTS.find((each) => assents.includes(each)) ?? 'none';
  const remarks = parts.filter(({ rest }) => rest !== 'none');
  return [
    `assent:${assent}`,
    `${assent}, remarks:${remarks.length}, parts:${parts.length}`,
    ...parts.map((part) => `part:${assentOf(part, language) ?? 'none'}, ${part.rest}`),
    ...remarks.flatMap((remark) => besideFeatures(remark, language).map((name) => `${assent}, ${name}`)),
  ];
}

function besideFeatures({ agrees, sentence, restAt }: AgreementReading, language: ActLanguage): string[] {
  const words = sentence.words.slice(agrees ? restAt : 0);
  const spoken = words.filter((word) => word !== ',');
  return [
    ...kindsIn(words, language).map((name) => `beside ${name}`),
    ...Array.from({ length: OPENING }, (_, last) => `beside: ${spoken.slice(0, last + 1).join(' ')}`),
  ];
}

/** Undefined where it does not agree. */
function assentOf(part: AgreementReading, { words, phrases }: ActLanguage): Assent | undefined {
  if (!part.agrees) return undefined;
  const more = agreementOf(part).filter((word) => !words.yes.has(word) && !words.bareAssent.has(word));
  if (more.includes(PROPOSED) || phrases.indexOf(more, 'explicit') >= 0) return 'decided';
  return more.some((word) => words.politeRequest.has(word)) ? 'pleading' : 'bare';
}
