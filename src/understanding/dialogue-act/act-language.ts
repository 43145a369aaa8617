import { escapeRegex } from '../../platform/common/regex.js';
import { type LanguageChoice, readLanguageFile } from '../language/index.js';
import { readValueLanguage, type ValueLanguage } from '../values/index.js';
import { type ActFile, actFileSchema } from './act-file.js';
import { type DeedWord, deedWords } from './deeds.js';
import { type Expressions, readExpressions } from './expressions.js';
import { PhraseMatcher } from './phrase-matcher.js';
import { type ReplyWeights, readReplyWeights } from './reply-weights.js';
import { stemmer } from './stem.js';

/** Words for deeds of so many letters are understood with one of them wrong. */
const LONG_WORD = 7;

/** A language, ready for the rules of this folder to read messages by. */
export interface ActLanguage {
  readonly phrases: PhraseMatcher;
  readonly words: ActFile['words'];
  /** The words by which facts are asked for. */
  readonly facts: ReadonlySet<string>;
  readonly values: ValueLanguage;
  /** The currency that a word names, or whose sign stands in it ("€250"), as its code. */
  readonly currencyOf: (word: string) => string | undefined;
  readonly verbLast: boolean;
  readonly nounsAreCapitalized: boolean;
  /** The words for what actions do. */
  readonly deeds: ReadonlyMap<string, DeedWord>;
  /** The words for it, by the name of a deed. */
  readonly deedForms: ReadonlyMap<string, readonly string[]>;
  /** The wider deed that one is a kind of, by its name. */
  readonly widerDeeds: ReadonlyMap<string, string>;
  /** Deeds whose words mean a deed as well, by its name. */
  readonly sameDeeds: ReadonlyMap<string, readonly string[]>;
  /** The deeds that go up along the tiers, and those that go down. */
  readonly deedsToward: { readonly up: readonly string[]; readonly down: readonly string[] };
  /** The place of a plan or class among others. */
  readonly tierOf: ReadonlyMap<string, number>;
  /** What a thing is called as well, by its name. */
  readonly calledAlso: ReadonlyMap<string, readonly string[]>;
  /** Words that go with a deed and name nothing else, by its name: "my money back" with a refund. */
  readonly besideDeeds: ReadonlyMap<string, readonly string[]>;
  /** What undoes something, by its name. */
  readonly graveDeeds: ReadonlySet<string>;
  /** What does away with something, by its name. */
  readonly endingDeeds: ReadonlySet<string>;
  /** The same whose words do not call off what was asked, as "scrap" does ("scrap that"). */
  readonly plainEndings: ReadonlySet<string>;
  /** What gives somebody something, by its name. */
  readonly givingDeeds: ReadonlySet<string>;
  /** Whether nouns are joined to one word: "Lieferadresse". */
  readonly joinsNouns: boolean;
  /** Endings that change no meaning. */
  readonly endings: readonly string[];
  /** A word without its ending; the same for all forms of a word. */
  readonly stem: (word: string) => string;
  /** Sentences that say the opposite of their words, as they are typed. */
  readonly mockery: ReadonlySet<string>;
  readonly spelling: Spelling;
  /** What a second reader has learned; undefined where replies are read by the rules alone. */
  readonly replyWeights: ReplyWeights | undefined;
}

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

/** What dialogue-act.yaml had before values had a file of their own. */
const MOVED = { values: 'to values.yaml' };

/**
 * Reads `dialogue-act.yaml` and `values.yaml` of a language.
 * @throws EngineError CONFIGURATION_INVALID where one is missing, or it is wrong
 */
export function readActLanguage(choice: LanguageChoice): ActLanguage {
  const file = readLanguageFile(choice, 'dialogue-act', actFileSchema, MOVED);
  const values = readValueLanguage(choice);
  const phrases = new PhraseMatcher(file.phrases, file.sets);
  const deeds = Object.entries(file.deeds);
  const refuses = (word: string) => phrases.at([word], 0, ['refusal']) !== undefined;
  const endings = deeds.filter(([, { ends }]) => ends);
  return {
    phrases,
    words: file.words,
    facts: new Set(file.sets.fact ?? []),
    values,
    currencyOf: currencyReader(values),
    verbLast: file.verbLast,
    nounsAreCapitalized: file.nounsAreCapitalized,
    joinsNouns: file.joinsNouns,
    deeds: deedWords(file.deeds),
    deedForms: new Map(deeds.map(([deed, words]) => [deed, formsOf(words)])),
    widerDeeds: new Map(deeds.flatMap(([deed, { kindOf }]) => (kindOf === undefined ? [] : [[deed, kindOf]]))),
    sameDeeds: new Map(deeds.map(([deed, { sameAs }]) => [deed, sameAs ?? []])),
    deedsToward: { up: deedsToward(file, 'up'), down: deedsToward(file, 'down') },
    tierOf: new Map(file.tiers.flatMap((names, place) => names.map((name) => [name, place] as const))),
    calledAlso: new Map(Object.entries(file.calledAlso)),
    besideDeeds: new Map(deeds.map(([deed, { beside }]) => [deed, beside ?? []])),
    graveDeeds: new Set(deeds.flatMap(([deed, { weight }]) => (weight === 'grave' ? [deed] : []))),
    endingDeeds: new Set(endings.map(([deed]) => deed)),
    plainEndings: new Set(endings.flatMap(([deed, words]) => (formsOf(words).some(refuses) ? [] : [deed]))),
    givingDeeds: new Set(deeds.flatMap(([deed, { gives }]) => (gives ? [deed] : []))),
    endings: file.endings,
    stem: stemmer(file.endings, file.mergedWords, file.transliterations),
    mockery: new Set(file.mockery),
    spelling: spellingOf(file, values),
    replyWeights: readReplyWeights(choice),
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

function spellingOf(file: ActFile, { words }: ValueLanguage): Spelling {
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

function currencyReader({ words: { currencies } }: ValueLanguage): ActLanguage['currencyOf'] {
  const names = Object.entries(currencies).flatMap(([code, words]) => words.map((word) => [word, code] as const));
  const codes = new Map(names);
  const signs = names.filter(([word]) => !/[\p{L}\s]/u.test(word));
  return (word) => codes.get(word) ?? signs.find(([sign]) => word.includes(sign))?.[1];
}

function deedForms({ deeds }: ActFile): string[] {
  return Object.values(deeds).flatMap(formsOf);
}

function deedsToward({ deeds }: ActFile, way: 'up' | 'down'): string[] {
  return Object.entries(deeds).flatMap(([deed, { toward }]) => (toward === way ? [deed] : []));
}

function formsOf({ verbs, nouns }: ActFile['deeds'][string]): string[] {
  return [...verbs, ...nouns];
}

/** Words as they are typed without some of their letters, each with the word that is meant. */
function transliterated(words: readonly string[], letters: ActFile['transliterations']): [string, string][] {
  return words.flatMap((word): [string, string][] => {
    const typed = Object.entries(letters).reduce((text, [letter, plain]) => text.replaceAll(letter, plain), word);
    return typed === word ? [] : [[typed, word]];
  });
}

/** A pattern of any of the words; one that never matches where there are none. */
function anyOf(words: readonly string[], wrap: (alternatives: string) => string, flags: string): RegExp {
  const alternatives = words.map(escapeRegex).join('|');
  return new RegExp(words.length === 0 ? '(?!)' : wrap(alternatives), flags);
}
