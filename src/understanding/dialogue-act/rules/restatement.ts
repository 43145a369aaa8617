import { namesOtherDeed, PROPOSED, type ProposalWords } from '../proposal/index.js';
import { heldIn, namesFirstOfWay, namesLeft, sharesTopic } from '../value-comparison/index.js';
import { betweenCommas, type Sentence, walkAgreement } from '../words/index.js';
import { turnsRound } from './distortion.js';
import { requestsAction } from './question.js';
import { isAllProposed, isEcho, repeatsProposal } from './repetition.js';
import { type Reply, skipFillers } from './reply.js';

/** True when the words from `at` on are what was proposed, said again with or without a word that it is right: "7 pm works for me". */
export function restates(words: readonly string[], at: number, proposal: ProposalWords): boolean {
  const rest = withDeed(words, at, proposal);
  if (repeatsProposal(rest, proposal)) return true;
  const parts = betweenCommas(rest);
  if (parts.length > 1 && parts.every((part) => isEcho(part, proposal))) return true;
  return verdictAt(rest, proposal) >= 0;
}

/** "Eighty dollars to Tom, yes please": what was proposed said again, with the plain word behind it. */
export function restatesWithYes(rest: readonly string[], proposal: ProposalWords): boolean {
  const at = verdictAt(rest, proposal);
  return at >= 0 && rest.slice(at).some((word) => proposal.language.words.yes.has(word));
}

/** True for words that agree without a yes, since they say what was proposed as what is to be. */
export function saysProposed(rest: readonly string[], proposal: ProposalWords): boolean {
  return approvesProposed(rest, proposal) || choosesProposed(rest, proposal) || replacesAsProposed(rest, proposal);
}

/**
 * "Tuesday at ten works", "Premium it is", "three tickets, please": what is wanted of the proposal, with words that it is to be so. What is
 * ended is only named so ("Saturday is fine").
 */
function approvesProposed(rest: readonly string[], proposal: ProposalWords): boolean {
  const { phrases, words } = proposal.language;
  if (proposal.isEnding || proposal.isRecap) return false;
  const end = rest.findIndex((word, at) => {
    const length = words.politeRequest.has(word) ? 1 : phrases.at(rest, at, ['fitting'])?.length;
    return length === rest.length - at;
  });
  const named = rest.slice(0, Math.max(0, end));
  // "One set is enough" to two of them: an article may count.
  if (words.indefinite.has(named[0] ?? '')) return false;
  return named.length > 0 && isEcho(named, proposal) && namesWanted(named, proposal);
}

/** "I accept" to "Do you accept?", "good for me" to "Good for you?": nothing but the words that the question asks for. */
export function answersAsAsked(words: readonly string[], { answerAsked, language }: ProposalWords): boolean {
  const { you, self, glue, politeRequest } = language.words;
  const isFree = (word: string) => word === ',' || [self, glue, politeRequest].some((list) => list.has(word));
  const isAnswer = (word: string) => answerAsked.includes(language.stem(word));
  const said = words.filter((word) => you.has(word) || !isFree(word));
  return said.length > 0 && said.every(isAnswer);
}

/** "Make it Premium", "I'll take Tuesday at ten": an order that puts what was proposed in its place. */
function choosesProposed(rest: readonly string[], proposal: ProposalWords): boolean {
  const { language, isEnding } = proposal;
  const start = skipFillers(language, rest);
  const opening = language.phrases.at(rest, start, ['choosing']);
  if (!opening || isEnding) return false;
  const chosen = rest.slice(start + opening.length);
  if (chosen.some((word) => language.words.self.has(word)) || !namesWanted(chosen, proposal)) return false;
  if (turnsRound(rest, proposal)) return false;
  return isEcho(chosen, proposal) || verdictAt(chosen, proposal) > 0 || approvesProposed(chosen, proposal);
}

/** "Swap Standard for Plus", "replace my Standard plan with Plus": what is left, and then what takes its place. */
function replacesAsProposed(words: readonly string[], proposal: ProposalWords): boolean {
  const { language, isEnding } = proposal;
  const { direction, route, determiner, glue } = language.words;
  const start = skipFillers(language, words);
  const at = words.findIndex((word, place) => place > start && direction.has(word) && !route.has(word));
  if (isEnding || words[start] !== PROPOSED || at < 0) return false;
  const isProposed = (word: string) => determiner.has(word) || glue.has(word) || proposal.isAbout(word);
  const [left, reached] = [words.slice(start + 1, at), words.slice(at + 1)];
  return [...left, ...reached].every(isProposed) && namesFirstOfWay(left, proposal) && namesWanted(reached, proposal);
}

/** True where the words name a value of what cannot be undone, or of anything else what it is about; and none that is left. */
function namesWanted(words: readonly string[], proposal: ProposalWords): boolean {
  const { arguments: args, isSameWord, isGrave } = proposal;
  if (namesLeft(words, proposal) || namesFirstOfWay(words, proposal)) return false;
  if (args.length === 0 || !isGrave) return heldIn(words, proposal).length > 0 || sharesTopic(words, proposal);
  const values = args.flatMap((argument) => argument.words);
  return heldIn(words, proposal).length > 0 || words.some((word) => values.some((value) => isSameWord(word, value)));
}

/** Where a word that it is right follows what was proposed, up to the end; -1 where none does. */
function verdictAt(rest: readonly string[], proposal: ProposalWords): number {
  return rest.findIndex((_, end) => {
    if (end === 0 || !isEcho(rest.slice(0, end), proposal)) return false;
    const verdict = walkAgreement(rest.slice(end), proposal.language);
    return verdict.agrees && verdict.at === rest.length - end;
  });
}

/** "Could you connect me with an agent?" to "Shall I transfer you to an agent?", as a sentence of its own. */
export function asksForProposal({ words }: Sentence, at: number, { language, proposal }: Reply): boolean {
  const start = skipFillers(language, words, at);
  const wanted = words.slice(start + 2);
  return at === 0 && proposal !== undefined && requestsAction(words, start, language) && wanted.includes(PROPOSED)
    ? isEcho(wanted, proposal)
    : false;
}

/** "Could you process the refund to my original payment method?": a wish that says nothing but what the question says. */
export function wishesProposed({ words }: Sentence, at: number, { language, proposal }: Reply): boolean {
  if (!proposal) return false;
  const start = skipFillers(language, words, at);
  const opening = language.phrases.at(words, start, ['repetition'])?.length;
  const request = requestsAction(words, start, language) ? 2 : undefined;
  const length = opening ?? request;
  return length !== undefined && isAllProposed(words.slice(start + length), proposal);
}

/**
 * The words from `at` on, behind the deed where the words before name it ("proceed with cancelling | the order") or stand
 * for it ("go ahead with | the return of the shoes").
 */
function withDeed(words: readonly string[], at: number, { language, deeds }: ProposalWords): readonly string[] {
  const rest = words.slice(at);
  const isOrder = at > 1 && language.words.command.has(words[at - 1] ?? '') && !namesOtherDeed(rest, deeds, language);
  return isOrder || words.slice(0, at).includes(PROPOSED) ? [PROPOSED, ...rest] : rest;
}
