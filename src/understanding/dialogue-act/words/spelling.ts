import { escapeRegex } from '../../../platform/common/regex.js';
import type { ValueLanguage } from '../../values/index.js';
import type { ActFile } from './act-file.js';
import { formsOf } from './deed-words.js';
import { type Expressions, readExpressions } from './expressions.js';

/** Words for deeds of so many letters are understood with one of them wrong. */
const LONG_WORD = 7;

/** How the words of a message become canonical ones. */
export interface Spelling {
  /** Every word the language file holds. */
  readonly known: ReadonlySet<string>;
  /** Variant → canonical words. */
  readonly variants: ReadonlyMap<string, string>;
  readonly expressions: Expressions;
  readonly contractions: readonly (readonly [ending: string, words: string])[];
  readonly forgiven: readonly string[];
  readonly signs: ReadonlyMap<string, string>;
  readonly sign: RegExp;
  readonly abbreviation: RegExp;
  /** Ends of words that are written short, each with the whole. */
  readonly shortEnds: readonly (readonly [end: RegExp, whole: string])[];
  /** Ends of words as they are spoken, each with the end that is meant. */
  readonly slurs: readonly (readonly [end: string, meant: string])[];
  /** Stands between the first of two numbers and the last: "to" of "3 to 6". */
  readonly until: string;
  /** "Samstagnachmittag" as the day and the part of it; undefined where nouns are not joined. */
  readonly joinedDay: ((word: string) => [day: string, part: string] | undefined) | undefined;
  /** The full stop of an ordinal number; undefined where the language writes none. */
  readonly ordinalDot: RegExp | undefined;
}

/** The spelling of a language, by its files. */
export function spellingOf(file: ActFile, { words }: ValueLanguage): Spelling {
  const variants = Object.entries(file.spellings).flatMap(([meant, typed]) =>
    typed.map((variant) => [variant, meant] as const),
  );
  const texts = [
    ...variants.map(([variant]) => variant),
    ...Object.values(file.phrases),
    ...Object.values(file.sets),
    ...deedForms(file),
    ...Object.values(file.expressions),
  ];
  const { dotAfter, months, until } = words.days;
  const known = new Set(texts.flat().flatMap((entry) => entry.split(/[\s_|?*+<>[\]…]+/)));
  return {
    known,
    variants: new Map([
      ...transliterated([...known, ...file.forgivenWords, ...months], file.transliterations).filter(
        // "Cambie" is no "cambié" that was typed without its accent.
        ([typed]) => !known.has(typed),
      ),
      ...variants,
    ]),
    expressions: readExpressions(file.expressions),
    contractions: Object.entries(file.contractions),
    forgiven: [...file.forgivenWords, ...deedForms(file).filter((word) => word.length >= LONG_WORD)],
    signs: new Map(Object.entries(file.signs)),
    sign: anyOf(Object.keys(file.signs), (signs) => signs, 'u'),
    abbreviation: anyOf(file.abbreviations, (words) => `(?<=(?<!\\p{L})(?:${words}))\\.`, 'giu'),
    shortEnds: Object.entries(file.shortEnds).map(
      ([end, whole]) => [new RegExp(`(?<=\\p{L}{3})${escapeRegex(end)}(?!\\p{L})\\.?`, 'giu'), whole] as const,
    ),
    slurs: Object.entries(file.slurs),
    until: until[0] ?? '-',
    joinedDay: file.joinsNouns ? joinedDayReader(words) : undefined,
    ordinalDot:
      dotAfter.length === 0
        ? undefined
        : new RegExp(
            `(?<=\\b(?:${dotAfter.join('|')}) \\d{1,2})\\.(?!\\d)|(?<=\\d)\\.(?=\\s*(?:${months.join('|')}|(?:${until.join('|')})\\s\\d))`,
            'giu',
          ),
  };
}

/** A day of the week, and what the language calls a part of a day, with or without its last letter: "nachmittags". */
function joinedDayReader({ days, clock }: ValueLanguage['words']): Spelling['joinedDay'] {
  const named = [clock.morning, clock.afternoon, clock.night].flat().filter((name) => !name.includes(' '));
  const parts = new Map(named.map((name) => [name.replace(/s$/u, ''), name] as const));
  const joined = anyOf(
    days.weekdays,
    (names) => `^(${names})s?(${[...parts.keys()].map(escapeRegex).join('|')})s?$`,
    'u',
  );
  return (word) => {
    const [, day, part] = joined.exec(word) ?? [];
    const name = parts.get(part ?? '');
    return day !== undefined && name !== undefined ? [day, name] : undefined;
  };
}

function deedForms({ deeds }: ActFile): string[] {
  return Object.values(deeds).flatMap(formsOf);
}

/** Words as they are typed without some of their letters, each with the word that is meant. */
function transliterated(words: readonly string[], letters: ActFile['transliterations']): [string, string][] {
  return words.flatMap((word): [string, string][] => {
    const typed = Object.entries(letters).reduce((text, [letter, plain]) => text.replaceAll(letter, plain), word);
    if (typed === word) return [];
    // "Uberweisen": a short word without its marks may be another one ("hatte").
    const bare = word.length >= LONG_WORD ? [word.normalize('NFD').replaceAll(/\p{M}/gu, '')] : [];
    return [typed, ...bare].map((each) => [each, word]);
  });
}

/** A pattern of any of the words; one that never matches where there are none. */
function anyOf(words: readonly string[], wrap: (alternatives: string) => string, flags: string): RegExp {
  const alternatives = words.map(escapeRegex).join('|');
  return new RegExp(words.length === 0 ? '(?!)' : wrap(alternatives), flags);
}
