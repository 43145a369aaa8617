/** So many characters of what somebody said tell it from the rest. */
const EXCERPT_CHARACTERS = 80;

/** Characters that are not seen, and turn the direction of the words around them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Words as they were said, in the order in which they were: what would turn them around is named in its place. */
export function plain(words: string): string {
  return words.replace(TURNING, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase()}]`);
}

/** The beginning of what somebody said, where it stands beside something else. */
export function excerpt(words: string, most = EXCERPT_CHARACTERS): string {
  const characters = [...plain(words)];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most).join('')}…`;
}
