import { PROPOSED, type ProposalWords, saidIn } from '../proposal/index.js';
import { betweenCommas, type Sentence } from '../words/index.js';
import { withoutFillers } from './reply.js';

/** True where the sentence names what was proposed, and not as something to be done by the one who asked, or to somebody else. */
export function isDoneOtherwise(sentence: Sentence, proposal: ProposalWords): boolean {
  return (
    doesItself(sentence.words, proposal) || isDone(sentence, proposal) || isDoneToAnother(sentence.words, proposal)
  );
}

/** "Yes, remove the boss" to "Shall I remove Bob?": behind an article, how somebody may be addressed ("yes, boss") is who is spoken of. */
function isDoneToAnother(words: readonly string[], { question, language }: ProposalWords): boolean {
  const { determiner, possessive, object, subject, you } = language.words;
  // "Pay her now", "book this please", "bestell den bitte": where it may stand for somebody or something, it leads to nobody.
  const standsAlone = (word: string) => object.has(word) || subject.has(word) || language.nounsAreCapitalized;
  const isLead = (word: string) =>
    (possessive.has(language.stem(word)) && !object.has(word)) || (determiner.has(word) && !standsAlone(word));
  const ends = (at: number) => words[at] === undefined || words[at] === ',';
  return words.some((word, at) => {
    const start = you.has(words[at + 1] ?? '') ? at + 2 : at + 1;
    const [lead = '', name = ''] = words.slice(start, start + 2);
    if (word !== PROPOSED || !isLead(lead) || !ends(start + 2) || question.includes(name)) return false;
    return language.phrases.at(words, start + 1, ['filler'])?.length === 1;
  });
}

/** "Yes, I'll book it", "ja, ich überweise es": the one who speaks does it; a "please" asks for it after all, and "confirm it" is to be done by them. */
function doesItself(words: readonly string[], { isRecap, language }: ProposalWords): boolean {
  const { yes, bareAssent, politeRequest } = language.words;
  if (isRecap || words.some((word) => politeRequest.has(word))) return false;
  return betweenCommas(words).some((clause) => {
    const start = clause.findIndex((word) => !yes.has(word) && !bareAssent.has(word));
    return start >= 0 && language.phrases.at(clause, start, ['selfDoing']) !== undefined;
  });
}

/**
 * "Yes, booked", "ja, überwiesen", "sent it yesterday": it has been done; to a question with that word ("do you want it cancelled?") it is
 * the answer.
 */
function isDone(sentence: Sentence, { question, language }: ProposalWords): boolean {
  const { words } = sentence;
  const { yes, bareAssent, past, verb, subject, object, modal } = language.words;
  if (words.some((word) => modal.has(word))) return false;
  const isPast = (word = '') => past.has(word) && !question.includes(word);
  const said = saidIn(sentence);
  const isTold = (word: string) => word !== ',' && ![yes, bareAssent].some((list) => list.has(word));
  const isToldOf = (word = '') => [object, subject].some((list) => list.has(word));
  const start = said.findIndex(isTold);
  if (!language.verbLast && isPast(said[start]) && isToldOf(said[start + 1])) return true;
  const content = said.filter((word) => isTold(word) && ![verb, subject].some((list) => list.has(word)));
  return isPast(content.at(-1)) && withoutFillers(content.slice(0, -1), language).length === 0;
}
