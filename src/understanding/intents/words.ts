import { stemmer } from 'stemmer';

/** A word as it was written (lower case, without accents) and what it is compared by. */
export interface Word {
  readonly written: string;
  readonly stem: string;
}

/** English short forms, so that "can't" and "can not" are the same words. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bcan't\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/'m\b/g, ' am'],
  [/'s\b/g, ' s'],
];

/** The words of an utterance. Stems are English; in other languages they do no harm, since word parts count as well. */
export function wordsOf(utterance: string): Word[] {
  const plain = utterance
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'");
  const spelled = SHORT_FORMS.reduce((text, [short, long]) => text.replace(short, long), plain);
  return (spelled.match(/\p{L}+|\p{N}+/gu) ?? []).map((written) => ({ written, stem: stemOf(written) }));
}

/** What two utterances have in common that say the same: their stems in order; empty where there is no word. */
export function contentOf(utterance: string): string {
  return wordsOf(utterance)
    .map(({ stem, written }) => (/^\p{N}/u.test(written) ? written : stem))
    .join(' ');
}

/** A number counts by its length alone: which order it is says nothing about what is wanted. */
function stemOf(word: string): string {
  return /^\p{N}/u.test(word) ? '0'.repeat(Math.min(word.length, 4)) : stemmer(word);
}
