import type { ProposalWords } from '../proposal/index.js';
import type { ActLanguage } from '../words/index.js';

/** "18 500" */
const FIRST_DIGITS = /^\d{1,3}$/;
const THREE_DIGITS = /^\d{3}$/;
/** "Three hundred and forty-five", and a word more. */
const LONGEST = 6;
/** An amount with its cents behind a point or a comma, whichever the thousands have. */
const POINTED = /^(\d+|\d{1,3}(?:[.,'’]\d{3})+)[.,](\d\d)$/;
/** One with thousands behind a point or a comma. */
const GROUPED = /^\d{1,3}(?:[.,'’]\d{3})+$/;

/** What is meant by the words up to, not including, `to`. */
export interface Form {
  readonly to: number;
  readonly words: readonly string[];
}

interface WholeNumber {
  readonly value: number;
  /** The first word behind it. */
  readonly to: number;
}

interface BrokenNumber extends WholeNumber {
  readonly places: number;
  readonly currency: readonly string[];
}

/**
 * "64 euros 20", "sixty-four euros and twenty cents", "64 twenty" and "64.20" with any point are the 64.20 EUR that the proposal holds,
 * "31 cents" its 0.31, "nineteen point five" its 19.5, and "18 500", "18.500" and "18500.00" its 18500.
 */
export function amountOf(words: readonly string[], at: number, proposal: ProposalWords): Form | undefined {
  const { language, mentions, asked } = proposal;
  const amounts = [...mentions, ...asked].flatMap((each) => (each.kind === 'number' ? [each.value] : []));
  const { decimal } = language.values.words.numbers;
  const [said = '', behind = ''] = words.slice(at);
  const joined = Number(said + behind);
  if (FIRST_DIGITS.test(said) && THREE_DIGITS.test(behind) && amounts.includes(joined))
    return { to: at + 2, words: [said + behind] };
  const spelled = wholeNumbersAt(words, at, language).findLast(
    ({ value, to }) => to > at + 1 && amounts.includes(value),
  );
  if (spelled) return { to: spelled.to, words: [`${spelled.value}`] };
  const grouped = GROUPED.test(said) ? Number(said.replace(/\D/g, '')) : Number.NaN;
  if (amounts.includes(grouped)) return { to: at + 1, words: [`${grouped}`] };
  const [, whole = '', cents = ''] = POINTED.exec(said) ?? [];
  const digits = whole.replace(/\D/g, '');
  if (Number(cents) === 0 && amounts.includes(Number(digits)) && digits !== '') return { to: at + 1, words: [digits] };
  const broken = amounts.filter((amount) => !Number.isInteger(amount));
  if (broken.length === 0) return undefined;
  if (cents !== '' && broken.includes(Number(`${digits}.${cents}`)))
    return { to: at + 1, words: [digits + decimal + cents] };
  for (const first of wholeNumbersAt(words, at, language)) {
    const parts = [centsBehind, tenthsBehind, centsAlone].flatMap((read) => read(words, first, language));
    const part = parts.find(({ value }) => broken.includes(value));
    if (part) return { to: part.to, words: [part.value.toFixed(part.places).replace('.', decimal), ...part.currency] };
  }
  return undefined;
}

/** "Euros and twenty cents", "euros 20", "twenty" behind a whole number, together with it. */
function centsBehind(words: readonly string[], first: WholeNumber, language: ActLanguage): BrokenNumber[] {
  const { link, cents } = language.values.words.numbers;
  const currency = language.currencyOf(words[first.to] ?? '') === undefined ? [] : [words[first.to] ?? ''];
  const behind = first.to + currency.length;
  return wholeNumbersAt(words, words[behind] === link ? behind + 1 : behind, language)
    .filter(({ value }) => value < 100)
    .map(({ value, to }) => {
      const isNamed = cents.includes(words[to] ?? '');
      return { value: (first.value * 100 + value) / 100, to: isNamed ? to + 1 : to, places: 2, currency };
    });
}

/** "Cents" behind a whole number, which is of these. */
function centsAlone(words: readonly string[], { value, to }: WholeNumber, language: ActLanguage): BrokenNumber[] {
  const isNamed = value < 100 && language.values.words.numbers.cents.includes(words[to] ?? '');
  return isNamed ? [{ value: value / 100, to: to + 1, places: 2, currency: [] }] : [];
}

/** "Point five" behind a whole number, together with it. */
function tenthsBehind(words: readonly string[], first: WholeNumber, language: ActLanguage): BrokenNumber[] {
  const { point, units } = language.values.words.numbers;
  const digit = point.includes(words[first.to] ?? '') ? units[words[first.to + 1] ?? ''] : undefined;
  return digit === undefined
    ? []
    : [{ value: (first.value * 10 + digit) / 10, to: first.to + 2, places: 1, currency: [] }];
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
