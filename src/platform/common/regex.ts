import { RE2JS } from 're2js';
import { messageOf } from './errors.js';
import { LruCache } from './lru-cache.js';
import { foldedText, requiredText } from './required-text.js';

/** Characters of a text that are searched; what stands behind them is not looked at. */
export const MAX_REGEX_TEXT = 20_000;
/** Characters of a pattern. */
export const MAX_REGEX_PATTERN = 5_000;
/** Instructions of a compiled pattern; `.{1,1000}` is about 2,000. Bounds the time one search can take. */
const MAX_PROGRAM = 6_000;
const MAX_MATCHES = 1_000;

/** A text as a pattern that matches that very text. */
export function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Where a pattern was found. */
export interface RegexMatch {
  readonly text: string;
  /** Offset of the match in the searched text. */
  readonly index: number;
  /** The capture groups in order, the first group first; `undefined` for one that took no part. */
  readonly groups: (string | undefined)[];
  /** The named groups that took part. */
  readonly named: Record<string, string>;
}

/** A compiled pattern. Every search takes time linear in the text. */
export interface Regex {
  /** The first match within the first MAX_REGEX_TEXT characters. */
  find(text: string): RegexMatch | undefined;
  /** Whether `find` would find something; ten times faster. */
  test(text: string): boolean;
  /** Whether the pattern covers the text from its first to its last character; never so for an overlong text. */
  fullMatch(text: string): boolean;
  /** The matches from left to right, none overlapping, at most 1,000. */
  findAll(text: string): RegexMatch[];
  /**
   * The whole text, however long, with every match replaced; `undefined` when that is not done at `endsAtMs`
   * (`performance.now()`): one search takes linear time, but there may be as many searches as matches.
   */
  replaceAll(text: string, replace: (match: RegexMatch) => string, endsAtMs: number): string | undefined;
}

const compiled = new LruCache<Regex>(5_000);

/**
 * Compiles a pattern that a table row, a schema or the configuration holds. RE2 syntax, with the `\uXXXX` of Java and
 * JavaScript and lookbehind added; `(?i)`, `(?s)` and `(?m)` work. Compiled patterns are kept, so that calling this
 * again with the same pattern costs a map lookup.
 * @throws SyntaxError with the words of `checkRegex`
 */
export function compileRegex(pattern: string, options: { ignoreCase?: boolean } = {}): Regex {
  const ignoreCase = options.ignoreCase ?? false;
  return compiled.get(
    `${ignoreCase ? 'i' : 'c'}${pattern}`,
    () => new LinearRegex(build(pattern, ignoreCase), requiredText(pattern)),
  );
}

