import type { ActReading } from './dialogue-act.js';
import { ENGLISH } from './english.js';
import type { Sentence } from './message.js';
import { evidenceFrom, PHRASES, type Reply, skipFillers } from './reply.js';

const { modal: MODALS, courtesy: COURTESIES, answering, finding } = ENGLISH.words;

/** `question` has the form of one ("what is …"), `inquiry` has not ("tell me …"). */
export type Asking = 'question' | 'inquiry';

/** How the words from `from` on ask for information; undefined when they ask for something else, or nothing. */
export function askingFrom(sentence: Sentence, from: number): Asking | undefined {
  const { words } = sentence;
  const start = skipFillers(words, from);
  if (start >= words.length || requestsAction(words, start)) return undefined;
  const kind = PHRASES.at(words, start, ['question', 'inquiry'])?.kind;
  if (kind === 'question' || (kind === 'inquiry' && sentence.question)) return 'question';
  if (kind === 'inquiry') return 'inquiry';
  const isClause = skipFillers(words) >= from || words[from - 1] === ',';
  return sentence.question && isClause && holdsQuestion(words.slice(start)) ? 'question' : undefined;
}

function holdsQuestion(words: readonly string[]): boolean {
  return PHRASES.indexOf(words, 'question') >= 0 || PHRASES.indexOf(words, 'inquiry') >= 0;
}

/** A question to the assistant: a question mark, or a sentence that opens like one. */
export function readQuestion(reply: Reply): ActReading | undefined {
  const asking = reply.sentences.find((sentence) => sentence.question || opensQuestion(sentence));
  return asking && { act: 'QUESTION', confidence: 0.7, evidence: evidenceFrom(asking, 0) };
}

function opensQuestion(sentence: Sentence): boolean {
  const { words } = sentence;
  const start = skipFillers(words, 0);
  if (PHRASES.at(words, start, ['question'])) return true;
  const deferred = PHRASES.at(words, start, ['defer']);
  if (!deferred) return false;
  return words.some((_, at) => at > start && PHRASES.at(words, at, ['question']) && MODALS.includes(words[at] ?? ''));
}

/** "Can you send it to my office?", "Can I have a window seat?": the form of a question, and more than a question. */
function requestsAction(words: readonly string[], start: number): boolean {
  const [modal = '', subject = ''] = words.slice(start, start + 2);
  if (!MODALS.includes(modal) || !['you', 'i', 'we'].includes(subject)) return false;
  const verbAt = words.findIndex((word, at) => at > start + 1 && !COURTESIES.includes(word));
  const verb = words[verbAt] ?? '';
  if (subject === 'you') return !answering.includes(verb);
  if (!finding.includes(verb)) return !['will', 'would', 'should', 'shall'].includes(modal);
  return ['have', 'get'].includes(verb) && !words.slice(verbAt).some((word) => ENGLISH.sets.fact?.includes(word));
}
