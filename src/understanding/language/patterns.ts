import { escapeRegex } from '../../platform/common/regex.js';

/** The alternatives of a regular expression that match any of the words, longest first; nothing for none. */
export function alternatives(words: Iterable<string>): string {
  const distinct = [...new Set(words)].sort((a, b) => b.length - a.length);
  return distinct.length === 0 ? '(?!)' : distinct.map(escaped).join('|');
}

/** A word as a pattern: white space or a hyphen for either, either apostrophe for either. */
function escaped(word: string): string {
  return escapeRegex(word)
    .replace(/(?<=\S)[ -](?=\S)/g, '[\\s-]+')
    .replace(/['’]/g, "['’]");
}

/** A whole word: no letter and no digit beside it. */
export function wholeWord(words: Iterable<string>): string {
  return `(?<![\\p{L}\\p{N}])(?:${alternatives(words)})(?![\\p{L}\\p{N}])`;
}

/** An option or a label as a pattern that lets spaces, hyphens and underscores stand for one another. */
export function spaced(option: string): string {
  return escapeRegex(option).replace(/[\s_-]+/g, '[\\s_-]+');
}
