import { namesOtherDeed, type ProposalWords, placesIn } from '../proposal/index.js';
import { heldIn, newValuesIn, saysOnlyLeft, sharesTopic } from '../value-comparison/index.js';
import { partOf, type Sentence, walkAgreement } from '../words/index.js';
import { isAside, isEnding } from './remark.js';
import { type Reply, skipFillers } from './reply.js';

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

/** "I can't make Tuesday" to "Shall I move it from Tuesday to Thursday?": a reason, as long as nothing else is named. */
export function cannotKeepLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const { language, way, isEnding, gives } = proposal;
  const { dateLead, determiner } = language.words;
  const { morning, afternoon } = language.values.words.clock;
  if (isEnding || gives || !saysOnlyLeft(words, proposal) || newValuesIn(words, proposal).length > 0) return false;
  const places = placesIn(heldIn(words, proposal));
  const isNamed = (at: number) => places.has(at) || way.left.has(words[at] ?? '');
  const leads = (at: number): boolean =>
    [dateLead, determiner].some((list) => list.has(words[at] ?? '')) && (isNamed(at + 1) || leads(at + 1));
  const isPartOfDay = (at: number) =>
    isNamed(at - 1) && [morning, afternoon].some((names) => names.includes(words[at] ?? ''));
  const rest = words.filter((_, at) => !isNamed(at) && !leads(at) && !isPartOfDay(at));
  // "I have an appointment on Tuesday" may speak of the one that would be moved.
  if (sharesTopic(rest, proposal)) return false;
  return [0, skipFillers(language, rest)].some(
    (start) => language.phrases.at(rest, start, ['unfitting'])?.length === rest.length - start,
  );
}
