/** So many characters of what somebody said tell it from the rest. */
const EXCERPT_CHARACTERS = 80;

/** The beginning of what somebody said, where it stands beside something else. */
export function excerpt(words: string): string {
  const characters = [...words];
  return characters.length <= EXCERPT_CHARACTERS ? words : `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…`;
}
