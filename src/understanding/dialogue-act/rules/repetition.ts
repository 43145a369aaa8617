import { isSame, leadBefore, namesOtherDeed, PROPOSED, type ProposalWords, withoutThings } from '../proposal/index.js';
import {
  heldIn,
  leadsValueAway,
  namesDifference,
  namesLeft,
  namesSomeLeft,
  namesSomeOnly,
  namesValueLeft,
  sharesTopic,
  withoutHeld,
} from '../value-comparison/index.js';
import { type ActLanguage, betweenCommas } from '../words/index.js';
import { isNewForm, keepsLeads, namesDenied, turnsRound } from './distortion.js';
import { fillersIn, skipFillers } from './reply.js';

/**
 * What was proposed said again, also as a wish or an order: "yes, I would like a table at seven". An order may call
 * it by the name of an argument, too: "reserve the restaurant".
 */
export function repeatsProposal(rest: readonly string[], proposal: ProposalWords): boolean {
  const { language } = proposal;
  if (isEcho(rest, proposal)) return true;
  const start = skipFillers(language, rest);
  const opening = language.phrases.at(rest, start, ['repetition']);
  const wanted = rest.slice(start + (opening?.length ?? 0));
  if (!opening || !sharesTopic(wanted, proposal)) return false;
  return isEcho(wanted, proposal) || (!language.words.self.has(rest[start] ?? '') && namesArgument(wanted, proposal));
}

/**
 * An order for the very thing that was proposed, in the words of the question: "reserve the car". It agrees without a
 * yes, so an order for any thing of the kind ("reserve a car") is none, nor is one in another number.
 */
export function ordersProposal(words: readonly string[], at: number, proposal: ProposalWords): boolean {
  const { language } = proposal;
  const rest = words.slice(at);
  const start = skipFillers(language, rest);
  if (language.words.self.has(rest[start] ?? '')) return false;
  if (language.verbLast && rest.at(-1) === PROPOSED && isBidden(words, at, proposal)) return true;
  const opening = language.phrases.at(rest, start, ['repetition'])?.length ?? (rest[start] === PROPOSED ? 1 : 0);
  if (opening === 0) return false;
  if (isDeedAlone(rest.slice(start), proposal)) return true;
  const wanted = rest.slice(start + opening);
  if (language.words.indefinite.has(wanted[0] ?? '')) return false;
  const isNamed = sharesTopic(wanted, proposal) || heldIn(wanted, proposal).length > 0;
  if (rest[start] === PROPOSED && isEcho(wanted, proposal) && isNamed) return true;
  const ordered = wanted.filter((word) => word !== ',' && !language.words.glue.has(word));
  return ordered.length > 0 && ordered.every((word) => proposal.question.includes(word));
}

/** "Send", "book!": to what does away with something or changes it, the bare word may be about the question as well. */
function isDeedAlone(words: readonly string[], { isGrave }: ProposalWords): boolean {
  return !isGrave && words.length === 1 && words[0] === PROPOSED;
}

/** "Bitte die Bestellung stornieren", "auf Freitag ändern", where the verb stands last: no more than what was proposed, and nobody who does it. */
function isBidden(words: readonly string[], at: number, proposal: ProposalWords): boolean {
  const { modal, self, subject, object, politeRequest, route } = proposal.language.words;
  const isToldOf = (word: string) => modal.has(word) || self.has(word) || (subject.has(word) && !object.has(word));
  const isPlea = words.some((word) => politeRequest.has(word)) || route.has(words[at] ?? '');
  return isPlea && !words.some(isToldOf) && isAllProposed(words.slice(at), proposal);
}

/**
 * True when the words, without glue, say nothing but what was proposed: they occur in this order in the question or
 * among the arguments; they are nothing but one time or day that is proposed; or they name the deed, and all others are
 * words of the proposal, with the direction they have there: "please proceed with cancelling both reservations".
 */