/** Why a pattern cannot be used, in words for the person who wrote it; `undefined` when it can. */
export function checkRegex(pattern: string): string | undefined {
  try {
    compileRegex(pattern);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

class LinearRegex implements Regex {
  constructor(
    private readonly program: RE2JS,
    private readonly required: string | undefined,
  ) {}

  test(text: string): boolean {
    const said = searched(text);
    if (this.required !== undefined && !foldedOnce(said).includes(this.required)) return false;
    return this.program.test(said);
  }

  fullMatch(text: string): boolean {
    return text.length <= MAX_REGEX_TEXT && this.program.testExact(text);
  }

  find(text: string): RegexMatch | undefined {
    // test() runs on an automaton that exec() cannot use, and most patterns do not match most messages.
    if (!this.test(text)) return undefined;
    const match = this.program.exec(searched(text)) as RegExpMatchArray | null;
    return match === null ? undefined : toMatch(match);
  }

  findAll(text: string): RegexMatch[] {
    const matches: RegexMatch[] = [];
    for (const match of this.program.matchAll(searched(text))) {
      matches.push(toMatch(match));
      if (matches.length === MAX_MATCHES) break;
    }
    return matches;
  }

  replaceAll(text: string, replace: (match: RegexMatch) => string, endsAtMs: number): string | undefined {
    if (!this.program.test(text)) return text;
    let result = '';
    let end = 0;
    for (const found of this.program.matchAll(text)) {
      const match = toMatch(found);
      if (match.text === '' && match.index === end && end > 0) continue;
      result += text.slice(end, match.index) + replace(match);
      end = match.index + match.text.length;
      if (performance.now() > endsAtMs) return undefined;
    }
    return result + text.slice(end);
  }
}

let lastText = '';
let lastFolded = '';

/** Hundreds of patterns are tried on one message after the other. */
function foldedOnce(text: string): string {
  if (text !== lastText) [lastText, lastFolded] = [text, foldedText(text)];
  return lastFolded;
}

function searched(text: string): string {
  return text.length > MAX_REGEX_TEXT ? text.slice(0, MAX_REGEX_TEXT) : text;
}

function toMatch(match: RegExpMatchArray): RegexMatch {
  const [text = '', ...groups] = match;
  const named = Object.entries(match.groups ?? {}).filter((group) => group[1] !== undefined);
  return { text, index: match.index ?? 0, groups, named: Object.fromEntries(named) };
}

function build(pattern: string, ignoreCase: boolean): RE2JS {
  if (pattern.length > MAX_REGEX_PATTERN) {
    throw new SyntaxError(`is longer than ${MAX_REGEX_PATTERN} characters; split it into several patterns`);
  }
  if (/\[[^[\]]*&&\[/.test(pattern)) {
    throw new SyntaxError('intersects character classes ("&&"), which is not supported; list the characters instead');
  }
  const program = compileProgram(pattern, ignoreCase);
  if (program.programSize() > MAX_PROGRAM) {
    throw new SyntaxError('is too complex; lower the repeat counts or split it into several patterns');
  }
  return program;
}

function compileProgram(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(codePoints(pattern), RE2JS.LOOKBEHINDS | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    throw new SyntaxError(explain(messageOf(error)), { cause: error });
  }
}

/** Writes `\uXXXX`, also as a surrogate pair, the way RE2 does: `\x{XXXX}`. */
function codePoints(pattern: string): string {
  if (!pattern.includes('\\u') || pattern.includes('\\Q')) return pattern;
  return pattern.replace(/\\(?:u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|[\s\S])/gi, toRe2);
}

function toRe2(written: string, high?: string, low?: string, single?: string): string {
  if (high !== undefined && low !== undefined) {
    const pair = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    return `\\x{${pair.codePointAt(0)?.toString(16)}}`;
  }
  return single === undefined ? written : `\\x{${single}}`;
}

/** What the compiler complains about, and what to say of it. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /`\(\?[=!]/,
    'uses lookahead, "(?=" or "(?!", which is not supported; match the whole wording, or give the exception a row of its own',
  ],
  [/capture in lookbehind/, 'captures a group inside a lookbehind, which is not supported; write "(?:" instead of "("'],
  [
    /`\\[1-9]|`\\k|`\(\?P`/,
    'refers back to an earlier group, such as "\\1" or "\\k<name>", which is not supported; write out the alternatives',
  ],
  [
    /nested repetition operator: `[^`]+\+`/,
    'uses a possessive quantifier, such as "++", which is not needed here; drop the second "+"',
  ],
  [/`\(\?>/, 'uses an atomic group, "(?>", which is not needed here; write "(?:" instead'],
  [/`\\Z`/, 'uses "\\Z", which is not supported; write "$" or "\\z" for the end of the text'],
  [
    /`\\[hRXGe]`/,
    'uses an escape of Java that is not supported; write "[ \\t]" for "\\h" and "(?:\\r\\n|\\n)" for "\\R"',
  ],
  [
    /`\\[pP]\{/,
    'names a character class that does not exist; write for example "[[:alpha:]]", "\\p{L}" or "\\p{Latin}"',
  ],
  [/repeat count/, 'repeats more than 1,000 times, or counts down; lower the counts'],
  [/nests too deeply|too large/, 'is too complex; split it into several patterns'],
  [/`\(\?[a-zA-Z]+/, 'sets a flag other than i, m, s and U, or spells a group in a way that is not supported'],
];

function explain(complaint: string): string {
  const known = EXPLANATIONS.find(([problem]) => problem.test(complaint));
  const detail = complaint.replace('error parsing regexp: ', '');
  return known === undefined ? `is not a regular expression: ${detail}` : `${known[1]} (${detail})`;
}
