import type { ActLanguage } from './act-language.js';
import { type Sentence, typed } from './sentence.js';

/** What the assistant would do, in the word of the question for it: "dispute" of "Shall I dispute the payment?", "turn" of "Turn off the alarm?". */
export function askedVerb(sentence: Sentence, language: ActLanguage): string | undefined {
  const { phrases, verbLast, words: known } = language;
  const { words } = sentence;
  const at = phrases.indexOf(words, 'offer');
  const offer = at < 0 ? undefined : phrases.at(words, at, ['offer']);
  const verb = offer
    ? verbLast
      ? words.slice(at + offer.length).at(-1)
      : words[at + offer.length]
    : bareVerb(sentence, language);
  const isNoVerb = [known.glue, known.subject, known.determiner, known.verb, known.modal, known.you];
  if (verb === undefined || !/^\p{L}{3,}$/u.test(verb) || isNoVerb.some((list) => list.has(verb))) return undefined;
  return verb;
}

/** The verb of a question without "shall I": "skip" of "Skip the next delivery?", "aussetzen" of "Die Zahlung aussetzen?". */
function bareVerb(sentence: Sentence, { verbLast, ways, words: known }: ActLanguage): string | undefined {
  const { words, question } = sentence;
  if (!question) return undefined;
  const last = words.length - 1;
  if (verbLast) return /^\p{Ll}+n$/u.test(typed(sentence, last, last + 1)) ? words[last] : undefined;
  const next = words[1] ?? '';
  const isLed = known.determiner.has(next) || ways.some((sides) => sides.some((side) => side.includes(next)));
  return isLed ? words[0] : undefined;
}
