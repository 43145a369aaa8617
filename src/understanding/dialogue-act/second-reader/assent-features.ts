import { PROPOSED } from '../proposal/index.js';
import { type AgreementReading, agreementOf } from '../rules/index.js';
import type { ActLanguage, PhraseKind, WordKind } from '../words/index.js';

/** How plainly a part agrees, the plainest first: more than the word yes says what is to be done, or asks for it. */
const ASSENTS = ['decided', 'pleading', 'bare'] as const;
type Assent = (typeof ASSENTS)[number];

/** So many words open a remark. */
const OPENING = 2;

/** What a remark may hold a word or a phrase of. */
export interface Kinds {
  readonly words: readonly WordKind[];
  readonly phrases: readonly PhraseKind[];
}

/**
 * What a reply is told by as a whole: how it agrees, and what stands beside that. "Yes please, …" and "do it, …" are followed by a reason where
 * a bare "yes, …" may be about something else.
 */
export function assentFeatures(parts: readonly AgreementReading[], language: ActLanguage, kinds: Kinds): string[] {
  const assents = parts.flatMap((part) => assentOf(part, language) ?? []);
  const assent = ASSENTS.find((each) => assents.includes(each)) ?? 'none';
  const remarks = parts.filter(({ rest }) => rest !== 'none');
  return [
    `assent:${assent}`,
    `${assent}, remarks:${remarks.length}, parts:${parts.length}`,
    ...parts.map((part) => `part:${assentOf(part, language) ?? 'none'}, ${part.rest}`),
    ...remarks.flatMap((remark) => besideFeatures(remark, language, kinds).map((name) => `${assent}, ${name}`)),
  ];
}

function besideFeatures({ agrees, sentence, restAt }: AgreementReading, language: ActLanguage, kinds: Kinds): string[] {
  const words = sentence.words.slice(agrees ? restAt : 0);
  const spoken = words.filter((word) => word !== ',');
  return [
    ...kindsIn(words, language, kinds).map((name) => `beside ${name}`),
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

/** The kinds of words and phrases that are there. @param mark stands behind those of words */
export function kindsIn(words: readonly string[], language: ActLanguage, kinds: Kinds, mark = ''): string[] {
  const held = kinds.words.filter((kind) => words.some((word) => language.words[kind].has(word)));
  const phrases = kinds.phrases.filter((kind) => language.phrases.indexOf(words, kind) >= 0);
  return [...held.map((kind) => `word:${kind}${mark}`), ...phrases.map((kind) => `phrase:${kind}`)];
}
