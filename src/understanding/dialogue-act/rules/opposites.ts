import {
  isFirstThing,
  namesThing,
  ordersOpposite,
  type ProposalWords,
  saidIn,
  withoutAssent,
} from '../proposal/index.js';
import { betweenCommas, type Opposite, type Sentence } from '../words/index.js';

type Side = Opposite['asked'];

/** An order of so many words may end in the part of its verb: "turn the front light off please". */
const LONGEST_ORDER = 6;
/** What is done to something names it so many words later: "cancel the next order". */
const OBJECT = 3;

/** True where the sentence is for something that excludes what was proposed. */
export function saysOpposite(sentence: Sentence, proposal: ProposalWords): boolean {
  const { words } = sentence;
  const said = saidIn(sentence);
  return (
    namesOpposite(words, said, proposal) ||
    ordersOpposite(said, proposal) ||
    doesExcluded(said, proposal) ||
    turnsOther(words, proposal) ||
    doesThing(words, proposal)
  );
}

/** "Pay the whole of it" to a part, "yes, start it" to "Shall I stop …?". */
function namesOpposite(words: readonly string[], said: readonly string[], proposal: ProposalWords): boolean {
  const says = (side: Side) => side.some((row) => holds(words, row) || holds(said, row));
  return proposal.language.opposites.some(
    (opposite) => says(opposite.other) && !says(opposite.asked) && asksOne(opposite, proposal),
  );
}

/** "Renew it" to "Shall I let it run out without renewing?". */
function doesExcluded(words: readonly string[], proposal: ProposalWords): boolean {
  const { language } = proposal;
  const { negation, glue, object } = language.words;
  const proposed = proposal.offered;
  const isExcluded = (at: number) =>
    negation.has(proposed[at - 1] ?? '') || (glue.has(proposed[at - 1] ?? '') && negation.has(proposed[at - 2] ?? ''));
  const deedOf = (word: string) => language.deeds.get(word)?.deed ?? language.stem(word);
  const excluded = proposed.filter((_, at) => isExcluded(at)).map(deedOf);
  if (excluded.length === 0) return false;
  return betweenCommas(words).some((clause) => {
    const [verb = '', next = ''] = withoutAssent(clause, language);
    return object.has(next) && excluded.includes(deedOf(verb));
  });
}

/** True where the question is for the first side, and not for the other. */
function asksOne({ asked, other }: Opposite, proposal: ProposalWords): boolean {
  const proposed = proposal.offered;
  const asks = (side: Side) => side.some((row) => holds(proposed, row));
  return asks(asked) && !asks(other);
}

/** True where the words of the row stand there one behind the other. */
function holds(words: readonly string[], row: readonly string[]): boolean {
  return words.some((_, at) => row.every((word, behind) => words[at + behind] === word));
}

/** "Turn it on" to "Shall I turn off the alarm?", and "flip it on", with whatever verb. */
function turnsOther(words: readonly string[], proposal: ProposalWords): boolean {
  const { deeds, language } = proposal;
  const proposed = proposal.offered;
  const isDeed = (word = '') => deeds.has(language.deeds.get(word)?.deed ?? '');
  const isOf = (side: Side, word = '') => side.some(([part]) => part === word);
  const isSomebody = (word = '') => language.words.object.has(word) || language.words.you.has(word);
  // "Shall I turn off …?", "… turn you off", "… the alarm off?"
  const stands = (at: number) =>
    isDeed(proposed[at - 1]) ||
    (isDeed(proposed[at - 2]) && isSomebody(proposed[at - 1])) ||
    at === proposed.length - 1;
  const isAsked = (side: Side) => proposed.some((word, at) => isOf(side, word) && stands(at));
  const isSaid = (clause: readonly string[], side: Side) =>
    clause.length <= LONGEST_ORDER &&
    !language.words.subject.has(clause[0] ?? '') &&
    (isOf(side, clause[1]) || isOf(side, clause.at(-1)));
  return language.ways.some(
    ({ asked, other }) =>
      isAsked(asked) &&
      !words.some((word) => isOf(asked, word)) &&
      betweenCommas(words).some((clause) => isSaid(withoutAssent(clause, language), other)),
  );
}

/**
 * "Order it" to "Shall I cancel the order?", "pay him" to "Shall I stop the payment?": a word that names a thing in the question, and in the
 * reply is what is to be done. "Order 7017" says the thing once more.
 */
function doesThing(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, carries, language } = proposal;
  if (carries) return false;
  return betweenCommas(words).some((clause) => {
    const [word = '', next = ''] = withoutAssent(clause, language);
    const known = language.deeds.get(word);
    if (!known || !hasThing(known.deed, proposal)) return false;
    if (!known.isNoun) return true;
    const isCounted = /^\d/.test(next) && !holds(question, [word, next]);
    return question.includes(word) && (language.words.object.has(next) || isCounted);
  });
}

/**
 * True where something is done to a thing that a noun for that deed names: the first that is asked about, what stands behind the verb, or,
 * where nothing of the kind is proposed, any ("Shall I strike the fee from your order?").
 */
function hasThing(deed: string, { asking, offered, question, deeds, language }: ProposalWords): boolean {
  const isOf = (word: string) => language.deeds.get(word)?.deed === deed;
  const isVerb = (word: string) => {
    const known = language.deeds.get(word);
    return known?.isNoun === false && deeds.has(known.deed);
  };
  const isObject = (at: number) =>
    namesThing(question, at, language) && question.slice(Math.max(0, at - OBJECT), at).some(isVerb);
  const isAside = deeds.size > 0 && !deeds.has(deed);
  return (
    asking.some((word, at) => isOf(word) && isFirstThing(asking, at, language)) ||
    (isAside && offered.some((word, at) => isOf(word) && namesThing(offered, at, language))) ||
    question.some((word, at) => isOf(word) && isObject(at))
  );
}
