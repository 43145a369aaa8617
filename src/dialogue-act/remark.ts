import type { WordKind } from './act-file.js';
import type { ActLanguage } from './act-language.js';
import { sharesTopic } from './contradiction.js';
import type { Sentence } from './message.js';
import { type Asking, requestsAction } from './question.js';
import { namesArgument } from './repetition.js';
import { type Reply, skipFillers } from './reply.js';

/** The words that take a yes back, by what they stand in. */
const RESERVATIONS: Readonly<Record<Asking | 'statement' | 'report', readonly WordKind[]>> = {
  question: ['reservation'],
  inquiry: ['reservation', 'inquiryReservation'],
  statement: ['reservation', 'statementReservation'],
  report: ['reservation'],
};

/** News, a request, or a word about an argument: what the proposal may not provide for. */
export function addsSomething(words: readonly string[], { language, proposal }: Reply): boolean {
  const { phrases } = language;
  if (phrases.indexOf(words, 'information', ['report']) >= 0) return true;
  const start = skipFillers(language, words);
  if (requestsAction(words, start, language)) return true;
  const named = words.slice(start).find((word) => !language.words.glue.has(word));
  return proposal !== undefined && named !== undefined && namesArgument([named], proposal);
}

/** True for a word that a remark about somebody or something starts with. */
export function opensRemark(word: string, { words }: ActLanguage): boolean {
  return words.subject.has(word) || words.possessive.has(word);
}

/**
 * A report or a feeling that wants nothing ("I have never been there", "I do not want to go to that wedding, but it is
 * family"), as long as the feeling is about nothing that was proposed; what follows a "but" must hold no reservation at all.
 */
export function isRemark(words: readonly string[], { language, proposal }: Reply): boolean {
  const opening = language.phrases.at(words, 0, ['report', 'feeling']);
  if (!opening) return false;
  const { contrast } = language.words;
  const turn = words.findIndex((word) => contrast.has(word));
  const report = turn < 0 ? words : words.slice(0, turn);
  if (opening.kind === 'feeling' && proposal && sharesTopic(report, proposal)) return false;
  return (
    !isReserved(report, 'report', language) && (turn < 0 || !isReserved(words.slice(turn + 1), 'statement', language))
  );
}

/** True when the words put off, correct, or hold a word that takes a yes back where they stand. */
export function isReserved(words: readonly string[], kind: keyof typeof RESERVATIONS, language: ActLanguage): boolean {
  const { phrases } = language;
  const isAsking = kind === 'question' || kind === 'inquiry';
  const idiom = phrases.indexOf(words, 'idiom');
  if (idiom >= 0) {
    const length = phrases.at(words, idiom, ['idiom'])?.length ?? 1;
    return isReserved([...words.slice(0, idiom), ...words.slice(idiom + length)], kind, language);
  }
  if (phrases.indexOf(words, 'correction', isAsking ? ['question', 'inquiry'] : []) >= 0) return true;
  if (!isAsking && phrases.indexOf(words, 'defer', kind === 'report' ? ['report'] : []) >= 0) return true;
  return words.some((word) => RESERVATIONS[kind].some((reserving) => language.words[reserving].has(word)));
}

/**
 * A remark that asks for nothing: a sentence of its own, or a clause after a comma, with a subject. Before a question
 * mark it speaks of neither of the two speakers: "I get a window seat?" is a wish.
 */
export function isSmallTalk(sentence: Sentence, at: number, language: ActLanguage): boolean {
  const { imperative, self, subject, verb, you } = language.words;
  const rest = sentence.words.slice(at);
  const opening = rest[skipFillers(language, rest)] ?? '';
  if (imperative.has(opening)) return false;
  if (sentence.question) {
    const asker = sentence.words[skipFillers(language, sentence.words)] ?? '';
    return at === 0 && opensRemark(asker, language) && !self.has(asker) && !you.has(asker);
  }
  const speaks = subject.has(opening) || (opensRemark(opening, language) && rest.some((word) => verb.has(word)));
  if (at > 0) return sentence.words[at - 1] === ',' && speaks;
  if (rest.length === 2) return opensRemark(opening, language);
  return rest.length >= 3 && rest.some((word) => subject.has(word) || verb.has(word));
}
