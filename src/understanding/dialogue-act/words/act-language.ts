import { type LanguageChoice, readLanguageFile } from '../../language/index.js';
import { readValueLanguage, type ValueLanguage } from '../../values/index.js';
import { type ActFile, actFileSchema } from './act-file.js';
import { type DeedWord, deedWords, formsOf } from './deed-words.js';
import { PhraseMatcher } from './phrase-matcher.js';
import { type ReplyWeights, readReplyWeights } from './reply-weights.js';
import { type Spelling, spellingOf } from './spelling.js';
import { stemmer } from './stem.js';

/** A language, ready for the rules to read messages by. */
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
  /** What excludes each other, both ways. */
  readonly opposites: readonly Opposite[];
  /** Orders that mean the same or exclude each other, by the stem of their verb. */
  readonly orders: ReadonlyMap<string, readonly Order[]>;
  /** Parts of verbs that go two ways, both ways. */
  readonly ways: readonly Opposite[];
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

/** Two that exclude each other, each with the words in a row that say it. */
export interface Opposite {
  readonly asked: readonly (readonly string[])[];
  readonly other: readonly (readonly string[])[];
}

/** An order, with the part that goes with its verb ("put … on"): it means what others on its side of a pair mean, and excludes those on the other. */
export interface Order {
  readonly verb: string;
  readonly pair: number;
  readonly side: number;
  readonly part: string | undefined;
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
  const stem = stemmer(file.endings, file.mergedWords, file.transliterations);
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
    opposites: file.opposites.flatMap(bothWays),
    orders: ordersByVerb(file, stem),
    ways: file.ways.flatMap(bothWays),
    calledAlso: new Map(Object.entries(file.calledAlso)),
    besideDeeds: new Map(deeds.map(([deed, { beside }]) => [deed, beside ?? []])),
    graveDeeds: new Set(deeds.flatMap(([deed, { weight }]) => (weight === 'grave' ? [deed] : []))),
    endingDeeds: new Set(endings.map(([deed]) => deed)),
    plainEndings: new Set(endings.flatMap(([deed, words]) => (formsOf(words).some(refuses) ? [] : [deed]))),
    givingDeeds: new Set(deeds.flatMap(([deed, { gives }]) => (gives ? [deed] : []))),
    endings: file.endings,
    stem,
    mockery: new Set(file.mockery),
    spelling: spellingOf(file, values),
    replyWeights: readReplyWeights(choice),
  };
}

function ordersByVerb(file: ActFile, stem: ActLanguage['stem']): Map<string, Order[]> {
  const rows = file.orders.flatMap((sides, pair) =>
    sides.flatMap((entries, side) =>
      entries.map((entry) => {
        const [verb = '', part] = entry.split(' ');
        return { verb, pair, side, part };
      }),
    ),
  );
  return Map.groupBy(rows, ({ verb }) => stem(verb));
}

function bothWays(pair: ActFile['opposites'][number]): Opposite[] {
  const [one, other] = pair.map((entries) => entries.map((entry) => entry.split(' ')));
  return one && other
    ? [
        { asked: one, other },
        { asked: other, other: one },
      ]
    : [];
}

function currencyReader({ words: { currencies } }: ValueLanguage): ActLanguage['currencyOf'] {
  const names = Object.entries(currencies).flatMap(([code, words]) => words.map((word) => [word, code] as const));
  const codes = new Map(names);
  const signs = names.filter(([word]) => !/[\p{L}\s]/u.test(word));
  return (word) => codes.get(word) ?? signs.find(([sign]) => word.includes(sign))?.[1];
}

function deedsToward({ deeds }: ActFile, way: 'up' | 'down'): string[] {
  return Object.entries(deeds).flatMap(([deed, { toward }]) => (toward === way ? [deed] : []));
}
