import type { ActLanguage, Sentence } from '../words/index.js';

/**
 * True for a question that repeats what the user asked for, to have it checked: "Please confirm: two tickets",
 * "…, is that right?". One that offers something new ("Shall I book it?") is none.
 */
export function isRecap(question: readonly Sentence[], language: ActLanguage): boolean {
  const { modal, self } = language.words;
  const offers = question.some(({ words }) =>
    words.some((word, at) => modal.has(word) && self.has(words[at + 1] ?? '')),
  );
  return !offers && question.some(({ words }) => opensRecap(words, language) || endsAsRecap(words, language));
}

function opensRecap(words: readonly string[], { phrases }: ActLanguage): boolean {
  for (let at = 0; at < words.length; ) {
    if (phrases.at(words, at, ['recap'])) return true;
    const match = phrases.at(words, at, ['consent', 'praise', 'filler', 'idiom']);
    if (!match && words[at] !== ',') return false;
    at += match?.length ?? 1;
  }
  return false;
}

/** "…, is that correct", "…, right": the tag closes the sentence. */
function endsAsRecap(words: readonly string[], { phrases }: ActLanguage): boolean {
  const tag = words.lastIndexOf(',') + 1;
  return tag > 0 && phrases.at(words, tag, ['recap']) !== undefined;
}
