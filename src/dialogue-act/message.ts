import { ENGLISH } from './english.js';

/** One sentence of a message in canonical words; a comma is a word of its own. */
export interface Sentence {
  readonly words: readonly string[];
  /** What the user typed for each word: `[start, end)` in `source`. */
  readonly spans: readonly (readonly [start: number, end: number])[];
  /** True when a question mark ends it. */
  readonly question: boolean;
  readonly source: string;
}

const KNOWN = new Set(
  [Object.keys(ENGLISH.spellings), Object.values(ENGLISH.phrases).flat(), Object.values(ENGLISH.sets).flat()]
    .flat()
    .flatMap((entry) => entry.split(/[\s_|?*+[\]]+/)),
);
const SIGN = new RegExp(Object.keys(ENGLISH.signs).join('|'), 'u');
const ABBREVIATION = new RegExp(`\\b(${ENGLISH.abbreviations.join('|')})\\.`, 'gi');
const SENTENCE_END = /[.!?]+(?=\s|$|[)"'>])|(?<=\p{L}{2})[.!?]+(?=\p{Lu})|[!?]+|\.{2,}|[;\n…]+/gu;

/** Splits a message into sentences of canonical words: case, apostrophes, short forms, elongation and signs undone. */
export function readMessage(text: string): Sentence[] {
  const source = clean(text);
  const sentences: Sentence[] = [];
  let start = 0;
  for (const end of source.matchAll(SENTENCE_END)) {
    sentences.push(sentence(source, start, end.index, end[0].includes('?')));
    start = end.index + end[0].length;
  }
  sentences.push(sentence(source, start, source.length, false));
  return sentences.filter((part) => part.words.some((word) => word !== ','));
}

/** What the user typed for the words from `from` up to, not including, `to`. */
export function typed(sentence: Sentence, from = 0, to = sentence.words.length): string {
  const first = sentence.spans[from];
  const last = sentence.spans[to - 1];
  return first && last ? sentence.source.slice(first[0], last[1]) : '';
}

/** The canonical words of a text, sentence ends and commas dropped. */
export function wordsOf(text: string): string[] {
  return readMessage(text).flatMap((part) => part.words.filter((word) => word !== ','));
}

function clean(text: string): string {
  return text
    .replace(/[\u{1F3FB}-\u{1F3FF}\uFE0F\u200D]/gu, '')
    .normalize('NFKC')
    .replace(/[‘’‛`´]/g, "'")
    .replace(/(?<=\p{L})["“”](?=\p{L})/gu, "'")
    .replace(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replace(ABBREVIATION, '$1')
    .replace(/(?<=\p{L}{2})\.(?=(\p{L}{2,})\b)/gu, (dot, next: string) => (KNOWN.has(next.toLowerCase()) ? '. ' : dot));
}

function sentence(source: string, start: number, end: number, question: boolean): Sentence {
  const words: string[] = [];
  const spans: [number, number][] = [];
  for (const piece of source.slice(start, end).matchAll(/,(?!\d)|(?:[^\s,]|,(?=\d))+/g)) {
    const at = start + piece.index;
    for (const word of canonical(piece[0])) {
      words.push(word);
      spans.push([at, at + piece[0].length]);
    }
  }
  return { words, spans, question, source };
}

function canonical(piece: string): string[] {
  if (piece === '') return [];
  const plain = piece.toLowerCase();
  if (KNOWN.has(plain)) return (ENGLISH.spellings[plain] ?? plain).split(' ');
  if (/^[-–—,]+$/.test(piece)) return [','];
  const sign = SIGN.exec(piece);
  if (sign) {
    const rest = piece.slice(sign.index + sign[0].length);
    return [...canonical(piece.slice(0, sign.index)), ENGLISH.signs[sign[0]] ?? '', ...canonical(rest)];
  }
  const word = plain.replace(/^[^\p{L}\p{N}$€£₹#@+/]+|[^\p{L}\p{N}%]+$/gu, '');
  if (!word) return [];
  const known = ENGLISH.spellings[word];
  if (known !== undefined) return known.split(' ');
  for (const [ending, expansion] of ENGLISH.contractions) {
    if (word.endsWith(ending) && word.length > ending.length) {
      return [...canonical(word.slice(0, -ending.length)), expansion];
    }
  }
  return respell(word).split(' ');
}

function respell(word: string): string {
  if (KNOWN.has(word) || !/^\p{L}+$/u.test(word)) return word;
  for (const shorter of [word.replace(/(\p{L})\1{2,}/gu, '$1$1'), word.replace(/(\p{L})\1+/gu, '$1')]) {
    if (shorter !== word && KNOWN.has(shorter)) return ENGLISH.spellings[shorter] ?? shorter;
  }
  return ENGLISH.forgivenWords.find((meant) => isOneSlipAway(word, meant)) ?? word;
}

/** True when one letter was added, dropped, changed or swapped with its neighbour, the first letter being right. */
function isOneSlipAway(word: string, meant: string): boolean {
  if (word[0] !== meant[0] || Math.abs(word.length - meant.length) > 1) return false;
  let same = 0;
  while (same < meant.length && word[same] === meant[same]) same++;
  const [restTyped, restMeant] = [word.slice(same), meant.slice(same)];
  const swapped = `${restTyped[1] ?? ''}${restTyped[0] ?? ''}${restTyped.slice(2)}`;
  return (
    restTyped.slice(1) === restMeant ||
    restTyped === restMeant.slice(1) ||
    restTyped.slice(1) === restMeant.slice(1) ||
    swapped === restMeant
  );
}
