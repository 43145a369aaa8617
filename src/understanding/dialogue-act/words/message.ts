import { withoutExpressions } from './expressions.js';
import { type Sentence, wordsIn } from './sentence.js';
import type { Spelling } from './spelling.js';

/** A comma, or what stands between spaces and commas; one inside of a number is a part of that. */
const PIECE = /,(?!\d)|(?:[^\s,]|,(?=\d))[^\s,]*(?:,(?=\d)[^\s,]*)*/g;

/** The dash of "3-6", "3.-6." and "8:30-13:30", which is no part of a longer number. */
const SPAN = /(?<=(?<![\p{L}\d/.:-])\d{1,2}(?::\d\d)?)\.?\s?[-–]\s?(?=\d{1,2}(?::\d\d)?(?![\p{L}\d/:-]))/gu;

/** The full stop of "H. Petersen" where a signature begins, which ends no sentence. */
const INITIAL = /(?<=(?:^|[,\n]\s*|(?<!\p{L})\p{Lu}\.\s?)\p{Lu})\.(?=\s?\p{Lu})/gu;

/** Between a comma and the line behind it ("Regards,", and the name): it ends no sentence. */
const LINE_BEHIND_COMMA = /(?<=,)[^\S\n]*\n\s*/gu;

/** The last full stop of "vom 12.5. auf den 22.5. bitte", which ends no sentence. */
const DATE_DOT = /(?<=(?<!\d)\d{1,2}\.\d{1,2})\.(?=\s+[\p{Ll}\d])/gu;

/** Between the number and the sign of "75€". */
const SIGN_BEHIND = /(?<=\d)(?=[$€£₹](?![\p{L}\d]))/gu;

