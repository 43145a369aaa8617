import type { ActFile } from './act-file.js';
import type { Sentence } from './sentence.js';

/** Several words that mean others: "call … off" is to cancel. What stands in the place of the dots is kept behind them. */
export interface Expression {
  readonly before: readonly string[];
  /** What has to follow, with words between them where the file has dots; `$` is the end of a clause. */
  readonly after: readonly string[];
  readonly meant: readonly string[];
}

/** So many words may stand between the parts of an expression. */
const MAX_BETWEEN = 6;

/** The expressions of a language, by their first word. */
export type Expressions = ReadonlyMap<string, readonly Expression[]>;

/** The expressions of a language file, of those with the same first word the longest first. */
export function readExpressions(expressions: ActFile['expressions']): Expressions {
  const read = Object.entries(expressions).flatMap(([meant, said]) =>
    said.map((text) => {
      const [before = '', after = ''] = text.split('…');
      return { before: wordsIn(before), after: wordsIn(after), meant: wordsIn(meant) };
    }),
  );
  return Map.groupBy(
    read.sort((one, other) => lengthOf(other) - lengthOf(one)),
    ({ before }) => before[0] ?? '',
  );
}

/** The sentence with what its expressions mean in their place; what was put there is not read once more. */
export function withoutExpressions(sentence: Sentence, expressions: Expressions): Sentence {
  let read = sentence;
  for (let at = 0; at < read.words.length; at++) {
    const found = expressions
      .get(read.words[at] ?? '')
      ?.find((expression) => endOf(read.words, at, expression) !== undefined);
    const end = found && endOf(read.words, at, found);
    if (!found || end === undefined) continue;
    read = replaced(read, at, end, found);
    at += found.meant.length - 1;
  }
  return read;
}

/** Index behind the last word of an expression that starts at `at`; undefined where none does. */
function endOf(words: readonly string[], at: number, { before, after }: Expression): number | undefined {
  if (!startsWith(words, at, before)) return undefined;
  const from = at + withoutEnd(before);
  if (after.length === 0) return from;
  for (let start = from; start <= from + MAX_BETWEEN && start < words.length; start++) {
    if (startsWith(words, start, after)) return start + withoutEnd(after);
    if (words[start] === ',') return undefined;
  }
  return undefined;
}

function replaced(sentence: Sentence, at: number, end: number, { before, after, meant }: Expression): Sentence {
  const [from, to] = [at + withoutEnd(before), end - withoutEnd(after)];
  const span = [sentence.spans[at]?.[0] ?? 0, sentence.spans[from - 1]?.[1] ?? 0] as const;
  const put = <T>(all: readonly T[], instead: readonly T[]) => [
    ...all.slice(0, at),
    ...instead,
    ...all.slice(from, to),
    ...all.slice(end),
  ];
  return {
    ...sentence,
    words: put(sentence.words, meant),
    spans: put(
      sentence.spans,
      meant.map(() => span),
    ),
  };
}

function startsWith(words: readonly string[], at: number, part: readonly string[]): boolean {
  return part.every((word, index) => words[at + index] === word || (word === '$' && isClauseEnd(words[at + index])));
}

/** How many words a part has; the sign for the end of a clause is none. */
function withoutEnd(part: readonly string[]): number {
  return part.filter((word) => word !== '$').length;
}

function isClauseEnd(word: string | undefined): boolean {
  return word === undefined || word === ',';
}

function lengthOf({ before, after }: Expression): number {
  return before.length + after.length;
}

function wordsIn(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
