import { type ActLanguage, type DeedWord, type Sentence, typed, wordsOf } from '../words/index.js';

/** Letters of a noun for a deed, and of the thing before it, that are taken for joined. */
const [LEAST_NOUN, LEAST_THING] = [5, 3];

/** So many words before a thing, one is its article. */
const LED = 2;

/** Stands in a sentence for any word for what was proposed. */
export const PROPOSED = '<deed>';

/** The words, and what the user typed where one stands for what was proposed. */
export function saidIn(sentence: Sentence): string[] {
  return sentence.words.map((word, at) => (word === PROPOSED ? typed(sentence, at, at + 1).toLowerCase() : word));
}

/** What is asked, as far as it says which words of a reply are for what was proposed. */
interface Asked {
  readonly deeds: ReadonlySet<string>;
  readonly question: readonly string[];
  /** The words of the proposed values; read only where they are needed. */
  readonly values: () => readonly string[];
}

/**
 * What the sentences of a question propose to do. Words for things count only where there is no other: "proceed with
 * the booking" proposes to book, "cancel the booking" does not.
 */
export function deedsOf(sentences: readonly (readonly string[])[], language: ActLanguage): Set<string> {
  const found = sentences.flatMap((words) => deedsIn(words, language));
  const done = found.filter(({ isThing }) => !isThing);
  return new Set((done.length > 0 ? done : found).map(({ deed }) => deed));
}

/** True where a message has a word for something that an action may do: "book room", and not "do it". */
export function namesDeed(text: string, { deeds, spelling }: ActLanguage): boolean {
  return wordsOf(text, spelling).some((word) => deeds.has(word));
}

/** True where a message has the plain word: "yes, book it", and not "book it". */
export function hasYes(text: string, { spelling, words: { yes } }: ActLanguage): boolean {
  return wordsOf(text, spelling).some((word) => yes.has(word));
}

function deedsIn(words: readonly string[], language: ActLanguage): { deed: string; isThing: boolean }[] {
  const { determiner, clauseOpener, command, modal } = language.words;
  let lastNoun = Number.NaN;
  let isAfterDeed = false;
  return words.flatMap((word, at) => {
    const known = language.deeds.get(word);
    const before = words[at - 1] ?? '';
    const isOrdered = command.has(words[at - 2] ?? '');
    const isGoal = isOrdered && command.has(words[at - 3] ?? '');
    const isJoined = lastNoun === at - 3 && clauseOpener.has(words[at - 2] ?? '');
    const leads = [clauseOpener, modal].some((list) => list.has(before));
    // "Cancel the box, subscription 58310": what the box is called as well.
    const isNumbered = /^\d/.test(words[at + 1] ?? '');
    const isThing = known?.isNoun && isAfterDeed && !isGoal && !isJoined;
    if (!known || (isThing && (isNumbered || !leads))) return [];
    isAfterDeed = true;
    if (known.isNoun) lastNoun = at;
    return [{ deed: known.deed, isThing: known.isNoun && determiner.has(before) && !isOrdered }];
  });
}

/**
 * The sentence with PROPOSED in the place of every word for what was proposed; anything usual where that is unknown. "The
 * change" means the upgrade that was proposed, "the changes and upgrades" the changes, and "upgrade me to Premium" the change to
 * Premium, as "switch me to Basic" means the downgrade to it.
 */
export function markProposed(sentence: Sentence, asked: Asked, language: ActLanguage): Sentence {
  const { deeds, question, values } = asked;
  const { route, modal } = language.words;
  const words = sentence.words.map((word, at) => {
    const known = language.deeds.get(word) ?? joinedDeed(word, question, language);
    const before = sentence.words[at - 1] ?? '';
    const isVerb = !known?.isNoun || (!language.verbLast && (route.has(before) || modal.has(before)));
    const isProposed = known && (deeds.size > 0 ? deeds.has(known.deed) : known.weight === 'usual' && isVerb);
    const isKind =
      known !== undefined &&
      areKin(known, deeds, language) &&
      namesAny(sentence.words, namesOf(known, values(), language));
    const isEnd = known !== undefined && endsThing(sentence.words, at, asked, language);
    return isProposed || isKind || isEnd || (known && namesKind(sentence.words, at, deeds, language)) ? PROPOSED : word;
  });
  return { ...sentence, words };
}

/** "Cancel the card" to "Shall I close your card?": one end of the thing is as good as another; "cancel the closing of the card" is none. */
function endsThing(
  words: readonly string[],
  at: number,
  { deeds, question }: Asked,
  { endingDeeds, deeds: known, words: { determiner }, stem }: ActLanguage,
): boolean {
  const isEnding = (deed = '') => endingDeeds.has(deed);
  const end = known.get(words[at] ?? '')?.deed;
  if (deeds.size === 0 || ![...deeds].every(isEnding) || !isEnding(end)) return false;
  if (question.some((word) => known.get(word)?.deed === end)) return false;
  const behind = words.slice(at + 1);
  const named = behind.slice(1).filter((word) => /^\p{L}{3,}/u.test(word) && !known.has(word));
  const isNamed = named.some((word) => question.some((own) => stem(own) === stem(word)));
  return determiner.has(behind[0] ?? '') && isNamed && !behind.some((word) => known.has(word));
}

