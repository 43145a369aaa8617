/** A stem is at least this long; shorter words have no ending taken off. */
const SHORTEST = 4;

/** The forms that a word may have: itself, and what it is without its ending with each of the endings. */
export function formsOf(word: string, endings: readonly string[]): string[] {
  const base = withoutEnding(word, longestFirst(endings));
  return [word, base, ...endings.map((each) => base + each)];
}

function longestFirst(endings: readonly string[]): string[] {
  return endings.toSorted((one, other) => other.length - one.length);
}

/** @param endings the longest first */
function withoutEnding(word: string, endings: readonly string[]): string {
  const ending = endings.find((each) => word.length - each.length >= SHORTEST && word.endsWith(each));
  return ending ? word.slice(0, -ending.length) : word;
}

/**
 * Takes the longest of the endings off a word, so that the forms of a word can be compared: "cancelling" and
 * "cancellation" both become "cancel". A word that has swallowed an article is the word without it: "zum" is "zu". Letters
 * that a keyboard may lack are typed without: "Hafenstrasse" is "Hafenstraße".
 */
export function stemmer(
  endings: readonly string[],
  merged: Readonly<Record<string, string>>,
  transliterations: Readonly<Record<string, string>>,
): (word: string) => string {
  const letters = Object.entries(transliterations);
  const sorted = longestFirst(endings.map(transliterated));
  const forms = new Map(Object.entries(merged));
  function transliterated(word: string): string {
    return letters.reduce((text, [letter, plain]) => text.replaceAll(letter, plain), word);
  }
  return (said) => {
    const form = forms.get(said);
    return form ?? withoutEnding(transliterated(said), sorted);
  };
}
