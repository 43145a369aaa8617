/** What changes how a text is shown without being seen: control characters, and marks of writing direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
/** Joins letters and pictures in some writings, and changes no order. */
const JOINERS = new Set(['\u200c', '\u200d']);

/**
 * A value as it may stand in a question that somebody agrees to: on one line, in the order in which it is written. A value
 * with line breaks could bring sentences of its own, and one with marks of direction could be read from its end.
 */
export function onOneLine(text: string): string {
  const visible = text
    .replace(/[\p{Zl}\p{Zp}]|\s/gu, ' ')
    .replace(INVISIBLE, (char) => (JOINERS.has(char) ? char : ''));
  return visible.replace(/ {2,}/g, ' ').trim();
}

/**
 * A value as it may be shown beside a question: what cannot be seen (line breaks, control characters, marks of direction)
 * is shown as it is written in JSON, such as `\n` or `\u202e`.
 */
export function withMarksShown(text: string): string {
  return text.replace(/[\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu, (char) => {
    if (JOINERS.has(char)) return char;
    const escaped = JSON.stringify(char).slice(1, -1);
    return escaped === char ? `\\u${char.codePointAt(0)?.toString(16).padStart(4, '0')}` : escaped;
  });
}
