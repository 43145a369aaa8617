import { type ActLanguage, betweenCommas, type PhraseKind, type Sentence, typed } from '../words/index.js';
import { consistsOf, type Reply, skipFillers } from './reply.js';

/** So many words stop at most: "not right now". */
const MOST_STOPPING = 3;

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

/** "I confirm, no", "yes please. Not now", "yes cancel it never mind": the sentence in which something behind a yes does nothing but stop it or put it off. */
export function stopsBehind({ sentences, language, proposal }: Reply): Sentence | undefined {
  // "Yes, I don't need it any more" is a reason to end it.
  const isReason = (clause: readonly string[]) =>
    proposal?.isEnding === true && language.phrases.indexOf(clause, 'ending') >= 0;
  return sentences.find(({ words }, index) =>
    betweenCommas(words).some(
      (clause, at) =>
        !isReason(clause) && ((index + at > 0 && isStop(clause, language)) || endsInStop(clause, language)),
    ),
  );
}

function endsInStop(clause: readonly string[], language: ActLanguage): boolean {
  const { modal, verb, negation, denial, receiver, route } = language.words;
  return [1, 2, MOST_STOPPING].some((length) => {
    const [before = '', ...stop] = clause.slice(-length - 1);
    // "I can't wait", "don't make me wait"; "das brauche ich nicht mehr" ends so where verbs do not stand behind it.
    const isPut = [modal, verb, negation, receiver, route].some((list) => list.has(before));
    const isPart = isPut
      ? language.phrases.at(stop, 0, ['defer']) !== undefined
      : language.verbLast && stop.some((word) => denial.has(word));
    return stop.length === length && !isPart && consistsOf(language, stop, stopping(stop, language));
  });
}

function isStop(clause: readonly string[], language: ActLanguage): boolean {
  return (
    clause.every((word) => language.words.denial.has(word)) || consistsOf(language, clause, stopping(clause, language))
  );
}

function stopping(words: readonly string[], language: ActLanguage): readonly PhraseKind[] {
  const isDenied = words.some((word) => language.words.negation.has(word));
  return isDenied ? ['refusal', 'objection', 'defer', 'correction'] : ['refusal', 'objection', 'defer'];
}
