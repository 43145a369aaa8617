import { namesOtherDeed, PROPOSED } from '../proposal/index.js';
import { indexOfNewValue } from '../value-comparison/index.js';
import { type ActLanguage, partOf, type Sentence, walkAgreement } from '../words/index.js';
import { type AgreementReading, readAgreement } from './agreement.js';
import { isReserved, namesSomethingNew, opensRemark } from './remark.js';
import { type Reply, skipFillers } from './reply.js';

/**
 * Reads a sentence; where it comes to an order at its end ("we are not going any more, so cancel it please"), what leads there
 * and the order are read one by one.
 */
export function readConclusion(sentence: Sentence, reply: Reply): AgreementReading[] {
  const reading = readAgreement(sentence, reply);
  const isUnderstood = reading.rest === 'none' || reading.rest === 'chat' || sentence.question;
  const at = isUnderstood
    ? -1
    : sentence.words.findIndex((_, index) => index > 0 && startsOrder(sentence, index, reply));
  if (at < 0) return [reading];
  return [partOf(sentence, 0, at), partOf(sentence, at + 1)].map((each) => readAgreement(each, reply));
}

/** True for a comma or a "so" behind which nothing stands but an order up to the end. */
function startsOrder({ words }: Sentence, at: number, { language }: Reply): boolean {
  const { clauseOpener, contrast } = language.words;
  const word = words[at] ?? '';
  if (!clauseOpener.has(word) && !contrast.has(word)) return false;
  const rest = words.slice(at + 1);
  const order = walkAgreement(rest, language);
  return order.agrees && order.at === rest.length && orders(rest, language);
}

/** "Go ahead" and "cancel it", but not "yes": that may be said of the words before it. */
function orders(words: readonly string[], { words: { command }, phrases }: ActLanguage): boolean {
  if (words.includes(PROPOSED)) return true;
  return words.some((word) => command.has(word)) && phrases.indexOf(words, 'explicit') >= 0;
}

/**
 * What is said before the last order of a message is why it is given, and stands beside it as small talk does. What follows an
 * order may take something back or ask for more, and is read for itself; only who is put through to a person says there what for.
 */
export function excuseReasons(readings: readonly AgreementReading[], reply: Reply): AgreementReading[] {
  const wantsPerson = reply.proposal?.isHandover && readings.some((reading) => isWanted(reading, reply));
  const last = wantsPerson ? readings.length : readings.findLastIndex((reading) => isOrder(reading, reply));
  return readings.map((reading, index) =>
    index < last && leadsThere(reading, reply) ? { ...reading, rest: 'chat' } : reading,
  );
}

/** "Yes, please", "yes, connect me" and "that would be helpful", but not "yes". */
function isWanted({ agrees, rest, sentence: { words } }: AgreementReading, { language }: Reply): boolean {
  const { politeRequest, modal, liking } = language.words;
  const isLiked = [modal, liking].every((list) => words.some((word) => list.has(word)));
  const asks = (word: string) => word === PROPOSED || politeRequest.has(word);
  return agrees && rest === 'none' && (isLiked || words.some(asks));
}

function isOrder({ agrees, rest, sentence }: AgreementReading, { language }: Reply): boolean {
  return agrees && rest === 'none' && !sentence.question && orders(sentence.words, language);
}

/** True where the words from `from` on tell of somebody or something; those behind an order ("confirm | with them …") belong to that. */
function isStatement(words: readonly string[], from: number, language: ActLanguage): boolean {
  const { command, determiner, negation, verb } = language.words;
  const opening = words[skipFillers(language, words, from)] ?? '';
  const isDenied = words.includes(PROPOSED) && words.some((word) => negation.has(word));
  const tells =
    opensRemark(opening, language) || (determiner.has(opening) && words.slice(from).some((word) => verb.has(word)));
  return tells && !isDenied && !command.has(words[from - 1] ?? '');
}

/** True for a statement that reports no words, names nothing new, and takes nothing back. */
function leadsThere({ rest, sentence, restAt }: AgreementReading, reply: Reply): boolean {
  if (!reply.proposal || (rest !== 'unknown' && rest !== 'reserved') || sentence.question) return false;
  const { proposal, language } = reply;
  const { negation, adverse, modal, you, speech } = language.words;
  const told = sentence.words.slice(restAt);
  if (!isStatement(sentence.words, restAt, language)) return false;
  const isFree = proposal.isEnding || proposal.isHandover;
  const words = proposal.isEnding ? told.filter((word) => !negation.has(word)) : told;
  const isOpen =
    language.phrases.at(words, skipFillers(language, words), ['question', 'inquiry', 'defer']) !== undefined;
  const isAgainst = [you, ...(proposal.isHandover ? [] : [speech]), ...(isFree ? [] : [adverse, modal])].some((list) =>
    words.some((word) => list.has(word)),
  );
  return (
    !isOpen &&
    !isAgainst &&
    !takesBack(words, reply) &&
    indexOfNewValue(words, proposal) < 0 &&
    !namesSomethingNew(sentence, restAt, reply) &&
    (isFree || !namesOtherDeed([PROPOSED, ...words], proposal.deeds, language))
  );
}

/** Of who is put through, the words for what that is about ("I need to change it") take nothing back. */
function takesBack(words: readonly string[], { proposal, language }: Reply): boolean {
  if (!proposal?.isHandover) return isReserved(words, 'statement', language);
  return isReserved(
    words.filter((word) => !language.deeds.has(word)),
    'report',
    language,
  );
}