export function isEcho(said: readonly string[], proposal: ProposalWords): boolean {
  if (namesValueLeft(said, proposal) || namesSomeLeft(said, proposal) || leadsValueAway(said, proposal)) return false;
  if (namesDifference(said, proposal) || hasCondition(said, proposal.language)) return false;
  if (isProposedTime(said, proposal)) return true;
  const words = withoutHeld(said, proposal);
  const isName = nameBesideValue(said, words, proposal);
  const content = words.filter(
    (word, at) =>
      word !== ',' &&
      word !== PROPOSED &&
      !isFreeGlue(word, proposal.language) &&
      !isPair(words, at, proposal) &&
      !isStandIn(words, at, proposal) &&
      !isSomebody(words, at, proposal.language) &&
      !isName(word) &&
      !isNewForm(words, at, proposal) &&
      !leadsAnew(words, at, proposal),
  );
  const { deeds, language } = proposal;
  if (namesOtherDeed(words, deeds, language) || namesDenied(content, proposal) || namesLeft(words, proposal))
    return false;
  if (words.includes(PROPOSED)) return isAboutProposal(said, proposal);
  const isProposed = (word: string) =>
    proposal.isAbout(word) || language.words.route.has(word) || language.words.direction.has(word);
  return (
    (isSubsequence(content, proposal) && !turnsRound(said, proposal)) ||
    (namesValue(content, proposal) && consistsOfArguments(content, proposal) && !turnsRound(said, proposal)) ||
    (namesValue(content, proposal) &&
      content.every(isProposed) &&
      keepsLeads(said, proposal) &&
      !turnsRound(said, proposal))
  );
}

/** Where the words say a value of the proposal, the names of its arguments say no more: "the total of 24 euros". */
function nameBesideValue(
  said: readonly string[],
  words: readonly string[],
  { arguments: args, language }: ProposalWords,
) {
  if (said.length === words.length) return () => false;
  const names = new Set(args.flatMap(({ nameWords }) => nameWords.map(language.stem)));
  return (word: string) => names.has(language.stem(word));
}

/** "One" of "the red one", "Mr" of "Mr Baker", not "one" of "one ticket": it stands for what the proposal names so, or before it. */
function isStandIn(words: readonly string[], at: number, proposal: ProposalWords): boolean {
  const { language } = proposal;
  const word = words[at] ?? '';
  const isNamed = (named = '') => /^\p{L}{3,}/u.test(named) && !isFreeGlue(named, language) && proposal.isAbout(named);
  const isCount = language.values.words.numbers.units[word] !== undefined;
  const isNew = isNewForm(words, at - 1, proposal);
  return (
    language.words.formality.has(word) && (isNew || isNamed(words[at - 1]) || (!isCount && isNamed(words[at + 1])))
  );
}

/** "Both" of "both bags", "for both nights" and "for both of us" to two of them; not of "45 for both" to 45 each. */
function isPair(words: readonly string[], at: number, proposal: ProposalWords): boolean {
  const { language, mentions, question } = proposal;
  const { pair, direction, receiver } = language.words;
  if (!pair.has(words[at] ?? '')) return false;
  const areTwo =
    mentions.some((value) => value.kind === 'number' && value.value === 2) ||
    proposal.severals.some(({ length }) => length === 2);
  const areSpeakers = receiver.has(words[at - 1] ?? '') || receiver.has(words[at + 2] ?? '');
  if (areSpeakers) return areTwo;
  return !direction.has(words[at - 1] ?? '') || (areTwo && question.includes(words[at + 1] ?? ''));
}

/** "Her" of "send her the 450", not of "send her sister 450": whoever the proposal names. */
function isSomebody(words: readonly string[], at: number, { words: known }: ActLanguage): boolean {
  const { object, determiner, politeRequest, route, answer } = known;
  const next = words[at + 1];
  if (!object.has(words[at] ?? '')) return false;
  const isFollowed = [determiner, politeRequest, route, answer].some((list) => list.has(next ?? ''));
  return next === undefined || isFollowed || /^[^\p{L}]/u.test(next);
}

/** "In" of "12 Harbour Street in Leeds" to "12 Harbour Street, Leeds": it leads to what no such word leads to there. */
function leadsAnew(words: readonly string[], at: number, { question, isSameWord, language }: ProposalWords): boolean {
  const { direction, route, determiner } = language.words;
  const isLead = (word: string) => direction.has(word) || route.has(word);
  const next = words.slice(at + 1).find((word) => !determiner.has(word));
  if (next === undefined || !direction.has(words[at] ?? '') || route.has(words[at] ?? '')) return false;
  const asked = question.flatMap((own, index) =>
    isSameWord(next, own) ? [leadBefore(question, index, language)] : [],
  );
  return asked.length > 0 && !asked.some(isLead);
}

/** The words without those that say nothing of the proposal. */
function withoutIdle(words: readonly string[], proposal: ProposalWords): readonly string[] {
  const fillers = fillersIn(words, proposal.language);
  return words.filter((word, at) => !fillers.has(at) || proposal.isAbout(word));
}

