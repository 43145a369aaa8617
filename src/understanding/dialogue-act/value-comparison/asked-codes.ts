import type { ProposalWords } from '../proposal/index.js';
import type { Form } from './asked-amounts.js';

/** So many places of the question are between what a reply says in one word. */
const PARTED = 2;
/** A noun of fewer letters is no short one. */
const LEAST_NOUN = 4;
/** A number of fewer digits is written in one. */
const LEAST_PHONE = 6;
/** The "+" and the digits of a country, less the 0 that they stand for. */
const PREFIX = 3;
/** Letters and digits without a sign between them. */
const CODE = /^(?:\p{L}+\d+|\d+\p{L}+)$/u;
/** Where letters and digits meet. */
const SEAM = /(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/u;

/** A name, a code or a number in digits that the proposal holds, in other signs or parts: "LX318", "row 14 seat C", "550 91 27". */
export function codeOf(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  return (
    partsOf(words, at, proposal) ??
    seamlessOf(words, at, proposal) ??
    placeOf(words, at, proposal) ??
    joinedOf(words, at, proposal) ??
    shortOf(words, at, proposal) ??
    phoneOf(words, at, proposal) ??
    digitsOf(words, at, proposal)
  );
}

/** "LX318", "20gb" and "Zurich-London" are what the question says as "LX 318", "20 GB" and "Zurich to London". */
function partsOf(words: readonly string[], at: number, { question }: ProposalWords): Form | undefined {
  const word = words[at] ?? '';
  const [first = '', last = '', ...more] = word.split(word.includes('-') ? '-' : SEAM);
  const [from, to] = [question.indexOf(first), question.indexOf(last)];
  const isAsked = first !== '' && more.length === 0 && from >= 0 && from < to && to <= from + PARTED;
  return isAsked && !question.includes(word) ? { to: at + 1, words: question.slice(from, to + 1) } : undefined;
}

/** "B 14", "C218", "7 seater" and "20 gigs" are the B14, the C-218, the 7-seater and the 20GB that the question or an argument holds. */
function seamlessOf(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  const { question, argumentWords, language } = proposal;
  const namesOf = (own: string) => {
    const code = own.replaceAll('-', '');
    const [number = '', unit = ''] = code.split(SEAM);
    return [code, ...(language.calledAlso.get(unit) ?? []).map((name) => number + name)];
  };
  for (const length of /^(?:\p{L}{1,3}|\d+)$/u.test(words[at] ?? '') ? [2, 1] : [1]) {
    const said = words.slice(at, at + length).join('');
    if (!CODE.test(said)) continue;
    const asked = [...question, ...argumentWords].find((own) => namesOf(own).includes(said));
    if (asked !== undefined && asked !== words[at]) return { to: at + length, words: [asked] };
  }
  return undefined;
}

/** "ba14qt" is the BA1 4QT that the question holds. */
function joinedOf(words: readonly string[], at: number, { question }: ProposalWords): Form | undefined {
  const word = words[at] ?? '';
  if (!/\d/.test(word) || !/\p{L}/u.test(word) || question.includes(word)) return undefined;
  const first = question.findIndex((own, place) => own + question[place + 1] === word);
  return first < 0 ? undefined : { to: at + 1, words: question.slice(first, first + 2) };
}

/** "Row 14 seat C" and "Reihe 22 auf A" are the 14C and the 22A that the proposal holds. */
function placeOf(words: readonly string[], at: number, { question, argumentWords }: ProposalWords): Form | undefined {
  const [row = '', number = '', between = '', letter = ''] = words.slice(at, at + 4);
  const isPlace = [row, between].every((word) => /^\p{L}{2,}$/u.test(word)) && /^\p{L}$/u.test(letter);
  const said = number + letter;
  return isPlace && [...argumentWords, ...question].includes(said) ? { to: at + 4, words: [said] } : undefined;
}

/** "Tagesgeld" is the Tagesgeldkonto that the question says: the word without the name of a thing at its end. */
function shortOf(words: readonly string[], at: number, { question, language }: ProposalWords): Form | undefined {
  const word = words[at] ?? '';
  const isNoun = language.words.particular.has(word) || !language.spelling.known.has(word);
  if (!language.joinsNouns || word.length < LEAST_NOUN || !isNoun) return undefined;
  if (question.includes(word)) return undefined;
  const isWhole = (own: string) => own.startsWith(word) && language.calledAlso.has(own.slice(word.length));
  const asked = new Set(question.filter(isWhole));
  return asked.size === 1 ? { to: at + 1, words: [...asked] } : undefined;
}

/** "550 91 27" and "+44 7700 900214" are the 5509127 and the 07700 900 214 that the proposal holds. */
function phoneOf(words: readonly string[], at: number, { question, arguments: args }: ProposalWords): Form | undefined {
  if (!/^\+?\d/.test(words[at] ?? '')) return undefined;
  const numbers = [...args.map((argument) => argument.words), question].flatMap(runsOf);
  const asked = numbers.find((run) => lengthOf(words, at, run.join('')) > 0);
  if (!asked || asked.every((own, place) => own === words[at + place])) return undefined;
  return { to: at + lengthOf(words, at, asked.join('')), words: asked };
}

/** What stands together in digits alone. */
function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    if (/^\d+$/.test(word)) runs.at(-1)?.push(word);
    else runs.push([]);
  }
  return runs.filter((run) => run.join('').length >= LEAST_PHONE);
}

/** How many words from `at` on are the number, with or without what leads to a country; 0 where they are not. */
function lengthOf(words: readonly string[], at: number, number: string): number {
  let said = '';
  for (let to = at; /^\+?\d+$/.test(words[to] ?? '') && said.length < number.length + PREFIX; to += 1) {
    said += words[to];
    const isNational = said.startsWith('+') && number.startsWith('0') && said.endsWith(number.slice(1));
    if (said === number || (isNational && said.length <= number.length + PREFIX)) return to + 1 - at;
  }
  return 0;
}

/** "Seven zero one seven" is the 7017 that the proposal holds. */
function digitsOf(
  words: readonly string[],
  at: number,
  { language, argumentWords, question }: ProposalWords,
): Form | undefined {
  const { units } = language.values.words.numbers;
  const others = words.slice(at).findIndex((word) => (units[word] ?? 10) > 9);
  const digits = words.slice(at, others < 0 ? words.length : at + others).map((word) => units[word]);
  const number = digits.join('');
  const isAsked = digits.length > 2 && [...argumentWords, ...question].includes(number);
  return isAsked ? { to: at + digits.length, words: [number] } : undefined;
}
