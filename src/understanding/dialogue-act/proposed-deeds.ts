import { nameWords } from '../language/index.js';
import type { ActLanguage } from './act-language.js';
import { deedsOf } from './deeds.js';
import type { OpenProposal } from './dialogue-act.js';
import { type Sentence, wordsOf } from './message.js';

/** What is proposed, by the name of the action and the sentences that ask; "I can transfer you. Shall I?" says it before. */
export function proposedDeeds(
  { actionKey, description }: OpenProposal,
  sentences: readonly Sentence[],
  language: ActLanguage,
): Set<string> {
  const named = [nameWords(actionKey ?? ''), wordsOf(description ?? '', language.spelling)];
  const isAsked = sentences.some(({ question }) => question);
  const asking = sentences.filter((sentence) => asks(sentence, isAsked, language)).map(({ words }) => words);
  const deeds = deedsOf([...named, ...asking], language);
  const before = deeds.size > 0 ? undefined : sentences.findLast(({ words }) => deedsOf([words], language).size > 0);
  return before ? deedsOf([before.words], language) : deeds;
}

/** Beside a question, what sounds like an order ("I cannot process the cancellation") only tells something. */
function asks({ words, question }: Sentence, isAsked: boolean, { phrases }: ActLanguage): boolean {
  return question || phrases.indexOf(words, 'recap') >= 0 || (!isAsked && phrases.indexOf(words, 'explicit') >= 0);
}

/** True when what is proposed is grave and nothing else. */
export function isGrave(deeds: ReadonlySet<string>, { graveDeeds }: ActLanguage): boolean {
  return deeds.size > 0 && [...deeds].every((deed) => graveDeeds.has(deed));
}
