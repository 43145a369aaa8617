import type { ValueInWords } from '../../values/index.js';
import { isSame, type ProposalWords, type ProposedArgument } from '../proposal/index.js';
import type { ActLanguage } from '../words/index.js';

/** A greater number is no day of a month. */
const MOST_DAYS = 31;

/** So many words behind a number may say what it counts. */
const COUNTED = 3;

/**
 * True for a number that the proposal has elsewhere: "at 4" to "for 4 at 7 pm", "4 tables" to "a table for 4", "250 dollars" for 250
 * EUR, "account 250" to a transfer of 250 from account 12.
 */
export function isMisplaced(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  return (
    isInOtherCurrency(words, value, proposal) ||
    isOfOther(words, value, proposal) ||
    isLedElsewhere(words, value, proposal) ||
    countsOther(words, value, proposal)
  );
}

/** The question has another value behind the same word, and this one behind none such. */
function isLedElsewhere(
  words: readonly string[],
  value: ValueInWords,
  { language, question, asked }: ProposalWords,
): boolean {
  const { direction, route, dateLead } = language.words;
  const lead = words[value.at - 1] ?? '';
  if (![direction, route, dateLead].some((list) => list.has(lead))) return false;
  // "10 to 12" is a span: "to" leads to its end, and to nothing of the question.
  if (route.has(lead) && language.values.said.inWords(words).some(({ at, length }) => at + length === value.at - 1))
    return false;
  // "For 75 euros" is no other "for Wednesday", nor is "for 37.90" another "for two bags".
  const isBroken = (each: ValueInWords) => each.kind === 'number' && !Number.isInteger(each.value);
  const isAmount = currenciesAt(words, value, language).length > 0;
  const isCounted = value.kind === 'number' && language.words.factUnit.has(value.unit ?? '');
  // "On 6024" is no other "on 19 September".
  const isNoDay = value.kind === 'number' && value.value > MOST_DAYS;
  const isOfKind = (each: ValueInWords) => {
    if (isAmount) return currenciesAt(question, each, language).length > 0;
    return isBroken(value) ? isBroken(each) : !(isCounted || isNoDay) || each.kind === 'number';
  };
  const led = asked.filter((each) => question[each.at - 1] === lead && isOfKind(each));
  return led.length > 0 && !led.some((each) => isSame(value, each));
}

/** A word behind it is another one of the question than that which stands behind the same number there. */
function countsOther(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  const { language } = proposal;
  const unit = words[value.at + value.length] ?? '';
  const { glue, route, direction, modal } = language.words;
  const isAskedUnit = proposal.question.some((word, at, all) => word === unit && /^\d/.test(all[at - 1] ?? ''));
  const isWord = /^\p{L}{3,}/u.test(unit) || (isAskedUnit && /^\p{L}/u.test(unit));
  const isCounted = isWord && ![glue, route, direction, modal].some((list) => list.has(unit));
  const isAmount = currenciesAt(words, value, language).length > 0;
  const isNamed = proposal.question.some((own) => proposal.isSameWord(unit, own));
  if (!isCounted || isAmount || !(isNamed || proposal.arguments.some(({ nameWords }) => nameWords.includes(unit))))
    return false;
  if (beginsName(words.slice(value.at + value.length), proposal)) return false;
  if (ownersOf(value, proposal).length > 0 || language.values.said.inWords([unit]).length > 0) return false;
  const asked = proposal.asked.filter((each) => isSame(value, each));
  const lead = words[value.at - 1] ?? '';
  const isCalled = /^\p{L}{3,}/u.test(lead) && ![glue, route, direction].some((list) => list.has(lead));
  if (isCalled && asked.some(({ at }) => proposal.question[at - 1] === lead)) return false;
  return (
    asked.length > 0 && !asked.some((each) => countedBy(each, proposal).some((own) => proposal.isSameWord(unit, own)))
  );
}

