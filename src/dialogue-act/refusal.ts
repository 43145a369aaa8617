import { ENGLISH } from './english.js';
import { type Sentence, typed } from './message.js';
import { PHRASES, type Reply, skipFillers } from './reply.js';

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

const LEAD_INS = new Set(ENGLISH.words.refusalLeadIn);

/** The first no of the message: at the start of a sentence or of a clause, after words such as "oh" and "sorry". */
export function readRefusal(reply: Reply): Refusal | undefined {
  for (const [index, sentence] of reply.sentences.entries()) {
    for (const start of clauseStarts(sentence)) {
      const match = PHRASES.at(sentence.words, start, ['idiom', 'objection', 'refusal', 'question']);
      if (match?.kind === 'refusal' || match?.kind === 'objection') {
        const restAt = start + match.length;
        return { kind: match.kind, evidence: typed(sentence, start, restAt), sentence: index, restAt };
      }
    }
  }
  return undefined;
}

/** Every place where a clause may begin, lead-ins skipped one by one: "Oh, actually no" begins at "no" too. */
function clauseStarts(sentence: Sentence): number[] {
  const { words } = sentence;
  const starts = new Set<number>();
  for (const [at, word] of words.entries()) {
    if (at > 0 && words[at - 1] !== ',' && word !== 'but') continue;
    let start = word === 'but' ? at + 1 : at;
    starts.add(start);
    while (start < words.length && (LEAD_INS.has(words[start] ?? '') || words[start] === ',')) starts.add(++start);
    starts.add(skipFillers(words, start));
  }
  return [...starts].filter((start) => start < words.length);
}
