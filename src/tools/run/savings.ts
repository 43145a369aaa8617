import type { JsonObject, JsonValue } from '../../platform/common/json.js';

/** What a transform made of one result, in characters of JSON. */
export interface ShapedSize {
  readonly before: number;
  readonly after: number;
  /** True where nothing is left of a result that held something: most often the paths do not fit it any more. */
  readonly emptied: boolean;
}

/** Characters of JSON that are one token, roughly. */
const CHARS_PER_TOKEN = 4;

/** What the transform of one tool has saved since the process started. */
export interface Saved {
  readonly calls: number;
  readonly charsBefore: number;
  readonly charsAfter: number;
  /** An estimate: one token is about four characters. */
  readonly tokensSaved: number;
}

/** Adds up what transforms save, tool by tool. */
export class Savings {
  private readonly sums = new Map<string, { calls: number; before: number; after: number }>();

  note(code: string, { before, after }: ShapedSize): void {
    const sum = this.sums.get(code) ?? { calls: 0, before: 0, after: 0 };
    this.sums.set(code, { calls: sum.calls + 1, before: sum.before + before, after: sum.after + after });
  }

  /** By tool code, in the order of the first calls. */
  byTool(): Record<string, Saved> {
    const rows = [...this.sums].map(([code, { calls, before, after }]): [string, Saved] => [
      code,
      { calls, charsBefore: before, charsAfter: after, tokensSaved: tokens(before - after) },
    ]);
    return Object.fromEntries(rows);
  }
}

/** Compares a result with what is left of it, in characters of JSON. */
export function measure(before: JsonValue, after: JsonValue): ShapedSize {
  return { before: length(before), after: length(after), emptied: isEmpty(after) && !isEmpty(before) };
}

/** A size as the audit shows it. */
export function describeSize({ before, after, emptied }: ShapedSize): JsonObject {
  const saved = { chars_before: before, chars_after: after, tokens_saved_estimate: tokens(before - after) };
  return emptied ? { ...saved, emptied } : saved;
}

function tokens(chars: number): number {
  return Math.round(chars / CHARS_PER_TOKEN);
}

function length(value: JsonValue): number {
  return JSON.stringify(value).length;
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
