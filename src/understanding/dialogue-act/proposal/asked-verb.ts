import { type ActLanguage, type Sentence, typed } from '../words/index.js';

/** What the assistant would do, in the word of the question for it: "dispute" of "Shall I dispute the payment?", "turn" of "Turn off the alarm?". */
export function askedVerb(sentence: Sentence, language: ActLanguage): string | undefined {
  const { glue, subject, determiner, verb: being, modal, you } = language.words;
  const verb = offeredVerb(sentence, language) ?? bareVerb(sentence, language);
  const isOther = (word: string) => [glue, subject, determiner, being, modal, you].some((list) => list.has(word));
  return verb !== undefined && /^\p{L}{3,}$/u.test(verb) && !isOther(verb) ? verb : undefined;
}

/** The verb behind "shall I", or at the end where verbs stand last. */
function offeredVerb({ words }: Sentence, { phrases, verbLast }: ActLanguage): string | undefined {
  const at = phrases.indexOf(words, 'offer');
  const offer = at < 0 ? undefined : phrases.at(words, at, ['offer']);
  const behind = offer ? words.slice(at + offer.length) : [];
  return verbLast ? behind.at(-1) : behind[0];
}

/** The verb of a question without "shall I": "skip" of "Skip the next delivery?", "aussetzen" of "Die Zahlung aussetzen?". */
function bareVerb(sentence: Sentence, { verbLast, ways, words: known }: ActLanguage): string | undefined {
  const { words, question } = sentence;
  if (!question || known.modal.has(words[0] ?? '') || known.verb.has(words[0] ?? '')) return undefined;
  const last = words.length - 1;
  if (verbLast) return /^\p{Ll}+n$/u.test(typed(sentence, last, last + 1)) ? words[last] : undefined;
  const next = words[1] ?? '';
  const isLed = known.determiner.has(next) || ways.some(({ asked }) => asked.some(([part]) => part === next));
  return isLed ? words[0] : undefined;
}
