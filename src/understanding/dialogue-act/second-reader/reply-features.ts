import type { ActReading } from '../dialogue-act.js';
import { PROPOSED, type ProposalWords, placesIn } from '../proposal/index.js';
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
import { heldIn, namesSomeOnly, valuesLeft } from '../value-comparison/index.js';
import {
  type ActLanguage,
  betweenCommas,
  type PhraseKind,
  type ReplyWeights,
  type Sentence,
  type WordKind,
} from '../words/index.js';
import { assentFeatures, type Kinds, kindsIn } from './assent-features.js';
import { type Clause, choosesOther, clausesOf, isOrderAt, namesAnother, newsIn, startOf } from './reply-clauses.js';

/** Stand for words that say what the proposal says, in whatever words that is: what is learned holds for any proposal. */
const HELD = '<held>';
const LEFT = '<left>';
const OTHER_NUMBER = '<number>';
const SAID = '<said>';

/** Words that stand for themselves although the question may hold them. */
const PLAIN: readonly WordKind[] = [
  'glue',
  'subject',
  'determiner',
  'formality',
  'yes',
  'verb',
  'modal',
  'possessive',
  'self',
  'you',
  'negation',
  'contrast',
];

/** What a sentence may hold a word of. */
const WORDS: readonly WordKind[] = [
  'negation',
  'contrast',
  'denial',
  'adverse',
  'wavering',
  'hesitation',
  'liking',
  'reservation',
  'statementReservation',
  'inquiryReservation',
  'terms',
  'fresh',
  'particular',
  'indefinite',
  'speech',
  'you',
  'modal',
  'answering',
  'finding',
  'receiving',
  'yes',
  'decisive',
  'imperative',
  'command',
  'possessive',
  'self',
  'subject',
  'direction',
  'route',
  'dateLead',
];

/** What a sentence may hold a phrase of. */
const PHRASES: readonly PhraseKind[] = [
  'irony',
  'doubting',
  'praise',
  'refusal',
  'objection',
  'correction',
  'desire',
  'defer',
  'inquiry',
  'information',
  'claim',
  'reason',
  'report',
  'feeling',
  'ending',
  'attending',
  'awareness',
  'recalling',
  'leadIn',
  'editCommand',
  'explicit',
  'consent',
  'repetition',
];

/** What a sentence is looked through for. */
const KINDS: Kinds = { words: WORDS, phrases: PHRASES };

/** A word of fewer letters has no ending. */
const STEMMED = 5;
/** So many words behind an "on" may say where. */
const PLACE = 3;
/** Of more words, sentences or unknown words it is the same. */
const MOST_SENTENCES = 4;
const MOST_UNKNOWN = 4;
const MOST_DOUBLINGS = 6;
/** What takes a yes back before it is said is told in so many words. */
const MOST_OPENING = 8;

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
/** A sentence that asks. */
export const ASKS = '?';

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
  for (const feature of assentFeatures(parts, language, KINDS)) features.add(feature);
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
  for (const kind of kindsIn(words, language, KINDS, isFirst ? '' : '+')) features.add(kind);
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

function addWords(features: Set<string>, tokens: readonly string[], isFirst: boolean, language: ActLanguage): void {
  for (const at of tokens.keys()) for (const feature of wordFeatures(tokens, at, language)) features.add(feature);
  features.add(openingFeature(tokens));
  if (isFirst) features.add(`^^ ${tokens.slice(0, 2).join(' ')}`);
}

/** A word, by itself and with those behind it. */
function wordFeatures(tokens: readonly string[], at: number, { stem }: ActLanguage): string[] {
  const [token = '', second, third] = tokens.slice(at, at + 3);
  const features = [token];
  if (token.length >= STEMMED && !token.startsWith('<')) features.push(`${stem(token)}~`);
  if (second !== undefined) features.push(`${token} ${second}`);
  if (third !== undefined) features.push(`${token} ${second} ${third}`);
  return features;
}

function openingFeature(tokens: readonly string[]): string {
  return `^ ${tokens[0]}`;
}

/**
 * How little the words of a sentence go with a yes where the first of them are left out: "yes, book it | wait for my call". They weigh what
 * they would in a sentence behind a yes, without what the rules make of them; from one word to the next, only what is new is added.
 * @returns the least that any tail of two words or more weighs; infinite where there is none
 */
