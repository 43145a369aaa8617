import type { ActLanguage } from './act-language.js';
import type { Form } from './asked-forms.js';
import type { ProposalWords } from './proposal-words.js';

const CENTS = 2;
/** "Three hundred and forty-five", and a word more. */
const LONGEST = 6;
/** An amount with its cents behind a point or a comma, whichever the thousands have. */
const POINTED = /^(\d+|\d{1,3}(?:[.,'’]\d{3})+)[.,](\d\d)$/;

interface WholeNumber {
  readonly value: number;
  /** The first word behind it. */
  readonly to: number;
}

/** "64 euros 20", "sixty-four euros twenty", "64 twenty" and "64.20" with any point are the 64.20 EUR that the proposal holds. */
export function amountOf(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  const { language, mentions, asked } = proposal;
  const amounts = [...mentions, ...asked].flatMap((each) =>
    each.kind === 'number' && !Number.isInteger(each.value) ? [each.value] : [],
  );
  if (amounts.length === 0) return undefined;
  const { decimal } = language.values.words.numbers;
  const written = (amount: number) => amount.toFixed(CENTS).replace('.', decimal);
  const [, whole = '', cents] = POINTED.exec(words[at] ?? '') ?? [];
  const pointed = Number(`${whole.replace(/\D/g, '')}.${cents}`);
  if (cents !== undefined && amounts.includes(pointed)) return { to: at + 1, words: [written(pointed)] };
  for (const first of wholeNumbersAt(words, at, language)) {
    const currency = words[first.to] ?? '';
    const isNamed = language.currencyOf(currency) !== undefined;
    const sum = (last: WholeNumber) => first.value + last.value / 100;
    const last = wholeNumbersAt(words, isNamed ? first.to + 1 : first.to, language).find(
      (each) => each.value < 100 && amounts.includes(sum(each)),
    );
    if (last) return { to: last.to, words: [written(sum(last)), ...(isNamed ? [currency] : [])] };
  }
  return undefined;
}

/** The whole numbers that the words from `at` on say, the shortest first. */
function wholeNumbersAt(words: readonly string[], at: number, { values }: ActLanguage): WholeNumber[] {
  const found: WholeNumber[] = [];
  for (let to = at + 1; to <= Math.min(words.length, at + LONGEST); to += 1) {
    const [value, ...others] = values.said.inWords(words.slice(at, to));
    const isWhole = value?.kind === 'number' && Number.isInteger(value.value) && others.length === 0;
    if (isWhole && value.at === 0 && value.length === to - at) found.push({ value: value.value, to });
    else if (to === at + 1) return found;
  }
  return found;
}
