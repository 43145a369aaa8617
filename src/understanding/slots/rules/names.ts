import type { NameWords, Span } from '../vocabulary/index.js';

/** Characters in which a name is looked for, and the words that it may have. */
const MAX_NAME = 120;
const MAX_WORDS = 8;
/** Words in small letters: as a whole name, and at the end of one, as in "Blue bay lodge". */
const MAX_PLAIN = 5;
const MAX_TAIL = 2;
const WORD = /^(?:[\p{L}\p{N}][\p{L}\p{N}.'’&-]*,?|&|-|–)$/u;
const CAPITAL = /^\p{Lu}/u;
const NUMBER = /^\d{1,5}(?:st|nd|rd|th)?$/u;
/** A capital that is no name: "I", "I'd". */
const NAMELESS = /^\p{L}(?:['’]\p{L}+)?$/u;
const CAPITALS_AT_END = /(?:\p{Lu}[\p{L}\p{N}'’&-]*\s+){0,4}\p{Lu}[\p{L}\p{N}'’&-]*\s*$/u;

/** A name found in running text. */
export interface Name extends Span {
  readonly text: string;
  /** True where it begins with a capital letter, or a number before one. */
  readonly isProper: boolean;
}

/**
 * The name that begins at a place of a text: "Sea View and at noon" gives "Sea View", "Leeds, UK please" gives
 * "Leeds, UK". Undefined where none begins there, or where nothing tells how far it goes.
 */
export function nameAt(text: string, start: number, names: NameWords): Name | undefined {
  const clause = names.clause.exec(text.slice(start, start + MAX_NAME))?.[0].trimEnd() ?? '';
  const said = clause.split(/\s/);
  const isProper = isNamed(said, 0, names);
  const words = isProper ? properWords(said, names) : plainWords(said, names);
  const name = words?.join(' ').replace(/[.,\s]+$/, '');
  if (!name || !clause.startsWith(name)) return undefined;
  return { text: name, isProper, start, end: start + name.length };
}

/** The name in capital letters that ends at a place of a text. */
export function nameBefore(text: string, end: number, names: NameWords): Name | undefined {
  const before = text.slice(Math.max(0, end - MAX_NAME), end);
  const words = CAPITALS_AT_END.exec(before)?.[0] ?? '';
  const said = words.trimEnd().split(/\s+/);
  const from = said.findLastIndex((word) => names.isStop(word) || NAMELESS.test(word)) + 1;
  const name = said.slice(from).join(' ');
  if (name === '' || !words.trimEnd().endsWith(name)) return undefined;
  const start = end - (words.length - words.lastIndexOf(name));
  return { text: name, isProper: true, start, end: start + name.length };
}

/** Where a text has a word or several, in letters of either case, and no letter or digit beside them. */
export function occurrences(text: string, words: string): Span[] {
  const [all, said] = [text.toLowerCase(), words.toLowerCase()];
  const spans: Span[] = [];
  for (let at = all.indexOf(said); said !== '' && at >= 0; at = all.indexOf(said, at + 1)) {
    const end = at + said.length;
    if (!/[\p{L}\p{N}]$/u.test(all.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(all.slice(end)))
      spans.push({ start: at, end });
  }
  return all.length === text.length ? spans : [];
}

/** True for a word with a capital letter; for "The" or a number only where such a word follows. */
function isNamed(said: readonly string[], index: number, names: NameWords): boolean {
  const [word = '', next = ''] = said.slice(index, index + 2);
  if (NUMBER.test(word) || names.isStop(bare(word))) {
    const leads = NUMBER.test(word) || CAPITAL.test(word);
    return leads && CAPITAL.test(next) && !names.isStop(bare(next));
  }
  return CAPITAL.test(word) && !NAMELESS.test(word);
}

/** Words with capital letters, small ones between them ("of", "vs"), and a few behind them. */
function properWords(said: readonly string[], names: NameWords): string[] | undefined {
  const words: string[] = [];
  let tail = 0;
  for (const [index, word] of said.entries()) {
    const goesOn = isNamed(said, index + 1, names);
    if (isNamed(said, index, names)) tail = 0;
    else if (names.isJoin(word)) return goesOn ? undefined : words;
    else if (endsName(word, index, names) && !(goesOn && names.isArticle(word))) return words;
    else if (!goesOn && !CAPITAL.test(word)) tail += 1;
    if (!WORD.test(word) || words.length === MAX_WORDS || tail > MAX_TAIL) return undefined;
    words.push(word);
  }
  return words;
}

/** A word such as "for"; not the last one of "Me Before You". */
function endsName(word: string, index: number, names: NameWords): boolean {
  return names.isStop(bare(word)) && !(index > 0 && CAPITAL.test(word) && !NAMELESS.test(word));
}

/** A few words in small letters, such as "speaker in the hall", that are the rest of the clause but for a "please". */
function plainWords(said: readonly string[], names: NameWords): string[] | undefined {
  const words = ` ${said.join(' ')}`
    .replace(names.courtesy, '')
    .split(' ')
    .filter((word) => word !== '');
  const inside = words.findIndex((word, index) => index > 0 && names.isIn(word));
  const belongs = (word: string, index: number) =>
    index === inside || (index === inside + 1 && names.isArticle(word)) || !names.isStop(bare(word));
  const areOne = words.every((word, index) => WORD.test(word) && !names.isJoin(word) && belongs(word, index));
  return areOne && words.length > 0 && words.length <= MAX_PLAIN ? words : undefined;
}

function bare(word: string): string {
  return word.replace(/[.,]+$/, '');
}
