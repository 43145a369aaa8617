import type { ValueInWords } from '../../values/index.js';
import { isSame, leadBefore, PROPOSED, type ProposalWords, placesIn } from '../proposal/index.js';
import { betweenCommas, type PhraseKind, walkAgreement } from '../words/index.js';
import { heldIn } from './held-values.js';

/** "Family" to "Shall I change it from Family to Single?": a word that stands where two are named with a word of direction each, and is the first. */
export function namesFirstOfWay(words: readonly string[], { way }: ProposalWords): boolean {
  return words.some((word) => way.left.has(word));
}

/** Of values that the proposal holds those that are left for others: the third of "Shall I move it from the 3rd to the 10th?". */
export function valuesLeft(held: readonly ValueInWords[], { asked, askedLeft }: ProposalWords): ValueInWords[] {
  return held.filter((each) => {
    const own = asked.filter((other) => isSame(each, other));
    return own.length > 0 && own.every((value) => askedLeft.has(value));
  });
}

/** "The third is fine" to that question: values of which each is left, and none takes its place. */
export function namesValueLeft(words: readonly string[], proposal: ProposalWords): boolean {
  if (proposal.askedLeft.size === 0) return false;
  const held = heldIn(words, proposal);
  return held.length > 0 && valuesLeft(held, proposal).length === held.length;
}

/** "By 118" to "Shall I change it to 118?": how far it goes is not where it goes. */
export function namesDifference(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, language } = proposal;
  const { difference } = language.words;
  if (!words.some((word) => difference.has(word))) return false;
  return heldIn(words, proposal).some(({ at, kind }) => {
    const lead = words[at - 1] ?? '';
    return kind === 'number' && difference.has(lead) && !question.includes(lead);
  });
}

/** "To the 3rd" and "from the 10th" to that question. */
export function leadsValueAway(words: readonly string[], proposal: ProposalWords): boolean {
  const { askedLeft, asked, language } = proposal;
  if (askedLeft.size === 0) return false;
  const { route, origin } = language.words;
  const held = heldIn(words, proposal);
  const left = new Set(valuesLeft(held, proposal));
  const isReached = (value: ValueInWords) =>
    asked.some((each) => isSame(value, each) && !askedLeft.has(each)) &&
    [...askedLeft].some(({ kind }) => kind === value.kind);
  return held.some((value) => {
    const lead = leadBefore(words, value.at, language);
    return route.has(lead) && (origin.has(lead) ? isReached(value) && !left.has(value) : left.has(value));
  });
}

/** True for nothing but what is left: "on Wednesday" to the same question. */
export function isLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const { determiner, direction, dateLead, politeRequest } = proposal.language.words;
  const held = placesIn(valuesLeft(heldIn(words, proposal), proposal));
  const isFree = (word: string) => [determiner, direction, dateLead, politeRequest].some((list) => list.has(word));
  const named = words.filter((word, at) => !held.has(at) && !isFree(word));
  return held.size + named.length > 0 && named.every((word) => proposal.way.left.has(word));
}

/** "Wednesday is great" to "Shall I move it from Wednesday to Thursday?": what is left is liked, and nothing is said of what takes its place. */
export function likesLeft(words: readonly string[], proposal: ProposalWords): boolean {
  return betweenCommas(words).some((part) => isLeftLiked(part, proposal) || isEndedLiked(part, proposal));
}

function isLeftLiked(words: readonly string[], proposal: ProposalWords): boolean {
  return namesOnlyLeft(words, proposal) && likes(words, ['fitting', 'praise', 'feeling'], proposal);
}

/**
 * "The standing order is fine" to "Shall I cancel the standing order?"; "the order is right" says which, "31 March is fine" when, and
 * "agreed" answers "I will cancel it. Agreed?".
 */