export function leastTail({ words, question }: Sentence, reply: Reply, weights: ReplyWeights): number {
  const { proposal, language } = reply;
  if (!proposal) return Number.POSITIVE_INFINITY;
  const bias = weights.score([]);
  const weigh = (features: readonly string[]) => weights.score(features) - bias;
  const each = eachToken(words, proposal, language);
  const tokens = [question ? ASKS : '.'];
  const features = new Set<string>();
  let weight = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = words.length - 1; at > 0; at -= 1) {
    if (!isRepeated(each, at)) tokens.unshift(each[at] ?? '');
    const own = [...wordFeatures(tokens, 0, language), ...kindsAt(words, at, language)];
    const fresh = own.filter((name) => !features.has(name));
    for (const name of fresh) features.add(name);
    weight += weigh(fresh);
    const isTail = at < words.length - 1 && words[at] !== ',';
    if (isTail) least = Math.min(least, weight + weigh([openingFeature(tokens)]));
  }
  return least;
}

/**
 * The same of what a sentence begins with where its last words are left out: "my son told me to write | yes, book it".
 * @returns the least that any of its first words weigh, up to so many; infinite where it has but one
 */
export function leastHead({ words }: Sentence, reply: Reply, weights: ReplyWeights): number {
  const { proposal, language } = reply;
  if (!proposal) return Number.POSITIVE_INFINITY;
  const bias = weights.score([]);
  const each = eachToken(words, proposal, language);
  const weightOf = (length: number) => {
    const head = words.slice(0, length);
    const features = new Set<string>();
    const tokens = each.slice(0, length).filter((_, at) => !isRepeated(each, at));
    addWords(features, tokens, true, language);
    for (const kind of kindsIn(head, language, KINDS)) features.add(kind);
    return weights.score(features) - bias;
  };
  const most = Math.min(MOST_OPENING, words.length - 1);
  const lengths = Array.from({ length: most }, (_, index) => index + 1);
  return Math.min(...lengths.map(weightOf));
}

/** The kinds of the word there, and of the phrases that begin with it. */
function kindsAt(words: readonly string[], at: number, language: ActLanguage): string[] {
  const kinds = WORDS.filter((kind) => language.words[kind].has(words[at] ?? ''));
  const phrases = PHRASES.filter((kind) => language.phrases.at(words, at, [kind]));
  return [...kinds.map((kind) => `word:${kind}+`), ...phrases.map((kind) => `phrase:${kind}`)];
}

/** The words, what the proposal says as one each: its values, in whatever form, its other words, and what it does. */
function tokensOf(words: readonly string[], proposal: ProposalWords, language: ActLanguage): string[] {
  const tokens = eachToken(words, proposal, language);
  return tokens.filter((_, at) => !isRepeated(tokens, at));
}

/** One for each word. */
function eachToken(words: readonly string[], proposal: ProposalWords, language: ActLanguage): string[] {
  const held = heldIn(words, proposal);
  const left = placesIn(valuesLeft(held, proposal));
  const places = placesIn(held);
  const isLeftName = (word: string) =>
    !language.words.glue.has(word) && proposal.question.includes(word) && proposal.way.left.has(word);
  return words.map((word, at) =>
    left.has(at) || isLeftName(word) ? LEFT : places.has(at) ? HELD : tokenOf(word, proposal, language),
  );
}

/** A value of two words is one that is held. */
function isRepeated(tokens: readonly string[], at: number): boolean {
  const token = tokens[at] ?? '';
  return token === tokens[at - 1] && [HELD, LEFT, SAID].includes(token);
}

function tokenOf(word: string, proposal: ProposalWords, { words }: ActLanguage): string {
  if (word === PROPOSED) return word;
  if (/^\d/.test(word))
    return proposal.argumentWords.includes(word) || proposal.question.includes(word) ? HELD : OTHER_NUMBER;
  const isPlain = word.length < 3 || PLAIN.some((kind) => words[kind].has(word));
  return !isPlain && proposal.isAbout(word) ? SAID : word;
}

/** How many there are, up to a few. */
function unknownIn(tokens: readonly string[], language: ActLanguage): number {
  return Math.min(MOST_UNKNOWN, tokens.filter((token) => isUnknown(token, language)).length);
}

/** True for a word that neither the language file nor the proposal holds. */
function isUnknown(token: string, { spelling }: ActLanguage): boolean {
  return /^[\p{L}\p{N}]/u.test(token) && !spelling.known.has(token);
}