/** True when every word with content is one of the proposal, and none is turned round or only a part of a list. */
function isAboutProposal(words: readonly string[], proposal: ProposalWords): boolean {
  const { glue, determiner, formality, pair } = proposal.language.words;
  const said = withoutIdle(withoutHeld(words, proposal), proposal);
  const isKnown = said.every((word, at) => {
    if (pair.has(word)) return isPair(said, at, proposal);
    const isFree = [glue, determiner, formality].some((list) => list.has(word)) || word === ',' || word === PROPOSED;
    return isFree || proposal.isAbout(word) || isNewForm(said, at, proposal) || isSomebody(said, at, proposal.language);
  });
  return isKnown && !turnsRound(words, proposal) && !namesSomeOnly(words, proposal);
}

/** True when the words are at least two of the proposal, deny nothing, and turn nothing round. */
export function isAllProposed(said: readonly string[], proposal: ProposalWords): boolean {
  const words = withoutIdle(said, proposal);
  const { negation, glue, determiner, formality, contrast } = proposal.language.words;
  const isFree = (word: string) => [glue, determiner, formality].some((list) => list.has(word));
  const content = words.filter((word) => word !== ',' && word !== PROPOSED && !isFree(word));
  const isOpen =
    words.some((word) => negation.has(word) || contrast.has(word)) || hasCondition(words, proposal.language);
  const count = content.length + (words.includes(PROPOSED) ? 1 : 0);
  if (isOpen || count < 2 || namesDenied(content, proposal)) return false;
  if (namesLeft(words, proposal) || namesSomeLeft(words, proposal) || leadsValueAway(words, proposal)) return false;
  if (namesDifference(words, proposal)) return false;
  const { route } = proposal.language.words;
  const isLed = words.some((word) => route.has(word));
  if (!isLed && !words.includes(PROPOSED) && namesValueLeft(words, proposal)) return false;
  if (isLed && !isSubsequence(content, proposal) && !keepsLeads(words, proposal)) return false;
  return (
    !namesOtherDeed(withoutThings(words, proposal.language), proposal.deeds, proposal.language) &&
    isAboutProposal(words, proposal)
  );
}

/** "…, if my wife agrees", although "Please say yes if I should book it" has the word as well. */
export function hasCondition(
  words: readonly string[],
  { words: { reservation, statementReservation } }: ActLanguage,
): boolean {
  const [, ...behind] = betweenCommas(words);
  return behind.some(([opening = '']) => reservation.has(opening) || statementReservation.has(opening));
}

function consistsOfArguments(words: readonly string[], { argumentWords, language }: ProposalWords): boolean {
  const known = new Set(argumentWords.map(language.stem));
  return words.every((word) => known.has(language.stem(word)));
}

/** True when the words, without glue, are nothing but a name of an argument that is no yes-or-no matter. */
export function namesArgument(words: readonly string[], proposal: ProposalWords): boolean {
  const { stem } = proposal.language;
  const content = words.filter((word) => word !== ',' && !isFreeGlue(word, proposal.language)).map(stem);
  return proposal.arguments.some(
    ({ nameWords, flag }) => flag === undefined && content.every((word) => nameWords.map(stem).includes(word)),
  );
}

function isProposedTime(words: readonly string[], proposal: ProposalWords): boolean {
  const { glue, direction } = proposal.language.words;
  const [mention, ...others] = proposal.language.values.said.inWords(words);
  if (!mention || mention.kind === 'number' || others.length > 0) return false;
  const isHeld = proposal.mentions.some((held) => held.kind === mention.kind && isSame(mention, held));
  return (
    isHeld &&
    words.slice(0, mention.at).every((word) => word === ',' || glue.has(word) || direction.has(word)) &&
    mention.at + mention.length === words.length
  );
}

/** Glue that changes no meaning; prepositions that give a direction must be echoed in order. */
function isFreeGlue(word: string, { words }: ActLanguage): boolean {
  return words.politeRequest.has(word) || (words.glue.has(word) && !words.direction.has(word));
}

/** True when some word is a value and not only the name of an argument. */
export function namesValue(words: readonly string[], proposal: ProposalWords): boolean {
  return words.some((word) => proposal.arguments.some((argument) => argument.words.includes(word)));
}

function isSubsequence(words: readonly string[], { question, isSameWord }: ProposalWords): boolean {
  let at = 0;
  for (const word of words) {
    at = question.findIndex((each, index) => index >= at && isSameWord(word, each)) + 1;
    if (at === 0) return false;
  }
  return true;
}
