import type { ActReading } from '../dialogue-act.js';
import { PROPOSED } from '../proposal/index.js';
import { type ActLanguage, betweenCommas, type Sentence } from '../words/index.js';
import { evidenceFrom, type Reply, skipFillers } from './reply.js';

/** `question` has the form of one ("what is …"), `inquiry` has not ("tell me …"). */
export type Asking = 'question' | 'inquiry';

/** How the words from `from` on ask for information; undefined when they ask for something else, or nothing. */
export function askingFrom(sentence: Sentence, from: number, language: ActLanguage): Asking | undefined {
  const { words } = sentence;
  const start = skipFillers(language, words, from);
  if (start >= words.length || requestsAction(words, start, language)) return undefined;
  if (isSaidOfYes(sentence, start, language)) return undefined;
  const kind = language.phrases.at(words, start, ['question', 'inquiry'])?.kind;
  if (kind === 'question' || (kind === 'inquiry' && sentence.question)) return 'question';
  if (kind === 'inquiry') return 'inquiry';
  if (sentence.question && language.phrases.at(words, start, ['ellipsis'])) return 'question';
  if (sentence.question && asksWithTag(words.slice(start), language)) return 'question';
  const isClause = skipFillers(language, words) >= from || words[from - 1] === ',';
  return sentence.question && isClause && opensClause(words.slice(start), language) ? 'question' : undefined;
}

/** "I should get a full refund, right?", "I should be eligible for it, right?": what somebody says of themselves, with a tag. */
function asksWithTag(words: readonly string[], language: ActLanguage): boolean {
  const { self, modal, offerModal, verb } = language.words;
  const speaks = words.some((word, at) => {
    const next = words[at + 1] ?? '';
    return self.has(word) && (offerModal.has(next) || (verb.has(next) && !modal.has(next)));
  });
  return tagAt(words, language) < words.length && (speaks || language.phrases.indexOf(words, 'claim') >= 0);
}

/** Where the tag of a question starts ("…, right?"); behind the last word where it has none. */
function tagAt(words: readonly string[], { phrases }: ActLanguage): number {
  const tag = words.lastIndexOf(',') + 1;
  return tag > 0 && phrases.at(words, tag, ['recap'])?.length === words.length - tag ? tag : words.length;
}

/** "yes was a typo", "yes is not my answer": the yes is what is spoken of. */
function isSaidOfYes({ words, question }: Sentence, start: number, language: ActLanguage): boolean {
  const { verb, modal, subject } = language.words;
  const [word = '', next = ''] = words.slice(start, start + 2);
  const follows = start > 0 && words[start - 1] !== ',' && !question;
  return follows && (verb.has(word) || modal.has(word)) && !subject.has(next);
}

/** True where a question stands in the first clause; "half board please, how much is that?" asks for something before. */
function opensClause(words: readonly string[], { phrases }: ActLanguage): boolean {
  const comma = words.indexOf(',');
  const clause = comma < 0 ? words : words.slice(0, comma);
  return phrases.indexOf(clause, 'question') >= 0 || phrases.indexOf(clause, 'inquiry') >= 0;
}

/**
 * True for a question about the decision itself, so that a yes beside it is none: "are you sure?", "how do I stop it?";
 * and for an outcry in the form of a question: "what a terrible idea".
 */
export function wavers(sentence: Sentence, from: number, language: ActLanguage): boolean {
  const { wavering, adverse, negation } = language.words;
  const words = sentence.words.slice(from);
  const doubts = (clause: readonly string[]) =>
    language.phrases.at(clause, skipFillers(language, clause), ['claim', 'doubting'])?.kind === 'doubting';
  if ([words, ...betweenCommas(words)].some(doubts)) return true;
  if (supposes(sentence, language)) return true;
  const isOutcry = (word: string) => !sentence.question && adverse.has(word) && !negation.has(word);
  const told = words.slice(curiosity(words, language), tagAt(words, language));
  return told.some((word) => wavering.has(word) || isOutcry(word));
}

/** "That just pauses it, right?": what somebody takes the action to be, and is not sure of. */
function supposes({ words, question }: Sentence, language: ActLanguage): boolean {
  const tag = tagAt(words, language);
  const about = words.findIndex((word) => language.words.subject.has(word));
  const isOwn = language.words.self.has(words[about] ?? '');
  return question && tag < words.length && about >= 0 && about < tag && !isOwn;
}

/** How many words ask why something else is as it is: "I was wondering why | refunds take a week"; 0 for "why should I?". */
function curiosity(words: readonly string[], { phrases, words: known }: ActLanguage): number {
  const { subject, possessive, you, modal, verb, negation, determiner } = known;
  const opening = phrases.at(words, 0, ['inquiry'])?.length ?? 0;
  const at = words[opening] === ',' ? opening + 1 : opening;
  const length = at + (known.wavering.has(words[at] ?? '') ? 1 : 0);
  const about = words[length];
  const isOwn = [subject, possessive, you, modal, verb, negation, determiner].some((list) => list.has(about ?? ''));
  return opening === 0 || about === undefined || about === ',' || isOwn || words.includes(PROPOSED) ? 0 : length;
}

/** A question to the assistant: a question mark, or a sentence that opens like one. */
export function readQuestion(reply: Reply): ActReading | undefined {
  const asking = reply.sentences.find((sentence) => sentence.question || opensQuestion(sentence, reply.language));
  return asking && { act: 'QUESTION', confidence: 0.7, evidence: evidenceFrom(asking, 0) };
}

function opensQuestion(sentence: Sentence, language: ActLanguage): boolean {
  const { words } = sentence;
  const { phrases } = language;
  const start = skipFillers(language, words);
  if (phrases.at(words, start, ['question'])) return true;
  const deferred = phrases.at(words, start, ['defer']);
  if (!deferred) return false;
  return words.some(
    (_, at) => at > start && phrases.at(words, at, ['question']) && language.words.modal.has(words[at] ?? ''),
  );
}

/** "Can you send it to my office?", "Can I have a window seat?": the form of a question, and more than a question. */
export function requestsAction(words: readonly string[], start: number, language: ActLanguage): boolean {
  const known = language.words;
  const [opening = '', second = ''] = words.slice(start, start + 2);
  const [modal, subject] = known.you.has(opening) ? [second, opening] : [opening, second];
  const asksYou = known.you.has(subject);
  if (!known.modal.has(modal) || !(asksYou || known.self.has(subject))) return false;
  const first = words.findIndex((word, at) => at > start + 1 && !known.courtesy.has(word));
  const verbAt = language.verbLast ? words.length - 1 : first;
  const verb = words[verbAt] ?? '';
  const asksForThing = known.receiving.has(verb) && !words.slice(first).some((word) => language.facts.has(word));
  if (asksYou) return !known.answering.has(verb) || asksForThing;
  return known.finding.has(verb) ? asksForThing : !known.offerModal.has(modal);
}
