/** What cannot be seen in a text, and may change how it reads: control characters, marks of writing direction, letters of no width. */
const HIDDEN = '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]';
const PLAIN =
  '[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{sc=Common}\\p{sc=Inherited}\\p{Default_Ignorable_Code_Point}]';
/**
 * Characters that joiners and variant selectors may shape: pictures, and letters of scripts that use them. Beside any
 * other character they can only hide something.
 */
const SHAPED = `[[[\\p{L}\\p{M}]--${PLAIN}]\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]`;
const VARIANT = `(?<=${SHAPED})[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]|\\ufe0f(?=\\u20e3)`;
const SHAPING = `(?<=${SHAPED})[\\u200c\\u200d](?=${SHAPED})|${VARIANT}`;
const SHAPING_OR_HIDDEN = new RegExp(`(${SHAPING})|${HIDDEN}`, 'gv');

/**
 * A value as it may stand in a question that somebody agrees to: on one line, and with whatever cannot be seen
 * written as in JSON, such as `\u202e`. Line breaks could bring sentences of their own, marks of writing direction
 * could have the value read from its end, and letters of no width would make it another value than it looks like.
 */
export function onOneLine(text: string): string {
  return withMarksShown(text.replace(/[\p{Zl}\p{Zp}]|\s/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * A value as it may be shown beside a question: what cannot be seen (line breaks, control characters, marks of direction)
 * is shown as it is written in JSON, such as `\n` or `\u202e`.
 */
export function withMarksShown(text: string): string {
  return text.replace(SHAPING_OR_HIDDEN, (char, shaping: string | undefined) => {
    if (shaping !== undefined) return char;
    const escaped = JSON.stringify(char).slice(1, -1);
    return escaped === char ? [...Array(char.length).keys()].map((at) => unitOf(char, at)).join('') : escaped;
  });
}

/** The same for a text of several lines, which stay. */
export function linesWithMarksShown(text: string): string {
  return text.split('\n').map(withMarksShown).join('\n');
}

function unitOf(char: string, at: number): string {
  return `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
