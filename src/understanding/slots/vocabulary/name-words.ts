import { alternatives } from '../../language/index.js';
import type { ValueWords } from '../../values/index.js';
import type { SlotWords } from './words.js';

/** Larger numbers in words may be part of a name. */
const MAX_STOP = 10;

/** The words of a language that tell where a name begins, how far it goes, and that it takes the place of another. */
export class NameWords {
  /** The clause that a text begins with; a comma ends it, unless a place goes on behind it, as in "Leeds, UK". */
  readonly clause: RegExp;
  /** "please", at the end. */
  readonly courtesy: RegExp;
  /** "the", at the start. */
  readonly article: RegExp;
  /** "my big", at the end. */
  readonly described: RegExp;
  /** "make it", "I meant", before a name. */
  readonly wish: RegExp;
  /** "I want to see", "can you book", before a name. */
  readonly request: RegExp;
  /** "in", before a place. */
  readonly inside: RegExp;
  /** "not", "instead of", at the end; what is given up follows. */
  readonly against: RegExp;
  /** ", but", at the start, behind what is given up. */
  readonly but: RegExp;
  private readonly stops: ReadonlySet<string>;
  private readonly joins: ReadonlySet<string>;
  private readonly articles: ReadonlySet<string>;
  private readonly indefinite: ReadonlySet<string>;
  private readonly copulas: ReadonlySet<string>;
  private readonly vague: ReadonlySet<string>;
  private readonly answers: ReadonlySet<string>;
  private readonly places: ReadonlySet<string>;
  private readonly prepositions: ReadonlySet<string>;

  constructor({ answer, correction, label, list, names, places }: SlotWords, values: ValueWords) {
    const titles = `(?<=(?<!\\p{L})(?:${alternatives(names.titles.flatMap(bothCases))}))\\.`;
    this.clause = new RegExp(`^(?:[^,;:!?\\n.]|${titles}|\\.(?=\\S)|,(?=\\s\\p{Lu}\\p{L}*\\s*(?:[.,;!?\\n]|$)))*`, 'u');
    this.courtesy = new RegExp(`\\s+(?:${alternatives(answer.courtesy)})$`, 'iu');
    const article = `(?:(?<article>${alternatives(label.articles)})\\s+)?`;
    this.article = new RegExp(`^\\s+${article}`, 'iu');
    this.described = new RegExp(
      `(?<!\\p{L})(?<article>${alternatives(label.articles)})\\s+(?<words>(?:\\p{L}+\\s+){1,2})$`,
      'iu',
    );
    const wish = `(?<!\\p{L})(?:${alternatives(correction.wishes)})\\s+`;
    const request = `${wish}(?:${alternatives(correction.doing)})|(?<!\\p{L})(?:${alternatives(correction.requests)})`;
    const toward = `(?:(?:${alternatives(correction.prepositions)})\\s+)?`;
    this.wish = new RegExp(`${wish}${article}`, 'giu');
    this.request = new RegExp(`(?:${request})\\s+(?<doing>\\p{L}+)\\s+${toward}${article}`, 'giu');
    this.inside = new RegExp(`(?<!\\p{L})(?:${alternatives(places.in)})\\s+`, 'giu');
    this.against = new RegExp(`(?<!\\p{L})(?:${alternatives(correction.against)})\\s+(?:(?<lead>\\p{L}+)\\s+)?$`, 'iu');
    this.but = new RegExp(`^\\s*,?\\s*(?:${alternatives(correction.contrasts)})\\s+`, 'iu');
    this.stops = stopWords(places.stop, values);
    this.joins = new Set([...list.and, ...list.or].filter((word) => /\p{L}/u.test(word)));
    this.articles = new Set(label.articles);
    this.indefinite = new Set(values.numbers.articles);
    this.copulas = new Set(label.firm);
    this.vague = new Set(correction.vague);
    this.answers = new Set(answer.elsewhere);
    this.places = new Set(places.in);
    this.prepositions = new Set(correction.prepositions);
  }

  /** True for a word that is no part of a name, such as "for". */
  isStop(word: string): boolean {
    return this.stops.has(word.toLowerCase().replaceAll('’', "'"));
  }

  /** True for "and" and "or": "Ann and Bob" may be one name or two. */
  isJoin(word: string): boolean {
    return this.joins.has(word.toLowerCase());
  }

  isArticle(word: string): boolean {
    return this.articles.has(word.toLowerCase());
  }

  /** True for "a". */
  isIndefinite(word: string): boolean {
    return this.indefinite.has(word.toLowerCase());
  }

  /** True for "is". */
  isCopula(word: string): boolean {
    return this.copulas.has(word.toLowerCase());
  }

  /** True for a word that says only that something shall differ: "another", "cheaper". */
  isVague(word: string): boolean {
    return this.vague.has(word.toLowerCase());
  }

  /** True for a word that is an answer of its own, such as "thanks". */
  isAnswer(word: string): boolean {
    return this.answers.has(word.toLowerCase());
  }

  /** True for a word before a place: "in". */
  isIn(word: string): boolean {
    return this.places.has(word.toLowerCase());
  }

  /** True for "on", "with". */
  isPreposition(word: string): boolean {
    return this.prepositions.has(word.toLowerCase());
  }
}

/** The words that end a place or a name; weekdays, months and small numbers always do. */
export function stopWords(stop: readonly string[], { days, numbers }: ValueWords): ReadonlySet<string> {
  const small = Object.keys(numbers.units).filter((word) => isSmall(numbers.units[word] ?? 0));
  return new Set([...stop, ...days.weekdays, ...days.months, ...small]);
}

function isSmall(number: number): boolean {
  return number >= 1 && number <= MAX_STOP;
}

function bothCases(word: string): string[] {
  return [word, word.slice(0, 1).toUpperCase() + word.slice(1)];
}