/** "Terminänderung" and "Abo-Wechsel" to a question about a "Termin" and an "Abo": a word for a deed that is joined to its thing. */
function joinedDeed(word: string, asked: readonly string[], language: ActLanguage): DeedWord | undefined {
  if (!language.joinsNouns || language.spelling.known.has(word)) return undefined;
  const [noun, known] = [...language.deeds].find(([each, { isNoun }]) => isNoun && isJoined(word, each)) ?? [];
  const thing = noun === undefined ? '' : word.slice(0, -noun.length).replace(/-$|s$/u, '');
  return thing.length >= LEAST_THING && asked.some((own) => own.includes(thing)) ? known : undefined;
}

function isJoined(word: string, noun: string): boolean {
  return noun.length >= LEAST_NOUN && word.length > noun.length + 1 && word.endsWith(noun);
}

/** True for a kind of what was proposed, and for what that is a kind of; an upgrade is none of a downgrade. */
function areKin({ deed, kindOf }: DeedWord, proposed: ReadonlySet<string>, language: ActLanguage): boolean {
  const {
    widerDeeds,
    deedsToward: { up, down },
  } = language;
  const goBoth = [up, down].filter((way) => way.includes(deed) || way.some((each) => proposed.has(each))).length > 1;
  if (goBoth) return false;
  if (kindOf !== undefined && proposed.has(kindOf)) return true;
  return [...proposed].some((each) => widerDeeds.get(each) === deed);
}

/** A name says of what is done what it is done to; a number only where it says up or down to what. */
function namesOf({ deed }: DeedWord, values: readonly string[], { deedsToward: { up, down } }: ActLanguage) {
  const isWay = up.includes(deed) || down.includes(deed);
  return isWay ? values : values.filter((value) => /\p{L}{3}/u.test(value));
}

function namesAny(words: readonly string[], values: readonly string[]): boolean {
  return words.some((word) => values.includes(word));
}

/** True for a wider word for what was proposed, "the change", and for a narrower one joined to it, "changes and upgrades". */
function namesKind(
  words: readonly string[],
  at: number,
  proposed: ReadonlySet<string>,
  { deeds, widerDeeds, words: { determiner, clauseOpener } }: ActLanguage,
): boolean {
  const known = deeds.get(words[at] ?? '');
  const before = words[at - 1] ?? '';
  const joined = deeds.get(words[at - 2] ?? '');
  if (!known?.isNoun) return false;
  if (determiner.has(before)) return [...proposed].some((deed) => widerDeeds.get(deed) === known.deed);
  const isJoined = clauseOpener.has(before) && before !== ',' && at === words.length - 1;
  return isJoined && joined?.isNoun === true && joined.deed === known.kindOf && proposed.has(joined.deed);
}

/**
 * True when the words have something else done than was proposed: "book it" and "proceed with the booking" to "Shall I
 * cancel it?", but not "cancel the booking".
 */
export function namesOtherDeed(
  words: readonly string[],
  proposed: ReadonlySet<string>,
  language: ActLanguage,
): boolean {
  const { determiner, command } = language.words;
  const restates = words.includes(PROPOSED) || proposed.size === 0;
  return words.some((word, at) => {
    const known = language.deeds.get(word);
    if (!known || proposed.has(known.deed)) return false;
    const before = words[at - 1] ?? '';
    return !known.isNoun || (!restates && (determiner.has(before) || command.has(before)));
  });
}

/** "Change" of "a change fee". */
export function isPartOfName(words: readonly string[], at: number, { deeds, words: known }: ActLanguage): boolean {
  const next = words[at + 1] ?? '';
  const { glue, determiner, direction, route, modal } = known;
  const isFree = [glue, determiner, direction, route, modal].some((list) => list.has(next));
  return deeds.get(words[at] ?? '')?.isNoun === true && /^\p{L}{3,}/u.test(next) && !isFree && !deeds.has(next);
}

/** A noun for a deed that is spoken of as a thing: "payment", and not "change" of "a change fee". */
export function namesThing(words: readonly string[], at: number, language: ActLanguage): boolean {
  return language.deeds.get(words[at] ?? '')?.isNoun === true && !isPartOfName(words, at, language);
}

/** "Payment" of "dispute the next payment of the invoice": such a thing, and the first that has an article. */
export function isFirstThing(words: readonly string[], at: number, language: ActLanguage): boolean {
  const isArticle = (word: string) => language.words.determiner.has(word);
  const before = words.slice(0, at);
  return namesThing(words, at, language) && before.filter(isArticle).length === 1 && before.slice(-LED).some(isArticle);
}

/** The words without the things that are only spoken of: "the order" in "the order is correct", not in "proceed with the order". */
export function withoutThings(
  words: readonly string[],
  { deeds, words: { determiner, command } }: ActLanguage,
): string[] {
  return words.filter((word, at) => {
    const isThing = deeds.get(word)?.isNoun === true && determiner.has(words[at - 1] ?? '');
    return !isThing || command.has(words[at - 2] ?? '');
  });
}
