import { stemmer } from 'stemmer';
import { z } from 'zod';
import { ENGLISH, type LanguageChoice, readLanguageFile } from '../../understanding/language/index.js';
import { splitWords } from './words.js';

const ASCII_LETTERS = /^[a-z]+$/;

const words = z.array(z.string().min(1));
const pairs = z.record(z.string().min(1), z.string().min(1));

/** What `config/languages/en/knowledge.yaml` holds; its comments say what each list is for. */
export const knowledgeWords = z.strictObject({
  stop: words,
  faint: words,
  irregular: pairs,
  hints: z.record(z.string().min(1), words),
  'short-forms': pairs,
  synonyms: z.array(words),
});

/** One word of a text, as it stands there and as it is compared. */
export interface Word {
  readonly text: string;
  /** Lower case, without accents, the stem where it is English. */
  readonly term: string;
}

/**
 * What is known of the language that schemas are named in: English. Words of other languages and scripts are compared
 * as they are.
 */
export class Lexicon {
  readonly stop: ReadonlySet<string>;
  readonly faint: ReadonlySet<string>;
  private readonly irregular: ReadonlyMap<string, string>;
  private readonly synonyms: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly hints: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly shortForms: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(known: z.infer<typeof knowledgeWords>) {
    this.stop = new Set(known.stop);
    this.faint = new Set(known.faint);
    this.irregular = new Map(Object.entries(known.irregular));
    this.synonyms = this.relate(known.synonyms.flatMap((group) => group.map((word) => [word, group] as const)));
    this.hints = this.relate(Object.entries(known.hints));
    const shortForms = Object.entries(known['short-forms']);
    this.shortForms = this.relate(
      shortForms.flatMap(([short, long]) => [[short, [long]] as const, [long, [short]] as const]),
    );
  }

  /** The words of a text or an identifier. */
  wordsOf(text: string): Word[] {
    return splitWords(text).map((word) => ({ text: word, term: this.termOf(withoutAccents(word.toLowerCase())) }));
  }

  /** What the words of a text are compared by. */
  termsOf(text: string): string[] {
    return this.wordsOf(text).map(({ term }) => term);
  }

  /** The term of one lower-case word. */
  termOf(word: string): string {
    return ASCII_LETTERS.test(word) ? stemmer(this.irregular.get(word) ?? word) : word;
  }

  /** Terms that mean the same as a term, or nearly. */
  synonymsOf(term: string): Iterable<string> {
    return this.synonyms.get(term) ?? [];
  }

  /** Terms that a term of a question asks about. */
  hintsOf(term: string): Iterable<string> {
    return this.hints.get(term) ?? [];
  }

  /** True for a word such as `when`, which asks about columns of other names. */
  isAsking(term: string): boolean {
    return this.hints.has(term);
  }

  /** Terms that a term is short for, or that are short for it. */
  shortFormsOf(term: string): Iterable<string> {
    return this.shortForms.get(term) ?? [];
  }

  private relate(entries: readonly (readonly [string, readonly string[]])[]): Map<string, Set<string>> {
    const related = new Map<string, Set<string>>();
    for (const [from, others] of entries) {
      const key = this.termOf(from);
      const terms = related.get(key) ?? new Set();
      for (const other of others) if (this.termOf(other) !== key) terms.add(this.termOf(other));
      related.set(key, terms);
    }
    return related;
  }
}

/**
 * Reads the packaged words, or the consumer's own.
 * @throws EngineError CONFIGURATION_INVALID where the file is not as it should be
 */
export function readLexicon(choice: Pick<LanguageChoice, 'languageDirectory' | 'instead'> = ENGLISH): Lexicon {
  const { languageDirectory, instead } = choice;
  return new Lexicon(readLanguageFile({ ...ENGLISH, languageDirectory, instead }, 'knowledge', knowledgeWords));
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}
