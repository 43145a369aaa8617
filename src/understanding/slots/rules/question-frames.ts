import { nameWords } from '../../language/index.js';
import type { SlotField } from '../schema/index.js';
import type { NameWords } from '../vocabulary/index.js';
import { occurrences } from './names.js';

/** How a question said the value of a field: "on the roof" has "on" before it, "a small boat" has "boat" behind it. */
export interface QuestionFrame {
  readonly field: SlotField;
  /** The value as it is known. */
  readonly value: string;
  /** True for a name such as "Sea View", false for "roof" and "garden terrace". */
  readonly isProper: boolean;
  /** In lower case; empty where nothing tells. */
  readonly before: string;
  readonly behind: string;
}

/** The frames of the texts among the known values, by what stands beside them in the question. */
export function questionFrames(
  question: string,
  known: readonly { readonly field: SlotField; readonly value: string }[],
  names: NameWords,
): QuestionFrame[] {
  return known.map(({ field, value }) => {
    const isProper = /^\p{Lu}\p{Ll}|\d/u.test(value.trim().split(/\s+/).at(-1) ?? '');
    const [place] = occurrences(question, value);
    if (!place) return { field, value, isProper, before: '', behind: '' };
    const words = nameWords(/[^,.;:!?\n]*$/u.exec(question.slice(0, place.start))?.[0] ?? '');
    const before = words.findLast((word) => !names.isArticle(word)) ?? '';
    const behind = /^\s+(\p{L}+)/u.exec(question.slice(place.end))?.[1]?.toLowerCase() ?? '';
    return {
      field,
      value,
      isProper,
      before: names.isCopula(before) || names.isJoin(before) ? '' : before,
      behind: names.isStop(behind) ? '' : behind,
    };
  });
}
