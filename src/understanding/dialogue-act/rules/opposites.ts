import { isFirstThing, namesThing, type ProposalWords, saidIn } from '../proposal/index.js';
import { type ActLanguage, betweenCommas, type Opposite, type Sentence } from '../words/index.js';
import { withoutFillers } from './reply.js';

type Side = Opposite['asked'];

/** An order of so many words may end in the part of its verb: "turn the front light off please". */
const LONGEST_ORDER = 6;
/** What is done to something names it so many words later: "cancel the next order". */
const OBJECT = 3;

/** True where the sentence is for something that excludes what was proposed. */
export function saysOpposite(sentence: Sentence, proposal: ProposalWords): boolean {
  const { words } = sentence;
  return namesOpposite(sentence, proposal) || turnsOther(words, proposal) || doesThing(words, proposal);
}

/** "Pay the whole of it" to a part, "yes, start it" to "Shall I stop …?". */
function namesOpposite(sentence: Sentence, { asking, language: { opposites } }: ProposalWords): boolean {
  const { words } = sentence;
  const said = saidIn(sentence);
  const asks = (side: Side) => side.some((row) => holds(asking, row));
  const says = (side: Side) => side.some((row) => holds(words, row) || holds(said, row));
  return opposites.some(({ asked, other }) => asks(asked) && !asks(other) && says(other) && !says(asked));
}

/** True where the words of the row stand there one behind the other. */
function holds(words: readonly string[], row: readonly string[]): boolean {
  return words.some((_, at) => row.every((word, behind) => words[at + behind] === word));
}

/** "Turn it on" to "Shall I turn off the alarm?", and "flip it on", with whatever verb. */
function turnsOther(words: readonly string[], { asking, deeds, language }: ProposalWords): boolean {
  const isDeed = (word = '') => deeds.has(language.deeds.get(word)?.deed ?? '');
  const isOf = (side: Side, word = '') => side.some(([part]) => part === word);
  const isAsked = (side: Side) =>
    asking.some((word, at) => isOf(side, word) && (isDeed(asking[at - 1]) || at === asking.length - 1));
  const isSaid = (clause: readonly string[], side: Side) =>
    clause.length <= LONGEST_ORDER &&
    !language.words.subject.has(clause[0] ?? '') &&
    (isOf(side, clause[1]) || isOf(side, clause.at(-1)));
  return language.ways.some(
    ({ asked, other }) =>
      isAsked(asked) &&
      !words.some((word) => isOf(asked, word)) &&
      betweenCommas(words).some((clause) => isSaid(withoutYes(clause, language), other)),
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
    const [word = '', next = ''] = withoutYes(clause, language);
    const known = language.deeds.get(word);
    if (!known || !hasThing(known.deed, proposal)) return false;
    if (!known.isNoun) return true;
    const isCounted = /^\d/.test(next) && !holds(question, [word, next]);
    return question.includes(word) && (language.words.object.has(next) || isCounted);
  });
}

/** True where something is done to a thing that a noun for that deed names: the first that is asked about, or what stands behind the verb. */
function hasThing(deed: string, { asking, question, deeds, language }: ProposalWords): boolean {
  const isOf = (word: string) => language.deeds.get(word)?.deed === deed;
  const isVerb = (word: string) => {
    const known = language.deeds.get(word);
    return known?.isNoun === false && deeds.has(known.deed);
  };
  const isObject = (at: number) =>
    namesThing(question, at, language) && question.slice(Math.max(0, at - OBJECT), at).some(isVerb);
  return (
    asking.some((word, at) => isOf(word) && isFirstThing(asking, at, language)) ||
    question.some((word, at) => isOf(word) && isObject(at))
  );
}

function withoutYes(clause: readonly string[], language: ActLanguage): readonly string[] {
  const said = withoutFillers(clause, language);
  const start = said.findIndex((word) => !language.words.yes.has(word) && !language.words.politeRequest.has(word));
  return start < 0 ? [] : said.slice(start);
}
