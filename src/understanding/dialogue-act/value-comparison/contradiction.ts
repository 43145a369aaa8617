import type { ValueInWords } from '../../values/index.js';
import { PROPOSED, type ProposalWords } from '../proposal/index.js';
import { newValuesIn } from './held-values.js';

/** Tells one thing from others of its name: a letter or a Roman number. */
const LETTER = /^(?:\p{L}|[ivx]{2,4})$/u;
const SHORT_NUMBER = /^\d{1,3}$/;

/**
 * The index of the first word of a value that the proposal does not hold: another time, day or number than every
 * argument it could stand for, or a yes-or-no argument named the other way round. -1 when there is none. A question
 * may also name what no argument is about: the year of a song, while a device is chosen.
 */
export function indexOfNewValue(words: readonly string[], proposal: ProposalWords, inQuestion = false): number {
  const mention = newValuesIn(words, proposal).find((each) => !(inQuestion && isOfOtherKind(each, proposal)));
  const code = words.findIndex((word) => isOtherCode(word, proposal));
  const flag = words.findIndex((word, at) => contradictsFlag(words, word, at, proposal));
  const name = words.findIndex((_, at) => isOtherLetter(words, at, proposal));
  const found = [mention?.at ?? -1, code, flag, name].filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

/** "14C" to a proposal of "14A", "20-11-34" to one of "20-11-43": letters, dashes and digits in the same order as in an argument that is another. */
function isOtherCode(word: string, { argumentWords }: ProposalWords): boolean {
  if (!/\d/.test(word) || !/\p{L}|\d-\d/u.test(word) || argumentWords.includes(word)) return false;
  return argumentWords.some((own) => shapeOf(own) === shapeOf(word));
}

/** "Room D" and "room 2" to a proposal of "Room B", "Statistics I" to one of "Statistics II"; "a" and a number may also lead to what is behind them. */
function isOtherLetter(words: readonly string[], at: number, { question, language }: ProposalWords): boolean {
  const { glue, politeRequest, thanking, clauseOpener } = language.words;
  const [thing = '', word = '', next = ','] = words.slice(at - 1, at + 2);
  if (at === 0 || !(LETTER.test(word) || SHORT_NUMBER.test(word)) || !/^\p{L}{3}/u.test(thing)) return false;
  const asked = question.filter((own, place) => question[place - 1] === thing && LETTER.test(own));
  const isLast = [politeRequest, thanking, clauseOpener].some((list) => list.has(next));
  const isName = isLast || (/\p{L}/u.test(word) && !glue.has(word));
  return isName && asked.length > 0 && !asked.includes(word);
}

function shapeOf(word: string): string {
  return word.replace(/\p{L}/gu, 'a').replace(/\d/g, '0');
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

function contradictsFlag(words: readonly string[], word: string, at: number, proposal: ProposalWords): boolean {
  const { stem } = proposal.language;
  const { glue, negation } = proposal.language.words;
  if (glue.has(word) || word.length < 4) return false;
  const flags = proposal.arguments.filter((argument) => argument.nameWords.map(stem).includes(stem(word)));
  const around = [...words.slice(Math.max(0, at - 3), at), ...words.slice(at + 1, at + 3)];
  const said = !around.some((each) => negation.has(each));
  return flags.some((argument) => argument.flag !== undefined && argument.flag !== said);
}

/** True when some word with content stands in the question or in an argument's name or value. */
export function sharesTopic(words: readonly string[], proposal: ProposalWords): boolean {
  const { glue, modal } = proposal.language.words;
  const isContent = (word: string) => !glue.has(word) && !modal.has(word) && /^\p{L}{3,}/u.test(word);
  return words.some((word) => word === PROPOSED || (isContent(word) && proposal.isAbout(word)));
}
