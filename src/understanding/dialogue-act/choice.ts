import { type ActLanguage, readMessage, type Sentence, wordsOf } from './words/index.js';

/**
 * True when a message does nothing but name a thing by these words: "the second one please", "yes, I want the refund". What
 * asks, refuses, puts off, or says anything else ("not the refund", "the refund, but tomorrow") only speaks of it.
 */
export function onlyNames(text: string, names: readonly string[], language: ActLanguage): boolean {
  const known = new Set(names.flatMap((name) => wordsOf(name, language.spelling)));
  const sentences = readMessage(text.replaceAll('_', ' '), language.spelling);
  return (
    sentences.length > 0 && sentences.every((sentence) => !sentence.question && isNames(sentence, known, language))
  );
}

function isNames({ words }: Sentence, names: ReadonlySet<string>, { phrases, words: known }: ActLanguage): boolean {
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const isFree = word === ',' || names.has(word) || known.glue.has(word) || known.formality.has(word);
    const match = phrases.at(words, at, [
      'refusal',
      'objection',
      'defer',
      'question',
      'consent',
      'repetition',
      'filler',
    ]);
    const isPassing = match !== undefined && ['consent', 'repetition', 'filler'].includes(match.kind);
    if (known.hesitation.has(word) || !(isFree || isPassing)) return false;
    at += isPassing ? match.length : 1;
  }
  return true;
}
