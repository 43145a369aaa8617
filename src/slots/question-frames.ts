import { spaced } from './alternatives.js';
import type { Phrases } from './phrases.js';
import { nameWords, type SlotField } from './schema-fields.js';

/** How a question said the value of a field: "on the TV" has "on" before it, "a compact car" has "car" behind it. */
export interface QuestionFrame {
  readonly field: SlotField;
  /** The value as it is known. */
  readonly value: string;
  /** In lower case; empty where nothing tells. */
  readonly before: string;
  readonly behind: string;
}

const MAX_QUESTION = 1_000;

/** The frames of the texts among the known values, by what stands beside them in the question. */
export function questionFrames(
  question: string,
  known: readonly { readonly field: SlotField; readonly value: string }[],
  phrases: Phrases,
): QuestionFrame[] {
  const text = question.slice(0, MAX_QUESTION);
  return known.map(({ field, value }) => {
    const match = new RegExp(`(?<![\\p{L}\\p{N}])${spaced(value)}(?![\\p{L}\\p{N}])`, 'iu').exec(text);
    if (!match) return { field, value, before: '', behind: '' };
    const words = nameWords(/[^,.;:!?\n]*$/u.exec(text.slice(0, match.index))?.[0] ?? '');
    const before = words.findLast((word) => !phrases.isArticle(word)) ?? '';
    const behind = /^\s+(\p{L}+)/u.exec(text.slice(match.index + match[0].length))?.[1]?.toLowerCase() ?? '';
    return {
      field,
      value,
      before: phrases.isCopula(before) || phrases.joins(before) ? '' : before,
      behind: phrases.isStop(behind) ? '' : behind,
    };
  });
}
