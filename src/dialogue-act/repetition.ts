import { singular } from '../slots/index.js';
import type { ActLanguage } from './act-language.js';
import { isSame, type ProposalWords, sharesTopic } from './contradiction.js';
import { readMentions } from './mentions.js';
import { skipFillers } from './reply.js';

/**
 * What was proposed said again, also as a wish or an order: "yes, I would like a table at seven". An order may call
 * it by the name of an argument, too: "reserve the restaurant".
 */
export function repeatsProposal(rest: readonly string[], proposal: ProposalWords): boolean {
  const { language } = proposal;
  if (isEcho(rest, proposal)) return true;
  const start = skipFillers(language, rest);
  const opening = language.phrases.at(rest, start, ['repetition']);
  const wanted = rest.slice(start + (opening?.length ?? 0));
  if (!opening || !sharesTopic(wanted, proposal)) return false;
  return isEcho(wanted, proposal) || (!language.words.self.has(rest[start] ?? '') && namesArgument(wanted, proposal));
}

/**
 * An order for the very thing that was proposed, in the words of the question: "reserve the car". It agrees without a
 * yes, so an order for any thing of the kind ("reserve a car") is none, nor is one in another number.
 */
export function ordersProposal(rest: readonly string[], proposal: ProposalWords): boolean {
  const { language } = proposal;
  const start = skipFillers(language, rest);
  const opening = language.phrases.at(rest, start, ['repetition']);
  if (!opening || language.words.self.has(rest[start] ?? '')) return false;
  const wanted = rest.slice(start + opening.length);
  if (language.words.indefinite.has(wanted[0] ?? '')) return false;
  const ordered = wanted.filter((word) => word !== ',' && !language.words.glue.has(word));
  return ordered.length > 0 && ordered.every((word) => proposal.question.includes(word));
}

/**
 * True when the words, without glue, occur in this order in the question or among the arguments, or are nothing but
 * one time or day that is proposed.
 */
export function isEcho(words: readonly string[], proposal: ProposalWords): boolean {
  if (isProposedTime(words, proposal)) return true;
  const content = words.filter((word) => word !== ',' && !isFreeGlue(word, proposal.language));
  return (
    (isSubsequence(content, proposal.question) && !namesDenied(content, proposal)) ||
    (isSubsequence(content, proposal.argumentWords) && namesValue(content, proposal))
  );
}

/** True when the words, without glue, are nothing but a name of an argument that is no yes-or-no matter. */
export function namesArgument(words: readonly string[], proposal: ProposalWords): boolean {
  const content = words.filter((word) => word !== ',' && !isFreeGlue(word, proposal.language)).map(singular);
  return proposal.arguments.some(
    ({ nameWords, flag }) => flag === undefined && content.every((word) => nameWords.map(singular).includes(word)),
  );
}

/** True for a word that the question denies: "the terrace" against "a table without the terrace". */
function namesDenied(words: readonly string[], { question, language }: ProposalWords): boolean {
  const { glue, negation } = language.words;
  return question.some((word, at) => {
    if (!negation.has(word) || words.includes(word)) return false;
    const denied = question.slice(at + 1).find((each) => !glue.has(each));
    return denied !== undefined && words.some((each) => singular(each) === singular(denied));
  });
}

function isProposedTime(words: readonly string[], proposal: ProposalWords): boolean {
  const { glue, direction } = proposal.language.words;
  const [mention, ...others] = readMentions(words, proposal.language);
  if (!mention || mention.kind === 'number' || others.length > 0) return false;
  const isHeld = proposal.mentions.some((held) => held.kind === mention.kind && isSame(mention, held));
  return (
    isHeld &&
    words.slice(0, mention.at).every((word) => word === ',' || glue.has(word) || direction.has(word)) &&
    mention.at + mention.length === words.length
  );
}

/** Glue that changes no meaning; prepositions that give a direction must be echoed in order. */
function isFreeGlue(word: string, { words }: ActLanguage): boolean {
  return words.glue.has(word) && !words.direction.has(word);
}

/** True when some word is a value and not only the name of an argument. */
function namesValue(words: readonly string[], proposal: ProposalWords): boolean {
  return words.some((word) => proposal.arguments.some((argument) => argument.words.includes(word)));
}

function isSubsequence(words: readonly string[], text: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    at = text.findIndex((each, index) => index >= at && singular(each) === singular(word)) + 1;
    if (at === 0) return false;
  }
  return true;
}
