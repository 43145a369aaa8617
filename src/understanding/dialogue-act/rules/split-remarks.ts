import { partOf, type Sentence, walkAgreement } from '../words/index.js';
import { opensRemark } from './remark.js';
import { type Reply, skipFillers } from './reply.js';
import { restates } from './restatement.js';

/** "Yes, I have never been there, so book it": remarks and the verdict at the end, each as a sentence of its own. */
export function splitRemarks(sentence: Sentence, reply: Reply): Sentence[] {
  const { words } = sentence;
  const at = sentence.question ? -1 : words.findIndex((_, index) => index > 0 && startsClause(words, index, reply));
  if (at < 0) return [sentence];
  return [partOf(sentence, 0, at), ...splitRemarks(partOf(sentence, at + 1), reply)];
}

/** True where a comma or a "but" leads into a remark, or from a remark into agreement up to the end. */
function startsClause(words: readonly string[], at: number, reply: Reply): boolean {
  const { language } = reply;
  const { contrast } = language.words;
  const reasons = reply.proposal?.isEnding
    ? (['report', 'feeling', 'ending'] as const)
    : (['report', 'feeling'] as const);
  if (words[at] === ',' && language.phrases.at(words, at + 1, reasons)) return true;
  if (words[at] !== ',' && !contrast.has(words[at] ?? '')) return false;
  const verdict = walkAgreement(words.slice(at + 1), language);
  const start = skipFillers(language, words);
  const isSaidAgain = reply.proposal !== undefined && restates(words.slice(0, at), 0, reply.proposal);
  const isRemark =
    isSaidAgain ||
    opensRemark(words[start] ?? '', language) ||
    language.phrases.at(words, start, ['report']) !== undefined;
  return isRemark && verdict.agrees && at + 1 + verdict.at === words.length;
}
