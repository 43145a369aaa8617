import type { Lexicon, Word } from './lexicon.js';

/** One thing a question says. */
export interface QuestionWord {
  readonly term: string;
  /** How much it says about what is asked for, 0 to 1. */
  readonly weight: number;
  /** What it may stand for beside itself. */
  readonly hints: readonly string[];
}

/** Values of columns (names, quoted texts) are seldom in a catalogue, so that they count less when they are missing. */
const VALUE = 0.75;
const FAINT = 0.35;
const YEAR = 0.3;
const OTHER_NUMBER = 0.1;
/** Words of a question that are looked at: more than anybody asks with, fewer than would take long. */
const MOST_WORDS = 64;

const QUOTED = /(["“”])(.{1,100}?)["“”]|(?<!\p{L})['‘](.{1,100}?)['’](?!\p{L})/gu;

interface Standing {
  /** At the start of a question anything has a capital. */
  readonly isFirst: boolean;
  readonly isQuoted: boolean;
}

/** The words that count in a question, each once. */
export function readQuestion(question: string, lexicon: Lexicon): QuestionWord[] {
  const quoted = [...question.matchAll(QUOTED)].map((match) => match[2] ?? match[3] ?? '').join(' ');
  const plain = lexicon.wordsOf(question.replace(QUOTED, ' ; '));
  const values = lexicon.wordsOf(quoted);
  const valueTerms = new Set(values.map(({ term }) => term));
  const found = new Map<string, QuestionWord>();
  for (const [index, word] of [...plain, ...values].entries()) {
    const read = readWord(word, lexicon, { isFirst: index === 0, isQuoted: valueTerms.has(word.term) });
    if (read && (found.get(read.term)?.weight ?? 0) < read.weight) found.set(read.term, read);
  }
  return [...found.values()].slice(0, MOST_WORDS);
}

function readWord({ text, term }: Word, lexicon: Lexicon, { isFirst, isQuoted }: Standing): QuestionWord | undefined {
  const lower = text.toLowerCase();
  if (/^\p{N}+$/u.test(text)) {
    const isYear = /^(19|20)\d\d$/.test(text);
    return { term, weight: isYear ? YEAR : OTHER_NUMBER, hints: isYear ? ['year', 'date'] : [] };
  }
  if ([...text].length < 2) return undefined;
  if (lexicon.stop.has(lower)) return lexicon.isAsking(term) ? { term, weight: FAINT, hints: [] } : undefined;
  if (lexicon.faint.has(lower)) return { term, weight: FAINT, hints: [] };
  const isValue = isQuoted || (!isFirst && /^\p{Lu}/u.test(text));
  const named = (PLACES_AND_LANGUAGES.get(lower) ?? []).map((word) => lexicon.termOf(word));
  return { term, weight: isValue || named.length > 0 ? VALUE : 1, hints: named };
}

/** Names of countries ask about a column of countries, names of languages about one of languages or of countries. */
const PLACES_AND_LANGUAGES = namesOf('region', ['country', 'nation'], namesOf('language', ['language', 'country']));

function namesOf(
  type: 'region' | 'language',
  asked: readonly string[],
  names = new Map<string, readonly string[]>(),
): Map<string, readonly string[]> {
  const display = new Intl.DisplayNames('en', { type, fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((one) => letters.map((two) => one + two))) {
    const name = display.of(type === 'region' ? code.toUpperCase() : code)?.toLowerCase();
    if (name && /^\p{L}{4,}$/u.test(name)) names.set(name, asked);
  }
  return names;
}
