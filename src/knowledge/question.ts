import { FAINT_WORDS, STOP_WORDS } from './english.js';
import { termOf, type Word, wordsOf } from './words.js';

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

/** The words that count in a question, each once. */
export function readQuestion(question: string): QuestionWord[] {
  const quoted = [...question.matchAll(QUOTED)].map((match) => match[2] ?? match[3] ?? '').join(' ');
  const plain = wordsOf(question.replace(QUOTED, ' ; '));
  const values = new Set(wordsOf(quoted).map(({ term }) => term));
  const found = new Map<string, QuestionWord>();
  for (const [index, word] of [...plain, ...wordsOf(quoted)].entries()) {
    const read = readWord(word, index === 0, values);
    if (read && (found.get(read.term)?.weight ?? 0) < read.weight) found.set(read.term, read);
  }
  return [...found.values()].slice(0, MOST_WORDS);
}

function readWord({ text, term }: Word, isFirst: boolean, values: ReadonlySet<string>): QuestionWord | undefined {
  const lower = text.toLowerCase();
  if (/^\p{N}+$/u.test(text)) {
    const isYear = /^(19|20)\d\d$/.test(text);
    return { term, weight: isYear ? YEAR : OTHER_NUMBER, hints: isYear ? ['year', 'date'] : [] };
  }
  if ([...text].length < 2) return undefined;
  if (STOP_WORDS.has(lower)) return stopWord(lower, term);
  if (FAINT_WORDS.has(lower)) return { term, weight: FAINT, hints: [] };
  const isValue = values.has(term) || (!isFirst && /^\p{Lu}/u.test(text));
  const named = PLACES_AND_LANGUAGES.get(lower) ?? [];
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
    if (name && /^\p{L}{4,}$/u.test(name)) names.set(name, asked.map(termOf));
  }
  return names;
}

/** `when` and `where` are asked about by columns of other names. */
function stopWord(lower: string, term: string): QuestionWord | undefined {
  return lower === 'when' || lower === 'where' ? { term, weight: FAINT, hints: [] } : undefined;
}
