import type { ValueInWords } from '../values/index.js';
import { PROPOSED } from './deeds.js';
import type { ProposalWords } from './proposal-words.js';

/** Words before a number that tell of what it is. */
const LEAD = 2;

/**
 * The index of the first word of a value that the proposal does not hold: another time, day or number than every
 * argument it could stand for, or a yes-or-no argument named the other way round. -1 when there is none. A question
 * may also name what no argument is about: the year of a song, while a device is chosen.
 */
export function indexOfNewValue(words: readonly string[], proposal: ProposalWords, inQuestion = false): number {
  const mention = proposal.language.values.said
    .inWords(words)
    .find(
      (each) =>
        !holds(proposal, each) &&
        !repeatsQuestion(words, each, proposal) &&
        !(inQuestion && isOfOtherKind(each, proposal)),
    );
  const flag = words.findIndex((word, at) => contradictsFlag(words, word, at, proposal));
  const found = [mention?.at ?? -1, flag].filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** True when some word with content stands in the question or in an argument's name or value. */
export function sharesTopic(words: readonly string[], { topic, language }: ProposalWords): boolean {
  const { glue, modal } = language.words;
  const isContent = (word: string) => !glue.has(word) && !modal.has(word) && /^\p{L}{3,}/u.test(word);
  return words.some((word) => word === PROPOSED || (isContent(word) && topic.has(language.stem(word))));
}

function holds(proposal: ProposalWords, mention: ValueInWords): boolean {
  const { stem } = proposal.language;
  const owners =
    mention.kind === 'number' && mention.unit
      ? proposal.arguments.filter((argument) => argument.nameWords.map(stem).includes(stem(mention.unit ?? '')))
      : [];
  if (owners.length === 0 && mention.kind === 'number' && proposal.language.words.factUnit.has(mention.unit ?? ''))
    return true;
  const candidates = owners.length > 0 ? owners.flatMap(({ mentions }) => mentions) : proposal.mentions;
  return candidates.some((proposed) => isSame(mention, proposed));
}

/**
 * "My card ending in 7334" to "… with your card ending in 7334?": a number that no argument holds, in the question's
 * words, which lead to no other number there.
 */
function repeatsQuestion(
  words: readonly string[],
  { kind, at, length }: ValueInWords,
  { question }: ProposalWords,
): boolean {
  const lead = words.slice(Math.max(0, at - LEAD), at);
  if (kind !== 'number' || lead.length < LEAD) return false;
  const value = words.slice(at, at + length).join(' ');
  const led = question.flatMap((_, start) =>
    lead.every((word, offset) => question[start + offset] === word)
      ? [question.slice(start + LEAD, start + LEAD + length).join(' ')]
      : [],
  );
  return led.length > 0 && led.every((each) => each === value);
}

/** True for a value of a kind that nothing proposed is of: a number, say, while no argument holds one. */
function isOfOtherKind(said: ValueInWords, proposal: ProposalWords): boolean {
  if (isYear(said)) return !proposal.mentions.some(isYear);
  return !proposal.mentions.some(({ kind }) => kind === said.kind);
}

/** "2013" without a unit. */
function isYear(mention: ValueInWords): boolean {
  return mention.kind === 'number' && !mention.unit && mention.value >= 1900 && mention.value < 2100;
}

/** True when a mention can stand for the other: "7" for "19:00". */
export function isSame(said: ValueInWords, proposed: ValueInWords): boolean {
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
  const { stem } = proposal.language;
  const { glue, negation } = proposal.language.words;
  if (glue.has(word) || word.length < 4) return false;
  const flags = proposal.arguments.filter((argument) => argument.nameWords.map(stem).includes(stem(word)));
  const around = [...words.slice(Math.max(0, at - 3), at), ...words.slice(at + 1, at + 3)];
  const said = !around.some((each) => negation.has(each));
  return flags.some((argument) => argument.flag !== undefined && argument.flag !== said);
}
