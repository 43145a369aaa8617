import { ENGLISH } from './english.js';

/** A number found in a text. */
export interface NumberMatch {
  readonly value: number;
  /** `[start, end)` in the text, currency signs and multipliers included. */
  readonly start: number;
  readonly end: number;
}

const { small, tens, multipliers, currencies } = ENGLISH;
const DIGITS = String.raw`\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const WORDS = [...tens.slice(2).map((ten) => `${ten}(?:[- ](?:${small.slice(1, 10).join('|')}))?`), ...small].join('|');
const MULTIPLIER = Object.keys(multipliers)
  .map((word) => (word.length === 1 ? word : `\\s?${word}`))
  .join('|');
const CURRENCY = currencies.join('|');
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.@/:#-]|\d[,.])(?:(?:${CURRENCY})\.?\s?|[$€£₹¥#]\s?)?([-−]?(?:${DIGITS})|(?:${WORDS})\b(?:\s(?:hundred)\b)?)(${MULTIPLIER})?(?:\s?(?:${CURRENCY})\b|\s?[$€£₹¥%])?(?![\p{L}\p{N}_@/:]|-\w|[.,]\d)`,
  'giu',
);

/** The numbers in a text, left to right: digits with separators, currency and "k", and small number words. */
export function findNumbers(text: string): NumberMatch[] {
  return [...text.matchAll(NUMBER)].map((match) => ({
    value: toNumber(match[1] ?? '', match[2]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The number that a whole text says, such as "₹3,50,000", "35k" or "twenty-four"; `undefined` for any other text. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  const [found] = findNumbers(trimmed);
  return found && found.start === 0 && found.end === trimmed.length ? found.value : undefined;
}

function toNumber(body: string, multiplier: string | undefined): number {
  const plain = body.replaceAll(',', '').replace('−', '-');
  const value = /\d/.test(plain) ? Number(plain) : wordsToNumber(plain);
  const factor = multipliers[multiplier?.trim().toLowerCase() ?? ''] ?? 1;
  return Number((value * factor).toPrecision(15));
}

/** "twenty-four" and "two hundred". */
function wordsToNumber(text: string): number {
  let value = 0;
  for (const word of text.toLowerCase().split(/[-\s]+/)) {
    if (word === 'hundred') value *= 100;
    else value += Math.max(small.indexOf(word), tens.indexOf(word) * 10, 0);
  }
  return value;
}
