import type { ActReading } from '../dialogue-act.js';
import { PROPOSED, type ProposalWords } from '../proposal/index.js';
import {
  type AgreementReading,
  asksForIt,
  type Consent,
  deniesAgreement,
  deniesDeed,
  endsNameOtherwise,
  goesToSpeaker,
  isDoneOtherwise,
  isHalf,
  isKeeping,
  isNoted,
  isRecalled,
  keepsEnded,
  namesOtherValue,
  opensRemark,
  type Reply,
  reverses,
  saysOpposite,
  skipFillers,
  stopsBehind,
  undoesItself,
} from '../rules/index.js';
import { namesSomeOnly } from '../value-comparison/index.js';
import { type ActLanguage, betweenCommas, type Sentence } from '../words/index.js';
import { assentFeatures } from './assent-features.js';
import { type Clause, choosesOther, clausesOf, isOrderAt, namesAnother, newsIn, startOf } from './reply-clauses.js';
import { ASKS, addWords, kindsIn, PLAIN, tokensOf } from './word-features.js';

/** So many words behind an "on" may say where. */
const PLACE = 3;
/** Of more words, sentences or unknown words it is the same. */
const MOST_SENTENCES = 4;
const MOST_UNKNOWN = 4;
const MOST_DOUBLINGS = 6;

/** What the rules have read. */
export interface RulesReading {
  readonly acts: ActReading[];
  readonly consent: Consent | undefined;
  readonly parts: readonly AgreementReading[];
}

/** The new value that no reader may overlook. */
export const NEW_VALUE = 'has:new value';
/** A value of something else, or of another kind, which may yet be meant for one that is proposed. */
export const VALUE_BESIDE = 'has:value beside';
/** The name of something that the proposal does not name. */
export const NEW_NAME = 'has:new name';
/** An order that says what or for whom, in words that the proposal does not have. */
export const NEW_THING = 'has:new thing';
/** One that says where, or another one of the same. */
export const ELSEWHERE = 'has:elsewhere';
/** Something that is undone, and was not proposed. */
export const OTHER_DEED = 'has:other deed';
/** A sentence that breaks off. */
export const HALF = 'has:half';
/** Some of the things that are proposed together, and not the others. */
export const SOME_ONLY = 'has:some only';
/** A clause behind others that stops or puts off: "…, wait". */
export const STOPS = 'has:stop';
/** A clause that would agree, but for its no, or that undoes what would be done. */
export const DENIED = 'has:denied';
/** No more than that something was heard, of what would be paid or done away with. */
export const NOTED = 'has:noted';
/** Somebody who comes to what would be called off. */
export const KEEPS = 'ends, keeps';
/** What somebody knows or has done, beside no more than a bare yes. */
const RECALLS = 'recalls';
/** A part that agrees, by the rules or by a plain word. */
export const AGREES = 'has:agreement';
/**
 * What a reply to a proposal is told by: its words, pairs and triples of them, the kinds of words and phrases that the language file
 * knows, and what the rules have read. Each is there or not; empty where nothing is proposed.
 */
export function featuresOf(reply: Reply, { acts, consent, parts }: RulesReading): Set<string> {
  const { proposal, sentences, language } = reply;
  const features = new Set<string>();
  if (!proposal) return features;
  let length = 0;
  for (const sentence of sentences) length += addSentence(features, sentence, reply, proposal);
  if (
    namesSomeOnly(
      parts.flatMap((part) => wishedIn(part, language)),
      proposal,
    )
  )
    features.add(SOME_ONLY);
  features.add(`sentences:${Math.min(MOST_SENTENCES, sentences.length)}`);
  features.add(`length:${Math.min(MOST_DOUBLINGS, Math.floor(Math.log2(length + 1)))}`);
  if (proposal.isGrave) features.add('grave');
  const keeps = parts.some((part) => isKeeping(part, reply));
  if (keeps || sentences.some(({ words }) => keepsEnded(words, proposal))) features.add(KEEPS);
  for (const kind of ['ending', 'feeling', 'report'])
    if (proposal.isEnding && features.has(`phrase:${kind}`)) features.add(`ends, phrase:${kind}`);
  for (const feature of assentFeatures(parts, language)) features.add(feature);
  if (isRecalled(parts, reply)) features.add(RECALLS);
  if (isNoted(reply)) features.add(NOTED);
  if (stopsBehind(reply)) features.add(STOPS);
  const isYes = (word: string) => language.words.yes.has(word);
  if (parts.some(({ agrees, sentence }) => agrees || sentence.words.some(isYes))) features.add(AGREES);
  for (const { act } of acts) features.add(`act:${act}`);
  features.add(`first:${acts[0]?.act}`);
  features.add(`consent:${consent?.kind ?? 'none'}`);
  return features;
}

/** What may be wanted, which is not what is told of somebody: "Yes, cancel them. I never go to the gym." */
function wishedIn({ agrees, sentence: { words } }: AgreementReading, language: ActLanguage): readonly string[] {
  const start = skipFillers(language, words);
  const isTold =
    !agrees &&
    opensRemark(words[start] ?? '', language) &&
    !words.some((word) => language.words.politeRequest.has(word));
  return isTold ? [] : [',', ...words];
}

