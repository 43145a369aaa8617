import type { ActReading } from '../dialogue-act.js';
import { PROPOSED } from '../proposal/index.js';
import { indexOfNewValue, sharesTopic } from '../value-comparison/index.js';
import { type ActLanguage, type Sentence, typed } from '../words/index.js';
import type { Refusal } from './refusal.js';
import { isAllProposed, isEcho } from './repetition.js';
import { consistsOf, evidenceFrom, type Reply, skipFillers, skipLeadIns } from './reply.js';

/**
 * A wish to have something changed: an edit command anywhere; and while an action is open also another value than
 * the proposed one, a correcting word, a wish about the proposal's topic, or content after a no.
 */
export function readCorrection(reply: Reply, refusal: Refusal | undefined): ActReading | undefined {
  const commanded = reply.sentences.find(
    (sentence) => startsEditCommand(sentence, reply.language) && !saysWhatIsProposed(sentence, reply),
  );
  if (commanded) return edit(0.9, commanded);
  if (!reply.proposal) return undefined;
  return refusal ? afterRefusal(reply, refusal) : againstProposal(reply);
}

/** "change the phone to 99…", also after a no, a "wait" or a courtesy. */
function startsEditCommand(sentence: Sentence, language: ActLanguage): boolean {
  const starts = [0, skipFillers(language, sentence.words), skipLeadIns(language, sentence.words)];
  return starts.some((at) => language.phrases.at(sentence.words, at, ['editCommand']) !== undefined);
}

/** "Change it to Friday", where that is proposed. */
function saysWhatIsProposed({ words }: Sentence, { proposal, language }: Reply): boolean {
  if (!proposal || indexOfNewValue(words, proposal) >= 0) return false;
  const { imperative, yes } = language.words;
  const said = words.slice(skipFillers(language, words)).filter((word) => !imperative.has(word) && !yes.has(word));
  return isEcho(said, proposal) || isAllProposed(said, proposal);
}

function afterRefusal(reply: Reply, refusal: Refusal): ActReading | undefined {
  for (const [index, sentence] of reply.sentences.entries()) {
    if (index < refusal.sentence) continue;
    const at = index === refusal.sentence ? refusal.restAt : 0;
    const content = clausesFrom(sentence, at, reply.language).find((start) => isContent(sentence, start, reply));
    if (content !== undefined) return edit(0.9, sentence, content);
  }
  return refusal.kind === 'objection' ? { act: 'EDIT', confidence: 0.8, evidence: refusal.evidence } : undefined;
}

/** Where the clauses from `from` on start, what leads into them skipped. */
function clausesFrom(sentence: Sentence, from: number, language: ActLanguage): number[] {
  const { words } = sentence;
  const starts = words.flatMap((word, at) => (at >= from && language.words.clauseOpener.has(word) ? [at + 1] : []));
  return [from, ...starts].map((at) => skipLeadIns(language, words, at)).filter((at) => at < words.length);
}

/** True when what follows a no says what is wanted rather than why not. */
function isContent(sentence: Sentence, start: number, reply: Reply): boolean {
  const words = sentence.words.slice(start);
  const { phrases, words: known } = reply.language;
  if (phrases.at(words, 0, ['refusal'])) return false;
  if (reply.language.values.said.inWords(words).length > 0 || phrases.indexOf(words, 'correction') >= 0) return true;
  if (reply.proposal && indexOfNewValue(words, reply.proposal) >= 0) return true;
  const clause = words.slice(0, words.includes(',') ? words.indexOf(',') : words.length);
  if (clause.some((word) => known.denial.has(word))) return false;
  if (words[0] === PROPOSED || known.imperative.has(words[0] ?? '')) return true;
  if (isNewName(sentence, start, reply)) return true;
  if (phrases.at(words, 0, ['desire'])) return true;
  if (known.wishOpener.has(words[0] ?? '')) return true;
  return (
    known.politeRequest.has(words.at(-1) ?? '') || (reply.proposal !== undefined && sharesTopic(words, reply.proposal))
  );
}

/** "Hamburg" of "no, Hamburg": nothing but names that the question does not have. Where every noun has a capital, none tells a name. */
function isNewName(sentence: Sentence, from: number, { language, proposal }: Reply): boolean {
  if (!proposal || language.nounsAreCapitalized) return false;
  const end = sentence.words.indexOf(',', from);
  const places = [...sentence.words.keys()].slice(from, end < 0 ? undefined : end);
  return places.every((at) => {
    const word = sentence.words[at] ?? '';
    const isKnown = language.spelling.known.has(word) || proposal.question.includes(word);
    return !isKnown && /^\p{Lu}\p{Ll}/u.test(typed(sentence, at, at + 1));
  });
}

function againstProposal(reply: Reply): ActReading | undefined {
  const { proposal, language } = reply;
  const { phrases } = language;
  if (!proposal) return undefined;
  for (const sentence of reply.sentences) {
    const words = sentence.words.slice(skipLeadIns(language, sentence.words));
    if (consistsOf(language, words, ['consent', 'praise', 'greeting'])) continue;
    if (indexOfNewValue(words, proposal) >= 0) return edit(0.85, sentence);
    if (phrases.at(words, 0, ['defer'])) continue;
    if (phrases.indexOf(sentence.words, 'correction', ['question']) >= 0 && !isPlainQuestion(words, language))
      return edit(0.85, sentence);
    if (words[0] === PROPOSED || language.words.imperative.has(words[0] ?? '')) return edit(0.75, sentence);
    if (phrases.at(words, 0, ['desire']) && sharesTopic(words, proposal)) return edit(0.8, sentence);
  }
  return undefined;
}

/** True for a question that asks for a fact and not for something to be done. */
function isPlainQuestion(words: readonly string[], { phrases }: ActLanguage): boolean {
  return phrases.at(words, 0, ['desire', 'question'])?.kind === 'question';
}

function edit(confidence: number, sentence: Sentence, from = 0): ActReading {
  return { act: 'EDIT', confidence, evidence: evidenceFrom(sentence, from) };
}
