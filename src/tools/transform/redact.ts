import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { compileRegex, type Regex, type RegexMatch } from '../../platform/common/regex.js';
import { distinctKeys } from './distinct-keys.js';

/** What stands in the place of a value that could not be searched. */
export const WITHHELD = '[withheld]';

/** Characters of one text that are searched; a longer text is withheld. */
export const MAX_REDACTED_TEXT = 100_000;

/** Milliseconds for all texts of one result; what is not done by then is withheld. */
const BUDGET_MS = 1_000;

/** One redaction, as it is configured. */
export interface RedactRule {
  readonly pattern: string;
  /** May hold `$1`, `${name}` and `$$`. */
  readonly replacement: string;
  /** Whether the keys of objects are searched too. */
  readonly keys?: boolean | undefined;
}

interface Redaction {
  readonly pattern: Regex;
  readonly replace: (match: RegexMatch) => string;
  readonly keys: boolean;
}

/** Searches every text of a value, at any depth; the later rules see what the earlier ones left. */
export interface Redactor {
  value(value: JsonValue): JsonValue;
  text(text: string): string;
}

/**
 * @param numbers whether numbers are searched as they are written; one that matches becomes text
 * @throws SyntaxError for a pattern that cannot be used
 */
export function compileRedaction(rules: readonly RedactRule[], numbers: boolean): Redactor {
  const redactions = rules.map(({ pattern, replacement, keys }) => ({
    pattern: compileRegex(pattern),
    replace: compileReplacement(replacement),
    keys: keys ?? false,
  }));
  const begin = () => new Search(redactions, numbers, performance.now() + BUDGET_MS);
  return { value: (value) => begin().value(value), text: (text) => begin().text(text) };
}

class Search {
  private readonly forKeys: readonly Redaction[];

  constructor(
    private readonly redactions: readonly Redaction[],
    private readonly numbers: boolean,
    private readonly endsAtMs: number,
  ) {
    this.forKeys = redactions.filter(({ keys }) => keys);
  }

  value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.number(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    return isJsonObject(value) ? this.object(value) : value;
  }

  text(text: string): string {
    return this.replaced(text, this.redactions);
  }

  private number(value: number): JsonValue {
    if (!this.numbers) return value;
    const written = String(value);
    const left = this.text(written);
    return left === written ? value : left;
  }

  private object(value: JsonObject): JsonObject {
    const entries = Object.entries(value).map(([key, child]): [string, JsonValue] => [
      this.forKeys.length > 0 ? this.replaced(key, this.forKeys) : key,
      this.value(child),
    ]);
    return Object.fromEntries(distinctKeys(entries));
  }

  private replaced(text: string, redactions: readonly Redaction[]): string {
    let current = text;
    for (const { pattern, replace } of redactions) {
      if (current.length > MAX_REDACTED_TEXT) return WITHHELD;
      const next = pattern.replaceAll(current, replace, this.endsAtMs);
      if (next === undefined) return WITHHELD;
      current = next;
    }
    return current;
  }
}

/** `$1`, `${1}`, `$name`, `${name}` and `$$`; a group that took no part, or does not exist, is nothing. */
function compileReplacement(replacement: string): (match: RegexMatch) => string {
  if (!replacement.includes('$')) return () => replacement;
  return (match) =>
    replacement.replace(/\$(?:\$|\{(\w+)\}|(\w+))/g, (written, braced?: string, bare?: string) => {
      if (written === '$$') return '$';
      const name = braced ?? bare ?? '';
      if (!/^\d+$/.test(name)) return match.named[name] ?? '';
      return name === '0' ? match.text : (match.groups[Number(name) - 1] ?? '');
    });
}
