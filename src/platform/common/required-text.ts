/** One element of a pattern, or what says how often the one before may be there. */
const ELEMENT =
  /(?<escaped>\\[\s\S])|(?<set>\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\])|(?<repeat>[*?]|\{\d+(?:,\d*)?\})|(?<sign>[.^$+(){}|[\]])|(?<character>[ -~])|[\s\S]/g;

/** An escape for a sign that would mean something else, and one for a place or for one character of several. */
const ESCAPED_SIGN = /^\\[^\w\P{ASCII}]$/u;
const PLACE_OR_SET = /^\\[bBdDsSwWAztnrfv]$/;

/**
 * A text that is part of whatever the pattern matches, in lower case: the longest that stands outside of groups. Looking
 * for it takes a fraction of a search, and most patterns match few messages.
 * @param pattern a valid one, in the syntax of RE2
 * @returns undefined where there is none, or the pattern is too unusual to tell
 */
export function requiredText(pattern: string): string | undefined {
  let [longest, text, depth] = ['', '', 0];
  for (const { groups = {} } of pattern.matchAll(ELEMENT)) {
    const { escaped, repeat, sign, character } = groups;
    if (escaped !== undefined && !ESCAPED_SIGN.test(escaped) && !PLACE_OR_SET.test(escaped)) return undefined;
    if (sign === '|' && depth === 0) return undefined;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    const next = escaped !== undefined && ESCAPED_SIGN.test(escaped) ? escaped.slice(1) : character;
    if (next !== undefined && depth === 0) {
      text += next.toLowerCase();
      if (text.length > longest.length) longest = text;
      continue;
    }
    // The character before may be missing, or be there again: it is no part of the text for sure.
    if (repeat !== undefined && longest === text) longest = text.slice(0, -1);
    text = '';
  }
  return longest.length > 1 ? longest : undefined;
}

/** The text in which `requiredText` stands. Where the case is ignored, "ſ" matches an "s". */
export function foldedText(text: string): string {
  return text.toLowerCase().replaceAll('ſ', 's');
}