const SENTENCE_END = /[.!?]+(?=\s|$|[)"'>])|(?<=\p{L}{2})[.!?]+(?=\p{Lu})|[!?]+|\.{2,}|[;\n…]+/gu;

/** A word of fewer letters is not slurred: "an" is no "aen". */
const SLURRED = 4;

/** An "inn" is no "in", nor is "add" one of its letters less, nor "II" the first of its name. */
const SHORT_WORD = /^(?:[aeiou]([^aeiou])\1|ii+)$/u;

/** Splits a message into sentences of canonical words: case, apostrophes, short forms, elongation and signs undone. */
export function readMessage(text: string, spelling: Spelling): Sentence[] {
  const source = clean(text, spelling);
  const sentences: Sentence[] = [];
  let start = 0;
  for (const end of source.matchAll(SENTENCE_END)) {
    sentences.push(sentence(source, [start, end.index], end[0].includes('?'), spelling));
    start = end.index + end[0].length;
  }
  sentences.push(sentence(source, [start, source.length], false, spelling));
  return sentences.filter((part) => part.words.some((word) => word !== ','));
}

/** The canonical words of a text, sentence ends and commas dropped. */
export function wordsOf(text: string, spelling: Spelling): string[] {
  return wordsIn(readMessage(text, spelling));
}

function clean(text: string, { abbreviation, shortEnds, ordinalDot, known, until }: Spelling): string {
  const whole = shortEnds.reduce((short, [end, long]) => short.replace(end, long), text);
  const plain = whole
    .replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D]/gu, '')
    .normalize('NFKC')
    .replace(/[‘’‛`´]/g, "'")
    .replace(/(?<=\p{L})["“”](?=\p{L})|(?<=\p{L});(?=(?:s|d|m|t|re|ve|ll)\b)/gu, "'")
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(/(?<=\p{Lu}\p{L}*)–(?=\p{Lu})/gu, '-')
    .replace(/(?<=\p{L})[–—](?=\p{L})/gu, ' — ')
    .replace(SPAN, ` ${until} `)
    .replace(SIGN_BEHIND, ' ')
    .replace(abbreviation, '')
    .replace(INITIAL, '')
    .replace(LINE_BEHIND_COMMA, ' ')
    .replace(DATE_DOT, '')
    .replace(/(?<=\p{L}{2})\.(?=(\p{L}{2,})\b)/gu, (dot, next: string) => (known.has(next.toLowerCase()) ? '. ' : dot));
  return ordinalDot ? plain.replace(ordinalDot, 'te ') : plain;
}

function sentence(
  source: string,
  [start, end]: readonly [number, number],
  question: boolean,
  spelling: Spelling,
): Sentence {
  const words: string[] = [];
  const spans: [number, number][] = [];
  for (const piece of source.slice(start, end).matchAll(PIECE)) {
    const at = start + piece.index;
    for (const word of canonical(piece[0], spelling)) {
      words.push(word);
      spans.push([at, at + piece[0].length]);
    }
  }
  return withoutExpressions({ words, spans, question, source }, spelling.expressions);
}

function canonical(piece: string, spelling: Spelling): string[] {
  if (piece === '') return [];
  const { known, variants, signs, contractions } = spelling;
  const plain = piece.toLowerCase();
  if (known.has(plain)) return (variants.get(plain) ?? plain).split(' ');
  if (/^[-–—,]+$/.test(piece)) return [','];
  const sign = spelling.sign.exec(piece);
  if (sign) {
    const rest = piece.slice(sign.index + sign[0].length);
    const before = canonical(piece.slice(0, sign.index), spelling);
    return [...before, signs.get(sign[0]) ?? '', ...canonical(rest, spelling)];
  }
  const word = /^[$€£₹](?=\W*$)/u.exec(plain)?.[0] ?? plain.replace(/^[^\p{L}\p{N}$€£₹#@+/]+|[^\p{L}\p{N}%]+$/gu, '');
  if (!word) return [];
  const slipped = /^(\p{L}{2,})1+$/u.exec(word)?.[1];
  if (slipped && known.has(slipped)) return canonical(slipped, spelling);
  const variant = variants.get(word);
  if (variant !== undefined) return variant.split(' ');
  const day = spelling.joinedDay?.(word);
  if (day) return day;
  for (const [ending, expansion] of contractions) {
    if (word.endsWith(ending) && word.length > ending.length) {
      return [...canonical(word.slice(0, -ending.length), spelling), expansion];
    }
  }
  const parts = word.split('-');
  if (parts.length > 1 && parts.every((part) => known.has(part)))
    return parts.flatMap((part) => canonical(part, spelling));
  return respell(word, spelling).split(' ');
}

function respell(word: string, { known, variants, forgiven, slurs }: Spelling): string {
  if (known.has(word) || SHORT_WORD.test(word) || !/^\p{L}+$/u.test(word)) return word;
  for (const shorter of [word.replace(/(\p{L})\1{2,}/gu, '$1$1'), word.replace(/(\p{L})\1+/gu, '$1')]) {
    if (shorter !== word && known.has(shorter)) return variants.get(shorter) ?? shorter;
  }
  for (const [end, meant] of slurs) {
    const whole = word.endsWith(end) ? word.slice(0, -end.length) + meant : word;
    if (word.length >= SLURRED && known.has(whole)) return variants.get(whole) ?? whole;
  }
  return forgiven.find((meant) => isOneSlipAway(word, meant)) ?? word;
}

/** True when one letter was added, dropped, changed (where that is a slip) or swapped with its neighbour, the first letter being right. */
export function isOneSlipAway(word: string, meant: string, orChanged = true): boolean {
  if (word[0] !== meant[0] || Math.abs(word.length - meant.length) > 1) return false;
  let same = 0;
  while (same < meant.length && word[same] === meant[same]) same++;
  const [restTyped, restMeant] = [word.slice(same), meant.slice(same)];
  const swapped = `${restTyped[1] ?? ''}${restTyped[0] ?? ''}${restTyped.slice(2)}`;
  return (
    restTyped.slice(1) === restMeant ||
    restTyped === restMeant.slice(1) ||
    (orChanged && restTyped.slice(1) === restMeant.slice(1)) ||
    swapped === restMeant
  );
}
