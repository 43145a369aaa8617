import type { JsonObject, JsonValue } from '../common/json.js';
import { nameWords, singular } from '../slots/index.js';
import type { ActLanguage } from './act-language.js';
import type { OpenProposal } from './dialogue-act.js';
import { type Mention, readMentions } from './mentions.js';
import { readMessage, type Sentence, wordsOf } from './message.js';
import { isRecap } from './recap.js';

/** One argument of a proposal as words and values that a reply can be compared with. */
interface ProposedArgument {
  readonly nameWords: readonly string[];
  readonly words: readonly string[];
  readonly mentions: readonly Mention[];
  /** Set when the argument is a yes-or-no matter. */
  readonly flag?: boolean;
}

/** What a proposal says, in the words and values of a reply. */
export interface ProposalWords {
  readonly language: ActLanguage;
  readonly question: readonly string[];
  /** True when the question repeats what the user asked for, to have it checked. */
  readonly isRecap: boolean;
  /** True when the question asks to undo something: "Shall I cancel your order?". */
  readonly undoes: boolean;
  /** The values of the arguments; where there are none, those that the question names. */
  readonly mentions: readonly Mention[];
  readonly arguments: readonly ProposedArgument[];
  /** The names and values of the arguments, one argument after the other. */
  readonly argumentWords: readonly string[];
}

/** Prepares a proposal for comparisons with a reply. */
export function readProposal(proposal: OpenProposal, language: ActLanguage): ProposalWords {
  const args = leaves(proposal.arguments).map(([name, value]) => {
    const words = wordsOf(String(value).replace(/(?<=\d)T(?=\d)/g, ' '), language.spelling);
    const flag = flagOf(value);
    return {
      nameWords: nameWords(name),
      words,
      mentions: readMentions(words, language),
      ...(flag === undefined ? {} : { flag }),
    };
  });
  const sentences = readMessage(proposal.question, language.spelling);
  const question = wordsOf(proposal.question, language.spelling);
  return {
    language,
    question,
    isRecap: isRecap(sentences, language),
    undoes: undoes(sentences, language),
    mentions: args.length > 0 ? args.flatMap(({ mentions }) => mentions) : readMentions(question, language),
    arguments: args,
    argumentWords: args.flatMap((argument) => [...argument.nameWords, ...argument.words]),
  };
}

/**
 * The index of the first word of a value that the proposal does not hold: another time, day or number than every
 * argument it could stand for, or a yes-or-no argument named the other way round. -1 when there is none. A question
 * may also name what no argument is about: the year of a song, while a device is chosen.
 */
export function indexOfNewValue(words: readonly string[], proposal: ProposalWords, inQuestion = false): number {
  const mention = readMentions(words, proposal.language).find(
    (each) => !holds(proposal, each) && !(inQuestion && isOfOtherKind(each, proposal)),
  );
  const flag = words.findIndex((word, at) => contradictsFlag(words, word, at, proposal));
  const found = [mention?.at ?? -1, flag].filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/**
 * True for an order to make or keep what was proposed to be undone: "book it", "confirm the reservation" to "Shall I
 * cancel your reservation?".
 */
export function ordersOpposite(words: readonly string[], proposal: ProposalWords): boolean {
  const { undoing, making, command, imperative } = proposal.language.words;
  if (!proposal.undoes || words.some((word) => undoing.has(word))) return false;
  const orders = words.some((word) => command.has(word) || imperative.has(word));
  return words.some((word) => making.has(word)) || (orders && sharesTopic(words, proposal));
}

/** True when some word with content stands in the question or in an argument's name or value. */
export function sharesTopic(words: readonly string[], proposal: ProposalWords): boolean {
  const topic = new Set([...proposal.question, ...proposal.argumentWords].map(singular));
  const { glue, modal } = proposal.language.words;
  const isContent = (word: string) => !glue.has(word) && !modal.has(word) && /^\p{L}{3,}/u.test(word);
  return words.some((word) => isContent(word) && topic.has(singular(word)));
}

/** By the last sentence that says what is to be done: "You can cancel later. Shall I book it?" undoes nothing. */
function undoes(question: readonly Sentence[], { words }: ActLanguage): boolean {
  const deeds = question.map((sentence) =>
    sentence.words.find((word) => words.undoing.has(word) || words.making.has(word)),
  );
  return words.undoing.has(deeds.findLast((deed) => deed !== undefined) ?? '');
}

function holds(proposal: ProposalWords, mention: Mention): boolean {
  const owners =
    mention.kind === 'number' && mention.unit
      ? proposal.arguments.filter((argument) => argument.nameWords.map(singular).includes(singular(mention.unit ?? '')))
      : [];
  if (owners.length === 0 && mention.kind === 'number' && proposal.language.words.factUnit.has(mention.unit ?? ''))
    return true;
  const candidates = owners.length > 0 ? owners.flatMap(({ mentions }) => mentions) : proposal.mentions;
  return candidates.some((proposed) => isSame(mention, proposed));
}

/** True for a value of a kind that nothing proposed is of: a number, say, while no argument holds one. */
function isOfOtherKind(said: Mention, proposal: ProposalWords): boolean {
  if (isYear(said)) return !proposal.mentions.some(isYear);
  return !proposal.mentions.some(({ kind }) => kind === said.kind);
}

/** "2013" without a unit. */
function isYear(mention: Mention): boolean {
  return mention.kind === 'number' && !mention.unit && mention.value >= 1900 && mention.value < 2100;
}

/** True when a mention can stand for the other: "7" for "19:00". */
export function isSame(said: Mention, proposed: Mention): boolean {
  if (said.kind === 'time' && proposed.kind === 'time') {
    return said.minutes === proposed.minutes && (!said.half || !proposed.half || said.half === proposed.half);
  }
  if (said.kind === 'day' && proposed.kind === 'day') {
    if (said.name || proposed.name) return said.name === proposed.name;
    return said.day === proposed.day && (!said.month || !proposed.month || said.month === proposed.month);
  }
  if (said.kind === 'number' && proposed.kind === 'number') return said.value === proposed.value;
  return said.kind === 'number' && proposed.kind === 'time' && said.value * 60 === (proposed.minutes || 720);
}

function contradictsFlag(words: readonly string[], word: string, at: number, proposal: ProposalWords): boolean {
  const { glue, negation } = proposal.language.words;
  if (glue.has(word) || word.length < 4) return false;
  const flags = proposal.arguments.filter((argument) => argument.nameWords.map(singular).includes(singular(word)));
  const around = [...words.slice(Math.max(0, at - 3), at), ...words.slice(at + 1, at + 3)];
  const said = !around.some((each) => negation.has(each));
  return flags.some((argument) => argument.flag !== undefined && argument.flag !== said);
}

function flagOf(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : undefined;
}

function leaves(value: JsonObject): [string, string | number | boolean][] {
  return Object.entries(value).flatMap(([name, inner]): [string, string | number | boolean][] => {
    if (inner === null) return [];
    if (Array.isArray(inner)) return inner.flatMap((each, index) => leaves({ [`${name} ${index}`]: each }));
    if (typeof inner === 'object') return leaves(inner);
    return [[name, inner]];
  });
}