/** "350 Peter Nowak": behind the number stands another argument, and not what it counts. */
function beginsName(words: readonly string[], { arguments: args }: ProposalWords): boolean {
  return args.some(({ words: own }) => own.length > 1 && own.every((word, at) => words[at] === word));
}

/** "Account 250" to a transfer of 250 from account 12: the number of an argument that holds another. */
function isOfOther(
  words: readonly string[],
  value: ValueInWords,
  { arguments: args, language }: ProposalWords,
): boolean {
  const name = words[value.at - 1] ?? '';
  if (language.words.glue.has(name) || language.words.route.has(name)) return false;
  const named = args.filter(({ nameWords }) => nameWords.some((word) => language.stem(word) === language.stem(name)));
  const numbered = named.filter(({ mentions }) => mentions.length > 0);
  return numbered.length > 0 && !numbered.some(({ mentions }) => mentions.some((each) => isSame(value, each)));
}

/** "250 dollars" to a proposal in euros alone, and "1111 euros" where that is the number of an account. */
function isInOtherCurrency(words: readonly string[], value: ValueInWords, proposal: ProposalWords): boolean {
  const { currencies, language } = proposal;
  const said = currenciesAt(words, value, language);
  if (said.length > 0 && currencies.size === 0) return countsUnknown(value, proposal);
  if (said.length === 0) return false;
  const amounts = amountsAsked(proposal);
  const isAmount = amounts.length === 0 || amounts.some((each) => isSame(value, each));
  return !isAmount || said.some((currency) => !currencies.has(currency));
}

/** The arguments that are named as the unit of a number: "people" for "4 people". */
export function ownersOf(
  mention: ValueInWords,
  { arguments: args, language: { stem, words } }: ProposalWords,
): readonly ProposedArgument[] {
  const unit = mention.kind === 'number' ? mention.unit : undefined;
  return unit === undefined || words.route.has(unit) || words.glue.has(unit)
    ? []
    : args.filter(({ nameWords }) => nameWords.map(stem).includes(stem(unit)));
}

/** What a number of the question counts: "wool" and "blankets" of "2 wool blankets for 59.90 EUR". */
export function countedBy({ at, length }: ValueInWords, { language, question }: ProposalWords): readonly string[] {
  const start = at + length;
  const behind = question.slice(start + sizeAt(question, start)).slice(0, COUNTED);
  const end = behind.findIndex(
    (word) => !/^\p{L}/u.test(word) || language.words.glue.has(word) || language.words.route.has(word),
  );
  return end < 0 ? behind : behind.slice(0, end);
}

/** How many words say how large one is: "40-lb" of "two 40-lb bags", "1 kg" of "two 1 kg bags". */
function sizeAt(words: readonly string[], at: number): number {
  const [size = '', unit = ''] = words.slice(at, at + 2);
  if (/^\d[\d.,]*-?\p{L}+$/u.test(size)) return 1;
  return /^\d[\d.,]*$/.test(size) && /^\p{L}/u.test(unit) ? 2 : 0;
}

/** The values of the question that have a currency. */
export function amountsAsked({ asked, question, language }: ProposalWords): ValueInWords[] {
  return asked.filter((each) => currenciesAt(question, each, language).length > 0);
}

/** The currencies named in a number or right beside it. */
function currenciesAt(words: readonly string[], { at, length }: ValueInWords, { currencyOf }: ActLanguage): string[] {
  return words.slice(Math.max(0, at - 1), at + length + 1).flatMap((word) => currencyOf(word) ?? []);
}

/** "900 kroner": behind the same number the question has a word that is no currency the language knows. */
function countsUnknown(value: ValueInWords, { asked, question, language }: ProposalWords): boolean {
  const { glue, route, direction } = language.words;
  return asked.some((each) => {
    const unit = question[each.at + each.length] ?? '';
    const isUnit = /^\p{L}{3,}/u.test(unit) && ![glue, route, direction].some((list) => list.has(unit));
    return isSame(value, each) && isUnit && !language.spelling.known.has(unit);
  });
}
