import { type ActLanguage, typed } from '../words/index.js';
import type { AgreementReading } from './agreement.js';
import { type Reply, withoutFillers } from './reply.js';

/** The words by which a sentence agrees. */
export function agreementOf({ sentence, restAt }: AgreementReading): readonly string[] {
  return sentence.words.slice(0, restAt).filter((word) => word !== ',');
}

/**
 * True for a question that a yes hangs on: about the decision itself or what else there is; beside a mere "okay", any to an offer or where something
 * is paid or done away with, and one about price or terms to another recap; beside a bare yes or mere praise, before it, behind a "but" ("sounds good, but …"), or where something is undone.
 */
export function hangsOn(reading: AgreementReading, agreeing: readonly AgreementReading[], reply: Reply): boolean {
  if (reading.rest === 'doubt') return true;
  if (reading.rest !== 'question') return false;
  const { language, proposal } = reply;
  const said = agreeing.flatMap(agreementOf);
  if (said.some((word) => language.words.hesitation.has(word))) return true;
  if (asksForOthers(reading, reply)) return true;
  const isUndone = proposal?.isGrave === true && !proposal.isRecap;
  // "Right, so what does it include?"
  const { bareAssent, clauseOpener } = language.words;
  const isBare = withoutFillers(said, language, ['consent', 'praise']).every(
    (word) => bareAssent.has(word) || clauseOpener.has(word),
  );
  const isOffer = !proposal?.isRecap || proposal.gives || proposal.isGrave;
  if (isBare && (isOffer || asksForTerms(reading, language))) return true;
  const isBareYes = said.every((word) => isYesAlone(word, language));
  const isClaim = language.phrases.indexOf(reading.sentence.words, 'claim') >= 0;
  const isFirst = isBefore(reading, agreeing, reply);
  const isElsewhere =
    isTurned(reading, language) ||
    isFirst ||
    asksForOwn(reading, reply) ||
    runsOn(reading, language) ||
    isToShow(reading, reply);
  const isMild = language.phrases.indexOf(said, 'explicit') < 0;
  return (
    (isBareYes && ((!isClaim && (isUndone || asksForOtherDeed(reading, reply))) || isElsewhere)) ||
    (isMild && isTurned(reading, language)) ||
    (isFirst && !isExplicitFrom(said, language))
  );
}

/** True for what begins as consent that cannot be meant otherwise; "das wäre ja schön" holds such a word. */
function isExplicitFrom(said: readonly string[], { phrases }: ActLanguage): boolean {
  return phrases.at(said, 0, ['explicit']) !== undefined;
}

/** "Yes, show me my balance": what is the speaker's own and was not spoken of may be all that the yes is about. */
function asksForOwn({ sentence, restAt }: AgreementReading, { language, proposal }: Reply): boolean {
  if (sentence.question || restAt === 0) return false;
  const { words } = sentence;
  const isKnown = (word: string) => language.facts.has(word) || language.deeds.has(word) || proposal?.isAbout(word);
  return words.some((word, at) => at > restAt && language.words.possessive.has(words[at - 1] ?? '') && !isKnown(word));
}

/** "Yes, we love Whitby! Which hotels have parking?" to one hotel: more of what is proposed, from which somebody wants to choose. */
function asksForOthers({ sentence, restAt }: AgreementReading, { language, proposal }: Reply): boolean {
  const { choosing } = language.words;
  const isPlural = (word: string, own: string) => word.length > own.length && word.startsWith(own);
  return sentence.words.some((said, at) => {
    if (at <= restAt || !choosing.has(sentence.words[at - 1] ?? '')) return false;
    // As it was typed: "hotels" may be read as the word of the question.
    const word = typed(sentence, at, at + 1).toLowerCase();
    return proposal?.question.some((own) => isPlural(word, own) && language.stem(said) === language.stem(own)) === true;
  });
}

/** "Okay. Could it be moved?" to a cancellation. */
function asksForOtherDeed({ sentence, restAt }: AgreementReading, { language, proposal }: Reply): boolean {
  return sentence.words.slice(restAt).some((word) => {
    const deed = language.deeds.get(word)?.deed;
    return deed !== undefined && language.graveDeeds.has(deed) && !proposal?.deeds.has(deed);
  });
}

/** "Yes is it refundable": in one breath with the bare word one asks about the thing itself; behind a comma or a stop it stands beside the yes. */
function runsOn({ sentence, restAt }: AgreementReading, { words: { yes, verb, subject } }: ActLanguage): boolean {
  const [word = '', is = '', it = ''] = sentence.words;
  return restAt === 1 && yes.has(word) && verb.has(is) && subject.has(it);
}

/** "Yes, show me the rooms", "yes please show me the rooms": what the yes is to may be no more than that; behind a comma or a stop, a please is one for what was asked. */
function isToShow({ sentence, restAt }: AgreementReading, { language, proposal }: Reply): boolean {
  const { imperative, receiver, politeRequest, yes } = language.words;
  const { words, question } = sentence;
  const [order = '', whom = ''] = words.slice(restAt);
  if (restAt === 0 || proposal?.isRecap || question || !imperative.has(order) || !receiver.has(whom)) return false;
  const isOfOrder = (at: number) => at === restAt - 1 && yes.has(words[at - 1] ?? '');
  return !words.some((word, at) => politeRequest.has(word) && !isOfOrder(at));
}

function asksForTerms({ sentence, restAt }: AgreementReading, { words }: ActLanguage): boolean {
  return sentence.words.slice(restAt).some((word) => words.terms.has(word));
}

/** The plain word or less, with nothing that says to what. */
function isYesAlone(word: string, { words }: ActLanguage): boolean {
  return words.yes.has(word) || words.bareAssent.has(word) || words.contrast.has(word);
}

/** "Yes, but is there parking?", "Is there parking though?": a "but" leads from the yes to what it may hang on. */
function isTurned({ sentence, restAt }: AgreementReading, language: ActLanguage): boolean {
  const { contrast } = language.words;
  const asks = (_: string, at: number) => at >= restAt && language.phrases.at(sentence.words, at, ['question']);
  const isQuestion = sentence.question || sentence.words.slice(0, restAt + 2).some(asks);
  const isBut = (word = '') => contrast.has(word);
  return isQuestion && (sentence.words.slice(0, restAt + 1).some(isBut) || isBut(sentence.words.at(-1)));
}

/** "May I ask something? Yes": an answer to the question of one's own. */
function isBefore(
  { sentence }: AgreementReading,
  agreeing: readonly AgreementReading[],
  { sentences }: Reply,
): boolean {
  const places = agreeing.map((each) => sentences.indexOf(each.sentence));
  const at = sentences.indexOf(sentence);
  return at >= 0 && places.every((place) => place > at);
}
