import { sharesTopic } from './contradiction.js';
import { namesOtherDeed } from './deeds.js';
import { partOf, type Sentence } from './message.js';
import { isAside, isEnding } from './remark.js';
import { type Reply, skipFillers } from './reply.js';
import { walkAgreement } from './walk.js';

/**
 * True where the words from `from` on say why somebody agrees: "yes, as I am sure that I ordered it". The reason speaks of
 * who agrees and what is theirs, wants and plans nothing, and where it speaks of what was proposed it says no more than was.
 */
export function isReason(sentence: Sentence, from: number, reply: Reply): boolean {
  const { words } = sentence;
  const { language } = reply;
  const start = skipFillers(language, words, from);
  const lead = language.phrases.at(words, start, ['reason'])?.length;
  const about = words[start + (lead ?? 0)] ?? '';
  if (lead === undefined || !(language.words.self.has(about) || language.words.possessive.has(about))) return false;
  const next = words.indexOf(',', start);
  const end = next < 0 ? words.length : next;
  const opening = start + lead + walkAgreement(words.slice(start + lead, end), language).at;
  const clause = { ...partOf(sentence, opening, end), question: false };
  if (isEnding(clause.words, reply)) return true;
  return clause.words.length === 0 || (isAside(clause, reply) && saysNothingElse(clause.words, reply));
}

/** "I ordered the blue car" to a question about a red one speaks of what was proposed, and says something else. */
function saysNothingElse(words: readonly string[], { proposal, language }: Reply): boolean {
  const { glue, subject, verb, determiner, modal } = language.words;
  if (words.some((word) => modal.has(word))) return false;
  if (!proposal) return true;
  if (proposal.isGrave && namesOtherDeed(words, proposal.deeds, language)) return false;
  if (!sharesTopic(words, proposal)) return true;
  const isFree = (word: string) => [glue, subject, verb, determiner].some((list) => list.has(word));
  return words.every((word) => isFree(word) || proposal.isAbout(word));
}
