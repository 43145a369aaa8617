import { PROPOSED } from '../proposal/index.js';
import { heldIn, isSince, sharesTopic } from '../value-comparison/index.js';
import { type ActLanguage, type Sentence, typed, type WordKind, walkAgreement } from '../words/index.js';
import { namesDenied } from './distortion.js';
import { type Asking, requestsAction } from './question.js';
import { namesArgument } from './repetition.js';
import { fillersIn, type Reply, skipFillers } from './reply.js';

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

/** "I don't need it anymore" to "Shall I cancel it?": why somebody agrees; to any other proposal it is why not. */
export function isEnding(words: readonly string[], { language, proposal }: Reply): boolean {
  if (!proposal?.isEnding) return false;
  const start = skipFillers(language, words);
  const length = language.phrases.at(words, start, ['ending'])?.length ?? 0;
  const rest = words.slice(start + length);
  return length > 0 && walkAgreement(rest, language).at === rest.length;
}

/** "I know that it cannot be undone", where the question says so. */
export function isAware(words: readonly string[], { language, proposal }: Reply): boolean {
  const { glue, subject, verb, modal, determiner, receiving } = language.words;
  const length = language.phrases.at(words, skipFillers(language, words), ['awareness'])?.length ?? 0;
  const said = words.slice(skipFillers(language, words) + length);
  if (length === 0 || !proposal || !subject.has(said[0] ?? '') || said.includes(PROPOSED)) return false;
  const isFree = (word: string) =>
    !modal.has(word) && [glue, subject, verb, determiner, receiving].some((list) => list.has(word));
  return said.every((word) => isFree(word) || proposal.isAbout(word)) && !namesDenied(said, proposal);
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
  const start = skipFillers(language, words);
  const opening = language.phrases.at(words, start, ['report', 'feeling']);
  if (!opening) return false;
  if (opening.kind === 'report' && proposal && heldIn(words, proposal).some(({ kind }) => kind !== 'number'))
    return false;
  const { contrast } = language.words;
  const turn = words.findIndex((word) => contrast.has(word));
  const report = turn < 0 ? words : words.slice(0, turn);
  if (speaksToYou(report.slice(start + opening.length), language)) return false;
  if (opening.kind === 'feeling' && proposal && sharesTopic(report, proposal)) return false;
  if (
    opening.kind === 'report' &&
    withoutIdioms(words.slice(start + opening.length), language).some((word) => language.words.adverse.has(word))
  )
    return false;
  return (
    !isReserved(report, 'report', language) && (turn < 0 || !isReserved(words.slice(turn + 1), 'statement', language))
  );
}

/** "My assistant will tell you which one": there is more to come. */
function speaksToYou(words: readonly string[], { words: { you } }: ActLanguage): boolean {
  const end = words.indexOf(',');
  return words.slice(0, end < 0 ? words.length : end).some((word) => you.has(word));
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
  if (phrases.indexOf(words, 'correction', isAsking ? ['question', 'inquiry', 'claim'] : []) >= 0) return true;
  if (!isAsking && phrases.indexOf(words, 'defer', kind === 'report' ? ['report'] : []) >= 0) return true;
  return words.some((word) => RESERVATIONS[kind].some((reserving) => language.words[reserving].has(word)));
}

/**
 * A remark that is glad about something and wants nothing: "my friends will love it". It denies nothing, speaks to
 * nobody, and names nothing new.
 */
export function isHarmless(sentence: Sentence, from: number, reply: Reply): boolean {
  const { liking, adverse, negation, you, wavering, verb, imperative } = reply.language.words;
  const rest = withoutIdioms(sentence.words.slice(from), reply.language);
  const start = skipFillers(reply.language, rest);
  const [opening = '', next = ''] = rest.slice(start, start + 2);
  const isSpoken = opensRemark(opening, reply.language) || (verb.has(next) && !imperative.has(opening));
  if (sentence.question || !isSpoken) return false;
  const says = (words: ReadonlySet<string>) => rest.some((word) => words.has(word));
  if (!says(liking) || [adverse, negation, you, wavering].some(says)) return false;
  return !isReserved(rest, 'statement', reply.language) && !namesSomethingNew(sentence, from, reply);
}

/** A clause behind a remark that goes on about it, such as a reason: "…, but it is family". */
export function isAside(clause: Sentence, reply: Reply): boolean {
  const { adverse, negation, you, wavering } = reply.language.words;
  const words = withoutIdioms(clause.words, reply.language);
  if (clause.question || !opensRemark(words[skipFillers(reply.language, words)] ?? '', reply.language)) return false;
  const isAgainst = words.some((word) => [adverse, negation, you, wavering].some((list) => list.has(word)));
  const isNews = reply.language.phrases.indexOf(words, 'information') >= 0;
  return (
    !isAgainst && !isNews && !isReserved(words, 'statement', reply.language) && !namesSomethingNew(clause, 0, reply)
  );
}

/** "It never let me down" denies nothing. */
export function withoutIdioms(words: readonly string[], { phrases }: ActLanguage): readonly string[] {
  const at = phrases.indexOf(words, 'idiom');
  const length = phrases.at(words, at, ['idiom'])?.length;
  return length === undefined ? words : [...words.slice(0, at), ...words.slice(at + length)];
}

/** A name that the proposal does not hold: a capital letter inside of a sentence, on a word nobody knows. */
export function namesSomethingNew(
  sentence: Sentence,
  from: number,
  { proposal, language }: Reply,
  to = sentence.words.length,
): boolean {
  const { route, direction } = language.words;
  return sentence.words.slice(0, to).some((word, at) => {
    const isName = at > 0 && at >= from && /^\P{L}*\p{Lu}/u.test(typed(sentence, at, at + 1));
    if (
      !isName ||
      language.spelling.known.has(word) ||
      language.currencyOf(word) ||
      proposal?.topic.has(language.stem(word))
    )
      return false;
    if (saysNoName(sentence.words, at, language) || isSince(sentence.words, at, language)) return false;
    const before = sentence.words[at - 1] ?? '';
    return !language.nounsAreCapitalized || route.has(before) || direction.has(before);
  });
}

/** True within what says nothing ("Kind regards, Ann"), and for a day. */
function saysNoName(words: readonly string[], place: number, language: ActLanguage): boolean {
  const days = language.values.said.inWords(words).filter(({ kind }) => kind === 'day');
  return fillersIn(words, language).has(place) || days.some(({ at, length }) => at <= place && place < at + length);
}
