import type { Phrases } from './phrases.js';
import type { Span } from './spans.js';

/** Characters in which a name is looked for, and the words that it may have. */
const MAX_NAME = 120;
const MAX_WORDS = 8;
/** Words in small letters: as a whole name, and at the end of one, as in "Holiday inn express". */
const MAX_PLAIN = 5;
const MAX_TAIL = 2;
/** A comma ends a clause, unless a place goes on behind it: "Atlanta, GA", "Paris, France". */
const CLAUSE = /^(?:[^,;:!?\n.]|\.(?=\S)|,(?=\s\p{Lu}\p{L}*\s*(?:[.,;!?\n]|$)))*/u;
const WORD = /^(?:[\p{L}\p{N}][\p{L}\p{N}.'’&-]*,?|&|-|–)$/u;
const CAPITAL = /^\p{Lu}/u;
const NUMBER = /^\d{1,5}(?:st|nd|rd|th)?$/u;

/** A name found in running text. */
export interface Name extends Span {
  readonly text: string;
  /** True where it begins with a capital letter, or a number before one. */
  readonly isProper: boolean;
}

/**
 * The name that begins at a place of a text: "Celia's and at 5:30" gives "Celia's", "Atlanta, GA please" gives
 * "Atlanta, GA". Undefined where none begins there, or where nothing tells how far it goes.
 */
export function nameAt(text: string, start: number, phrases: Phrases): Name | undefined {
  const clause = CLAUSE.exec(text.slice(start, start + MAX_NAME))?.[0].trimEnd() ?? '';
  const said = clause.split(/\s/);
  const isProper = isNamed(said, 0, phrases);
  const words = isProper ? properWords(said, phrases) : plainWords(said, phrases);
  const name = words?.join(' ').replace(/[.,\s]+$/, '');
  if (!name || !clause.startsWith(name)) return undefined;
  return { text: name, isProper, start, end: start + name.length };
}

/** True for a word with a capital letter; for "The" or a number only where such a word follows. */
function isNamed(said: readonly string[], index: number, phrases: Phrases): boolean {
  const [word = '', next = ''] = said.slice(index, index + 2);
  if (NUMBER.test(word) || phrases.isStop(bare(word))) {
    const leads = NUMBER.test(word) || CAPITAL.test(word);
    return leads && CAPITAL.test(next) && !phrases.isStop(bare(next));
  }
  return CAPITAL.test(word);
}

/** Words with capital letters, small ones between them ("of", "vs"), and a few behind them. */
function properWords(said: readonly string[], phrases: Phrases): string[] | undefined {
  const words: string[] = [];
  let tail = 0;
  for (const [index, word] of said.entries()) {
    const goesOn = isNamed(said, index + 1, phrases);
    if (isNamed(said, index, phrases)) tail = 0;
    // "Ann and Bob" may be one name or two.
    else if (phrases.joins(word)) return goesOn ? undefined : words;
    else if (phrases.isStop(bare(word)) && !(goesOn && phrases.isArticle(word))) return words;
    else if (!goesOn) tail += 1;
    if (!WORD.test(word) || words.length === MAX_WORDS || tail > MAX_TAIL) return undefined;
    words.push(word);
  }
  return words;
}

/** A few words in small letters, such as "speaker in the hall", that are the rest of the clause but for a "please". */
function plainWords(said: readonly string[], phrases: Phrases): string[] | undefined {
  const words = ` ${said.join(' ')}`
    .replace(phrases.courtesy, '')
    .split(' ')
    .filter((word) => word !== '');
  const inside = words.findIndex((word, index) => index > 0 && phrases.isIn(word));
  const ends = (word: string, index: number) =>
    phrases.joins(word) ||
    (phrases.isStop(bare(word)) && index !== inside && !(index === inside + 1 && phrases.isArticle(word)));
  if (words.some(ends)) return undefined;
  return words.length > 0 && words.length <= MAX_PLAIN && words.every((word) => WORD.test(word)) ? words : undefined;
}

function bare(word: string): string {
  return word.replace(/[.,]+$/, '');
}
