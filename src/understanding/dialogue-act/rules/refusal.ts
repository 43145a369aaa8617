import { type ActLanguage, type Sentence, typed } from '../words/index.js';
import { type Reply, skipFillers } from './reply.js';

/** A no found in a message. */
export interface Refusal {
  /** `refusal` declines; `objection` says that a detail is wrong. */
  readonly kind: 'refusal' | 'objection';
  readonly evidence: string;
  /** Index of the sentence it stands in. */
  readonly sentence: number;
  /** Where the words after it start. */
  readonly restAt: number;
}

/** The first no of the message: at the start of a sentence or of a clause, after words such as "oh" and "sorry". */
export function readRefusal(reply: Reply): Refusal | undefined {
  for (const [index, sentence] of reply.sentences.entries()) {
    for (const start of clauseStarts(sentence, reply.language)) {
      const match = reply.language.phrases.at(sentence.words, start, ['idiom', 'objection', 'refusal', 'question']);
      if (match?.kind === 'refusal' || match?.kind === 'objection') {
        const restAt = start + match.length;
        return { kind: match.kind, evidence: typed(sentence, start, restAt), sentence: index, restAt };
      }
    }
  }
  return undefined;
}

/** Every place where a clause may begin, lead-ins skipped one by one: "Oh, actually no" begins at "no" too. */
function clauseStarts(sentence: Sentence, language: ActLanguage): number[] {
  const { words } = sentence;
  const { contrast, refusalLeadIn } = language.words;
  const starts = new Set<number>();
  for (const [at, word] of words.entries()) {
    if (at > 0 && words[at - 1] !== ',' && !contrast.has(word)) continue;
    let start = contrast.has(word) ? at + 1 : at;
    starts.add(start);
    while (start < words.length && (refusalLeadIn.has(words[start] ?? '') || words[start] === ',')) starts.add(++start);
    starts.add(skipFillers(language, words, start));
  }
  return [...starts].filter((start) => start < words.length);
}
