import { alternatives } from '../language/index.js';
import type { ValueWords } from './value-words.js';

/** A number found in a text. */
export interface NumberMatch {
  readonly value: number;
  /** `[start, end)` in the text, currency signs and multipliers included. */
  readonly start: number;
  readonly end: number;
  /** Where the digits or words end, without a currency behind them. */
  readonly valueEnd: number;
  /** ISO 4217, where a currency stands beside the number. */
  readonly currency?: string;
}

/** "1'340.50", which is written so in any language of Switzerland. */
const SWISS = String.raw`\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,2}(?!\d))?`;

/** As many decimal digits as every number keeps. */
const KEPT_DIGITS = 15;

type NumberWords = Pick<ValueWords, 'numbers' | 'currencies'>;

/** Reads the numbers of a language: digits with separators, currency and "k", and number words. */
export class NumberReader {
  private readonly pattern: RegExp;
  private readonly currencies: ReadonlyMap<string, string>;

  constructor(private readonly words: NumberWords) {
    const { numbers, currencies } = words;
    this.currencies = new Map(Object.entries(currencies).flatMap(([code, said]) => said.map((word) => [word, code])));
    const money = alternatives(this.currencies.keys());
    const scale = `(?:${alternatives(Object.keys(numbers.suffixes))})|\\s?(?:${alternatives(Object.keys(numbers.scales))})`;
    this.pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}_.@/:#-]|\d[,.])(?:(?<before>${money})\.?\s?|#\s?)?` +
        String.raw`(?:(?<digits>[-−]?(?:${digitsPattern(numbers)}))(?<scale>(?:${scale})(?!\p{L}))?|(?<said>${saidPattern(numbers)})(?!\p{L}))` +
        String.raw`(?:\s?(?<after>${money})(?!\p{L})|\s?%)?(?![\p{L}\p{N}_@/:]|-\w|[.,]\d)`,
      'giu',
    );
  }

  /** The numbers in a text, left to right. */
  find(text: string): NumberMatch[] {
    return [...text.matchAll(this.pattern)].flatMap((match) => {
      const { before, digits, scale, said, after } = match.groups ?? {};
      const value = digits === undefined ? this.saidValue(said ?? '') : this.digitsValue(digits, scale);
      const currency = this.currencies.get((before ?? after ?? '').toLowerCase().replace(/\s+/g, ' '));
      if (value === undefined) return [];
      const end = match.index + match[0].length;
      const valueEnd = after === undefined ? end : match.index + match[0].lastIndexOf(after);
      const span = { value, start: match.index, end, valueEnd: text.slice(0, valueEnd).trimEnd().length };
      return [currency === undefined ? span : { ...span, currency }];
    });
  }

  /** The number that a whole text says, such as "₹3,50,000", "35k" or "twenty-four"; `undefined` for any other text. */
  parse(text: string): number | undefined {
    const trimmed = text.trim();
    const [found] = this.find(trimmed);
    return found && found.start === 0 && found.end === trimmed.length ? found.value : undefined;
  }

  /** Undefined for more digits than a number can keep: it would be another one that only looks like it. */
  private digitsValue(digits: string, scale: string | undefined): number | undefined {
    const { group, decimal, scales, suffixes } = this.words.numbers;
    const isSwiss = /['’]/.test(digits);
    const written = isSwiss
      ? digits.replace(/['’]/g, '').replace(',', '.')
      : digits.replaceAll(group, '').replace(decimal, '.');
    const plain = written.replace('−', '-');
    if (significantDigits(plain) > KEPT_DIGITS) return undefined;
    const word = scale?.trim().toLowerCase() ?? '';
    return exact(Number(plain) * (scales[word] ?? suffixes[word] ?? 1));
  }

  /** "twenty-four", "two hundred and five", "two and a half million", "zweiundzwanzig". */
  private saidValue(said: string): number | undefined {
    const { half, phrases, articles, joined } = this.words.numbers;
    const text = said.toLowerCase().replace(/[\s-]+/g, ' ');
    const phrase = phrases[text];
    if (phrase !== undefined) return phrase;
    const at = text.indexOf(joined ? half : ` ${half}`);
    const bare = at < 0 ? text : text.slice(0, at);
    const article = articles.find((word) => bare.startsWith(`${word} `));
    const value = this.sum(article ? bare.slice(article.length + 1) : bare);
    if (value === undefined) return undefined;
    const scale = at < 0 ? '' : text.slice(at).replace(half, '').trim();
    return exact((at < 0 ? value : value + 0.5) * (this.words.numbers.scales[scale] ?? 1));
  }

  /** The value of number words: around the largest scale, then units and tens; undefined for "two three". */
  private sum(text: string): number | undefined {
    const { units, tens, scales, link, joined } = this.words.numbers;
    const plain = trimLink(text, link);
    const known = units[plain] ?? tens[plain] ?? scales[plain];
    if (known !== undefined) return known;
    for (const [word, factor] of Object.entries(scales).sort(([a, x], [b, y]) => y - x || b.length - a.length)) {
      const [left, right] = splitAt(plain, word, joined);
      if (left === undefined) continue;
      const count = left === '' ? 1 : this.sum(left);
      const rest = right === '' ? 0 : this.sum(right ?? '');
      return count === undefined || rest === undefined || rest >= factor ? undefined : count * factor + rest;
    }
    return joined ? this.unitBeforeTen(plain) : this.tenBeforeUnit(plain);
  }

  private tenBeforeUnit(text: string): number | undefined {
    const [first = '', second = '', ...more] = text.split(' ');
    const [ten, unit] = [this.words.numbers.tens[first], this.words.numbers.units[second]];
    return ten !== undefined && unit !== undefined && unit > 0 && unit < 10 && more.length === 0
      ? ten + unit
      : undefined;
  }

  private unitBeforeTen(text: string): number | undefined {
    const { units, tens, link } = this.words.numbers;
    const [first = '', second = ''] = text.split(new RegExp(`${link}(?=${alternatives(Object.keys(tens))})`, 'u'));
    const [unit, ten] = [units[first], tens[second]];
    return unit !== undefined && ten !== undefined && unit < 10 ? ten + unit : undefined;
  }
}

function trimLink(text: string, link: string): string {
  return text.startsWith(link) ? text.slice(link.length).trim() : text.trim();
}

/** The text before and behind a word; nothing when the word is not in it. */
function splitAt(text: string, word: string, joined: boolean): [string, string] | [] {
  const match = new RegExp(joined ? word : `(?<!\\p{L})${word}(?!\\p{L})`, 'u').exec(text);
  return match ? [text.slice(0, match.index).trim(), text.slice(match.index + word.length).trim()] : [];
}

function digitsPattern({ group, decimal }: ValueWords['numbers']): string {
  return String.raw`${SWISS}|\d{1,3}(?:[${group}]\d{2,3})+(?:[${decimal}]\d+)?|\d+(?:[${decimal}]\d+)?`;
}

function saidPattern(numbers: ValueWords['numbers']): string {
  const { units, tens, scales, joined, link, half, articles, phrases, pronouns, idioms } = numbers;
  const any = alternatives([...Object.keys(units), ...Object.keys(tens), ...Object.keys(scales)]);
  const scale = alternatives(Object.keys(scales));
  const between = joined ? `(?:${link}|\\s(?=(?:${scale})(?!\\p{L})))?` : `(?:[\\s-]+(?:${link}\\s+)?)`;
  const end = joined
    ? `(?:${half})?`
    : `(?:\\s+${alternatives([half])}(?:\\s+(?:${alternatives(Object.keys(scales))}))?)?`;
  const isPronoun =
    `(?<=(?<!\\p{L})(?:${alternatives(pronouns.before)})\\s+)(?<!(?<!\\p{L})(?:${alternatives(pronouns.counted)})\\s+)` +
    `(?:${alternatives(pronouns.words)})(?!\\p{L})|(?:${alternatives(pronouns.words)})\\s+(?:${alternatives(pronouns.after)})(?!\\p{L})`;
  const counts = `(?!${isPronoun}|(?:${alternatives(idioms)})(?!\\p{L}))`;
  const article = `(?:(?:${alternatives(articles)})\\s+(?=(?:${alternatives(Object.keys(scales))})(?!\\p{L})))?`;
  return `(?:${alternatives(Object.keys(phrases))})|${counts}${article}(?:${any})(?:${between}(?:${any})){0,12}${end}`;
}

/** Without zeros before and behind, and the point. */
function significantDigits(written: string): number {
  return written.replace(/\D/g, '').replace(/^0+|0+$/g, '').length;
}

function exact(value: number): number {
  return Number(value.toPrecision(KEPT_DIGITS));
}