function isEndedLiked(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, isEnding, language } = proposal;
  if (!isEnding || words.includes(PROPOSED) || !likes(words, ['fitting'], proposal)) return false;
  if (walkAgreement(words, language).at === words.length) return false;
  const isThing = (word: string) =>
    /^\p{L}{3,}/u.test(word) && !language.words.glue.has(word) && question.includes(word);
  return words.some(isThing) && heldIn(words, proposal).every(({ kind }) => kind === 'number');
}

function likes(words: readonly string[], kinds: readonly PhraseKind[], { language }: ProposalWords): boolean {
  const { liking, negation } = language.words;
  if (words.some((word) => negation.has(word))) return false;
  return words.some((word) => liking.has(word)) || kinds.some((kind) => language.phrases.indexOf(words, kind) >= 0);
}

/** "Yes, Basic", "yes, the aisle" to "Your plan is Basic. Shall I change it to Premium?": of a change, what was only told before it is what is left. */
export function saysOnlyTold(words: readonly string[], proposal: ProposalWords): boolean {
  const { gives, replaces, language } = proposal;
  if (gives || !replaces || words.includes(PROPOSED) || proposal.isRecap) return false;
  const { told, asking, arguments: args, argumentWords } = proposal;
  if (asking.length === 0) return false;
  const { yes, glue, verb, determiner, direction, route, subject, politeRequest, liking } = language.words;
  const free = [yes, glue, verb, determiner, direction, route, subject, politeRequest, liking];
  const named = words.filter((word) => word !== ',' && !free.some((list) => list.has(word)));
  const isReached = heldIn(words, proposal).some((value) =>
    args.some(({ mentions }) => mentions.some((each) => isSame(value, each))),
  );
  const isTold = (word: string) => told.includes(word) && !asking.includes(word) && !argumentWords.includes(word);
  return named.length > 0 && !isReached && named.every(isTold);
}

/** "Anna Berg" to "Shall I change the name from Anna Berg to Anna Lind?"; with its "from", and of what is given, it is said again. */
function namesOnlyLeft(words: readonly string[], proposal: ProposalWords): boolean {
  return isReplaced(words, proposal) && saysOnlyLeft(words, proposal);
}

/** The same with its "from" as well. */
export function saysOnlyLeft(words: readonly string[], proposal: ProposalWords): boolean {
  return (
    namesValueLeft(words, proposal) ||
    (namesFirstOfWay(words, proposal) && !words.some((word) => proposal.way.reached.has(word)))
  );
}

/** "Saturday morning" to a move from Friday morning to Saturday afternoon: a word of what is left, without its "from". */
export function namesSomeLeft(words: readonly string[], proposal: ProposalWords): boolean {
  return isReplaced(words, proposal) && namesFirstOfWay(words, proposal);
}

/** True where what is left is no more, and the words do not say where it comes from. */
function isReplaced(words: readonly string[], { gives, isEnding, language }: ProposalWords): boolean {
  return !isEnding && !gives && !words.some((word) => language.words.route.has(word));
}

/** "The terrace" to "Shall I move it from the terrace to the garden?": a word that stands only behind where it comes from. Of what ends nothing is left. */
export function namesLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, arguments: args, language, isEnding, way } = proposal;
  if (isEnding || way.left.size === 0) return false;
  const { origin, route, glue } = language.words;
  const values = new Set(args.flatMap(({ words: own }) => own));
  const leadsOf = (word: string) =>
    question.flatMap((each, at) => (each === word ? [leadBefore(question, at, language)] : []));
  // A word for "from" that also stands elsewhere leads to what is left where no argument holds that.
  const isLedFrom = (word: string, leads: readonly string[]) =>
    leads.length > 0 && leads.every((lead) => origin.has(lead) && (!glue.has(lead) || isOnlyLeft(word)));
  const isOnlyLeft = (word: string) => args.length > 0 && !values.has(word);
  return (
    !words.some((word) => route.has(word)) && words.some((word) => !glue.has(word) && isLedFrom(word, leadsOf(word)))
  );
}