/** @returns how many tokens it has */
function addSentence(features: Set<string>, sentence: Sentence, reply: Reply, proposal: ProposalWords): number {
  const { language } = reply;
  const { words, question } = sentence;
  const isFirst = sentence === reply.sentences[0];
  const said = tokensOf(words, proposal, language);
  addWords(features, [...said, question ? ASKS : '.'], isFirst, language);
  for (const kind of kindsIn(words, language, isFirst ? '' : '+')) features.add(kind);
  if (isHalf(sentence, reply)) features.add(HALF);
  if (deniesAgreement(words, reply) || deniesDeed(words, language) || undoesItself(sentence, proposal))
    features.add(DENIED);
  for (const clause of clausesOf(sentence, language)) addNews(features, clause, reply, proposal);
  if (goesToSpeaker(words, proposal)) features.add(NEW_NAME);
  if (namesOtherValue(words, proposal) || endsNameOtherwise(sentence, proposal)) features.add(NEW_VALUE);
  if (reverses(words, proposal) || saysOpposite(sentence, proposal)) features.add(OTHER_DEED);
  if (isDoneOtherwise(sentence, proposal) || asksForIt(sentence, proposal)) features.add(ELSEWHERE);
  if (namesAnother(words, proposal) || betweenCommas(words).some((clause) => choosesOther(clause, language)))
    features.add(ELSEWHERE);
  for (const part of betweenCommas(said)) addOrder(features, part, language);
  features.add(`unknown:${unknownIn(said, language)}`);
  return said.length + 1;
}

/** Another value, a name, or something else that is undone. */
function addNews(features: Set<string>, clause: Clause, reply: Reply, proposal: ProposalWords): void {
  const { value, valueBeside, name, deed } = newsIn(clause, reply, proposal);
  if (value) features.add(NEW_VALUE);
  if (valueBeside) features.add(VALUE_BESIDE);
  if (name) features.add(NEW_NAME);
  if (deed) features.add(OTHER_DEED);
}

/** "On the kitchen speaker" and "order the lock" say more than what was proposed. */
function addOrder(features: Set<string>, part: readonly string[], language: ActLanguage): void {
  const { words } = language;
  const { clauseOpener, direction, determiner, you, glue } = words;
  // "Thanks for the fair offer" orders nothing.
  if (part.some((token) => words.thanking.has(token)) && !part.includes(PROPOSED)) return;
  const isOrder = (at: number) => isOrderAt(part, at, language);
  const start = startOf(part, language);
  // "Yes and I'd like …"
  const opening = clauseOpener.has(part[start] ?? '') ? start + 1 : start;
  const wish = language.phrases.at(part, opening, ['repetition'])?.length;
  const isPlaced = isPlacedAt(part, opening, language);
  if (wish === undefined && !isPlaced && !part.some((_, at) => isOrder(at))) return;
  const isNew = (at: number) => isUnknown(part[at] ?? '', language);
  const isThing = (token = '') => /^\p{L}/u.test(token) && !PLAIN.some((kind) => words[kind].has(token));
  const leads = (at: number) => isOrder(at) || clauseOpener.has(part[at] ?? '');
  const isPlace = (token: string, at: number) =>
    (isPlaced && at === opening && isThing(part[at + 2])) ||
    (direction.has(token) && Array.from({ length: PLACE }, (_, ahead) => at + 1 + ahead).some(isNew));
  const isObject = (token: string, at: number) => {
    const isFor = [you, glue].some((list) => list.has(part[at - 1] ?? ''));
    const isWished = wish !== undefined && at === opening + wish && words.indefinite.has(token);
    const isLed = isWished || leads(at - 1) || (isFor && leads(at - 2));
    return determiner.has(token) && isThing(part[at + 1]) && (isLed || part[at + 2] === PROPOSED);
  };
  features.add(`order, unknown:${unknownIn(part, language)}`);
  if (part.some(isPlace)) features.add(ELSEWHERE);
  const isWish = wish !== undefined && isThing(part[opening + wish]) && isNew(opening + wish);
  if (isWish || part.some(isObject)) features.add(NEW_THING);
}

/** "On my street, please", "to the store". */
function isPlacedAt(part: readonly string[], at: number, { words }: ActLanguage): boolean {
  const { direction, dateLead, route, determiner } = words;
  const lead = part[at] ?? '';
  const isLed =
    [direction, dateLead].every((list) => list.has(lead)) || [direction, route].every((list) => list.has(lead));
  return isLed && determiner.has(part[at + 1] ?? '');
}

/** How many there are, up to a few. */
function unknownIn(tokens: readonly string[], language: ActLanguage): number {
  return Math.min(MOST_UNKNOWN, tokens.filter((token) => isUnknown(token, language)).length);
}

/** True for a word that neither the language file nor the proposal holds. */
function isUnknown(token: string, { spelling }: ActLanguage): boolean {
  return /^[\p{L}\p{N}]/u.test(token) && !spelling.known.has(token);
}
