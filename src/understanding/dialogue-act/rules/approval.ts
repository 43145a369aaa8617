import { type ActLanguage, typed } from '../words/index.js';
import type { AgreementReading } from './agreement.js';
import type { Reply } from './reply.js';

/**
 * A word of approval that answers a recap: what is called great there can only be what was repeated. It stands alone,
 * with thanks, or before questions on which the decision cannot hang: not before "what does it cost?". To an offer,
 * beside anything else, or with signs of irony ("Greaaat...", "Great, just great", "Great 🙄") it is praise.
 * @returns its words
 */
export function readApproval(reply: Reply, readings: readonly AgreementReading[]): string | undefined {
  const { proposal, language, sentences } = reply;
  const [first] = sentences;
  const length = first ? (language.phrases.at(first.words, 0, ['approval'])?.length ?? 0) : 0;
  if (!proposal?.isRecap || !first || length === 0) return undefined;
  const isAsked = first.question && length === first.words.length;
  const isPlain = PLAIN.test(first.source) && !DRAWN_OUT.test(first.source);
  const saysMore = sentences.some(({ words }, index) => {
    return language.phrases.indexOf(words.slice(index === 0 ? length : 0), 'praise') >= 0;
  });
  const isHarmless = readings.every((reading) => reading.rest === 'none' || isSideQuestion(reading, language));
  return isPlain && isHarmless && !isAsked && !saysMore ? typed(first, 0, length) : undefined;
}

const PLAIN = /^[\p{L}\p{N}\s',.?!-]+$/u;
const DRAWN_OUT = /\.\.|(\p{L})\1\1/u;

function isSideQuestion({ rest, sentence, restAt }: AgreementReading, { words }: ActLanguage): boolean {
  return rest === 'question' && !sentence.words.slice(restAt).some((word) => words.decisive.has(word));
}
