import { leadBefore, PROPOSED, type ProposalWords, saidIn, type Way } from '../proposal/index.js';
import { heldIn, namesValueLeft, saysOnlyTold, valuesLeft } from '../value-comparison/index.js';
import { type ActLanguage, betweenCommas, type Sentence, typed } from '../words/index.js';
import { withoutFillers } from './reply.js';
import { leadsToRival, namesPerson, namesRival } from './rival-names.js';

/** So many words stand between what is done and who gets something by it. */
const GIVEN = 3;

/** "from Bob to savings" to a transfer from savings to Bob. */
export function turnsRound(spoken: readonly string[], proposal: ProposalWords): boolean {
  const { question, arguments: args, language } = proposal;
  const words = spoken.filter((word) => !language.words.formality.has(word));
  const held = heldIn(words, proposal);
  const isAsked = (one: string, next: string) => question.some((word, at) => word === one && question[at + 1] === next);
  // What the question does not say in a row may be more than a name.
  const leads = (at: number): string | undefined => {
    const lead = leadBefore(words, at, language);
    if (language.words.route.has(lead)) return language.stem(lead);
    return isAsked(words[at - 1] ?? '', words[at] ?? '') ? leads(at - 1) : undefined;
  };
  return words.some((word, at) => {
    if (isNewForm(words, at, proposal) || isNewForm(words, at - 1, proposal)) return false;
    const isLed =
      word !== PROPOSED && ![language.words.determiner, language.words.route].some((list) => list.has(word));
    const said = isLed ? leads(at) : undefined;
    if (!said || language.words.glue.has(word)) return false;
    const asked = leadsAsked(word, proposal);
    const isHeld = held.some((value) => at >= value.at && at < value.at + value.length);
    const isValue =
      isHeld || args.some((argument) => argument.words.includes(word) || argument.nameWords.includes(word));
    return !asked.includes(said) && !(isValue && asked.every((lead) => lead === undefined));
  });
}

/** "From the pavilion to the hall" to a move from the hall to the pavilion: what takes its place is said to be left. */
function leavesReached(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, argumentWords, isEnding, language } = proposal;
  const { origin, glue } = language.words;
  if (isEnding || !question.some((word) => origin.has(word))) return false;
  return words.some((word, at) => {
    if (glue.has(word) || !argumentWords.includes(word) || !origin.has(leadBefore(words, at, language))) return false;
    const asked = leadsAsked(word, proposal);
    return asked.length > 0 && asked.every((lead) => lead !== undefined && !origin.has(lead));
  });
}

/** What leads to a word wherever the question has it. */
function leadsAsked(word: string, { question, way }: ProposalWords): Way['leads'] {
  return question.flatMap((each, at) => (each === word ? [way.leads[at]] : []));
}

/** "My new address" to a question to change it: what it is changed to. */
export function isNewForm(words: readonly string[], at: number, { deeds, language }: ProposalWords): boolean {
  const { fresh, determiner, indefinite } = language.words;
  const before = words[at - 1] ?? '';
  return fresh.has(words[at] ?? '') && deeds.has('change') && determiner.has(before) && !indefinite.has(before);
}

/**
 * "Send it to me" to "Shall I send 65 dollars to Ann?": it names nobody else, and the question does not speak of what is theirs. "Send me
 * a confirmation" says nothing of the 65 dollars.
 */
export function goesToSpeaker(spoken: readonly string[], proposal: ProposalWords): boolean {
  const { deeds, gives, language, question } = proposal;
  const { receiver, you, route } = language.words;
  if (!gives) return false;
  const words = saysAsked(spoken, proposal) ? spoken : withoutFillers(spoken, language);
  const isGiven = isSpeakerAlone(spoken, proposal);
  if (!isGiven && !words.some((word, at) => receiver.has(word) && isGivenTo(words, at, language))) return false;
  const isDeed = (word = '') => deeds.has(language.deeds.get(word)?.deed ?? '');
  const isTheirs = question.some((word, at) => {
    const before = question[at - 1] ?? '';
    return you.has(word) && (route.has(before) || isDeed(before));
  });
  return !isTheirs && !isGivenAway(words, proposal);
}

/** "Yes, to me", "me please". */
function isSpeakerAlone(words: readonly string[], { question, argumentWords, language }: ProposalWords): boolean {
  const { yes, politeRequest, receiver, route } = language.words;
  const isFree = (word: string) => word === ',' || [yes, politeRequest].some((list) => list.has(word));
  const [lead = '', who = lead, ...more] = words.filter((word) => !isFree(word));
  const leadsInQuestion = question.some((word, at) => word === lead && argumentWords.includes(question[at + 1] ?? ''));
  return more.length === 0 && receiver.has(who) && (who === lead || route.has(lead) || leadsInQuestion);
}

/** "Email me the receipt" and "email it to me" to "Shall I email the receipt to Ann?": the same is done for another. */
export function asksForIt(sentence: Sentence, proposal: ProposalWords): boolean {
  const { words } = sentence;
  const { language, question, arguments: args } = proposal;
  const { receiver, route, origin, you } = language.words;
  if (!words.some((word) => receiver.has(word))) return false;
  const isSentTo = (word: string, at: number) =>
    route.has(word) && args.some((argument) => argument.words.includes(question[at + 1] ?? ''));
  const isTheirs = question.some((word, at) => you.has(word) && route.has(question[at - 1] ?? ''));
  if (isTheirs || !question.some(isSentTo) || isGivenAway(words, proposal)) return false;
  const isAsked = (word = '') => isContent(word, language) && question.includes(word);
  // "Email" is a verb of the question's own; who has something upgraded or booked says "upgrade me" and "book it for me".
  const isOwn = (word: string) => !language.deedForms.has(language.deeds.get(word)?.deed ?? '');
  const said = saidIn(sentence).map((word, at) => (isOwn(word) ? word : (words[at] ?? '')));
  return words.some((word, at) => {
    if (!receiver.has(word)) return false;
    const before = said.slice(Math.max(0, at - 1 - GIVEN), at);
    // "OK from me" gives them nothing.
    if (origin.has(before.at(-1) ?? '')) return false;
    return route.has(before.at(-1) ?? '') ? before.filter(isAsked).length > 1 : isAsked(before.at(-1));
  });
}

/** A word of the question that is more than glue and no value. */
function saysAsked(words: readonly string[], { question, language, arguments: args }: ProposalWords): boolean {
  const isValue = (word: string) => args.some((argument) => argument.words.includes(word));
  return words.some((word) => isContent(word, language) && question.includes(word) && !isValue(word));
}

function isContent(word: string, { words: { glue } }: ActLanguage): boolean {
  return /^\p{L}{3,}/u.test(word) && !glue.has(word);
}

/** True where it names somebody of the proposal as the one who gets it. */
function isGivenAway(words: readonly string[], { arguments: args, language }: ProposalWords): boolean {
  return words.some(
    (word, at) =>
      /^\p{L}{3,}/u.test(word) &&
      args.some((argument) => argument.words.includes(word)) &&
      isReached(words, at, language),
  );
}

/** "Ann" of "send it to Ann for me", and of "send Ann the 250"; not of "Ann sends me 250", nor anything of "send me Ann's 250". */
function isReached(words: readonly string[], at: number, language: ActLanguage): boolean {
  const { route, direction, receiver } = language.words;
  const lead = leadBefore(words, at, language);
  if (route.has(lead) || direction.has(lead)) return true;
  const deed = words.slice(0, at).indexOf(PROPOSED);
  const isOther = (word: string, place: number) =>
    receiver.has(word) && (place === deed + 1 || route.has(words[place - 1] ?? ''));
  return !language.verbLast && deed >= 0 && !words.some(isOther);
}

/** "Me" of "send it to me", and of "mir überweisen" where verbs stand last; not of "send it for me" and "transfer me to". */
function isGivenTo(words: readonly string[], at: number, { verbLast, words: known }: ActLanguage): boolean {
  const { clauseOpener, direction, dateLead, route } = known;
  const lead = words[at - 1] ?? '';
  const isMoved = !verbLast && route.has(words[at + 1] ?? '');
  if (isMoved || (direction.has(lead) && dateLead.has(lead) && !route.has(lead))) return false;
  const reaches = (to: number) => {
    const between = words.slice(Math.min(at, to) + 1, Math.max(at, to));
    return between.length <= GIVEN && !between.some((word) => word === ',' || clauseOpener.has(word));
  };
  return words.some((word, to) => word === PROPOSED && (verbLast || to < at) && reaches(to));
}

/** True when every word that a word of direction leads to has the same one before it in the question: "to Ann from savings". */
export function keepsLeads(said: readonly string[], { question, language }: ProposalWords): boolean {
  const { route, direction, determiner, formality } = language.words;
  const words = said.filter((word) => !formality.has(word));
  const leadAt = (text: readonly string[], at: number) => {
    const lead = leadBefore(text, at, language);
    return route.has(lead) || direction.has(lead) ? language.stem(lead) : undefined;
  };
  return words.every((word, at) => {
    const lead = determiner.has(word) ? undefined : leadAt(words, at);
    return lead === undefined || question.some((each, index) => each === word && leadAt(question, index) === lead);
  });
}

/** "Close checking" to "Shall I close your savings account and move the money to checking?": what would end is a thing of the other deed. */
export function endsOther(sentence: Sentence, { question, deeds, language }: ProposalWords): boolean {
  if (deeds.size < 2) return false;
  const deedOf = (word: string) => language.deeds.get(word)?.deed ?? '';
  const stems = (words: readonly string[]) => new Set(words.map(language.stem));
  const asked = partsByDeed(question, (at) => deeds.has(deedOf(question[at] ?? '')), language);
  const said = partsByDeed(sentence.words, (at) => sentence.words[at] === PROPOSED, language);
  return said.some(({ at, part }) => {
    const deed = deedOf(typed(sentence, at, at + 1).toLowerCase());
    if (!language.endingDeeds.has(deed)) return false;
    const isOwn = (each: { at: number }) => deedOf(question[each.at] ?? '') === deed;
    const own = stems(asked.filter(isOwn).flatMap((each) => each.part));
    const others = stems(asked.filter((each) => !isOwn(each)).flatMap((each) => each.part));
    const named = [...stems(part.filter((word) => /^\p{L}{3,}/u.test(word) && !language.words.glue.has(word)))];
    return own.size > 0 && named.some((word) => others.has(word) && !own.has(word));
  });
}

/** The words that belong to each deed: those behind it, or before it where verbs stand last, up to the next one. */
function partsByDeed(
  words: readonly string[],
  isDeed: (at: number) => boolean,
  { verbLast }: ActLanguage,
): { at: number; part: readonly string[] }[] {
  const places = [...words.keys()].filter(isDeed);
  return places.map((at, index) => ({
    at,
    part: verbLast ? words.slice((places[index - 1] ?? -1) + 1, at) : words.slice(at + 1, places[index + 1]),
  }));
}

/** "Cancel both" to one of them, "cancel one" to two. */
function countsOthers(words: readonly string[], proposal: ProposalWords): boolean {
  return countsMore(words, proposal) || countsFewer(words, proposal);
}

/** "Cancel one" to "Shall I cancel your two places?"; to "… a table for two?" it is the table. */
function countsFewer(words: readonly string[], { language, question, asked }: ProposalWords): boolean {
  const { direction, route, dateLead } = language.words;
  const { units, pronouns } = language.values.words.numbers;
  const isOne = (word: string, at: number) => {
    const [before, next = ','] = [words[at - 1], words[at + 1]];
    const isAlone = language.verbLast ? next === PROPOSED : before === PROPOSED && next === ',';
    return units[word] === 1 && pronouns.words.includes(word) && isAlone;
  };
  const areSeveral = asked.some(({ at, ...value }) => {
    const lead = question[at - 1] ?? '';
    const isLed = [direction, route, dateLead].some((list) => list.has(lead));
    return value.kind === 'number' && value.value >= 2 && value.unit !== undefined && !isLed;
  });
  return areSeveral && words.some(isOne);
}

/** "Cancel both" and "yes, both tickets" to one of them; "we are both …" tells of somebody. */
function countsMore(words: readonly string[], proposal: ProposalWords): boolean {
  const { language, question, asked, mentions, arguments: args } = proposal;
  const { pair, clauseOpener, yes, politeRequest, determiner } = language.words;
  const leads = (word = ',') =>
    word === ',' || word === PROPOSED || [yes, politeRequest, determiner].some((list) => list.has(word));
  if (!words.some((word, at) => pair.has(word) && leads(words[at - 1]))) return false;
  const isTwo = [...asked, ...mentions].some((value) => value.kind === 'number' && value.value === 2);
  const areTwo = question.some((word) => pair.has(word) || clauseOpener.has(word)) || args.some(({ list }) => list);
  return !isTwo && !areTwo;
}

/** True for a word that the question denies: "the terrace" against "a table without the terrace". */
export function namesDenied(words: readonly string[], { question, language }: ProposalWords): boolean {
  const { stem } = language;
  const { glue, negation } = language.words;
  return question.some((word, at) => {
    if (!negation.has(word) || words.includes(word)) return false;
    const denied = question.slice(at + 1).find((each) => !glue.has(each));
    return denied !== undefined && words.some((each) => stem(each) === stem(denied));
  });
}

/** "To Hamburg instead of Delhi" to a move to Delhi; what is left for another thing may well be replaced. */
function replacesAsked(words: readonly string[], proposal: ProposalWords): boolean {
  const { argumentWords, way, language } = proposal;
  const at = language.phrases.indexOf(words, 'replacing');
  if (at < 0) return false;
  const [replaced = []] = betweenCommas(words.slice(at));
  const held = heldIn(replaced, proposal);
  const isAsked = (word: string) => !language.words.glue.has(word) && argumentWords.includes(word);
  return (
    held.length > valuesLeft(held, proposal).length || replaced.some((word) => isAsked(word) && !way.left.has(word))
  );
}

/**
 * "Deliver it to Mill Street" to "… to Larch Close instead of Mill Street", "XL is fine" to "It is in XL. Shall I change it to XXL?": it
 * names what is left, and nothing of what takes its place. "XL is too tight" is a reason.
 */
function namesReplaced(words: readonly string[], proposal: ProposalWords): boolean {
  const { way, question, argumentWords, language } = proposal;
  if (way.replaced.size === 0 || language.phrases.indexOf(words, 'replacing') >= 0) return false;
  const replaced = new Set([...way.replaced].map((place) => question[place] ?? ''));
  const { negation, adverse, origin, glue } = language.words;
  const isReplaced = (word: string) => replaced.has(word) && way.left.has(word);
  const isKept = (word: string) => argumentWords.includes(word) && !replaced.has(word) && !glue.has(word);
  const isTold = (word: string) => word === PROPOSED || negation.has(word) || origin.has(word) || isKept(word);
  if (words.some(isTold)) return false;
  return betweenCommas(words).some(
    (part) => (part.some(isReplaced) || namesValueLeft(part, proposal)) && !part.some((word) => adverse.has(word)),
  );
}

/** "Berg with a k", "Meyer mit y". */
function spellsName(words: readonly string[], { language: { phrases } }: ProposalWords): boolean {
  return phrases.indexOf(words, 'spelled') >= 0;
}

/** True for words that have another value than what is asked: more or fewer of it, what it replaces, or another of its names. */
export function namesOtherValue(words: readonly string[], proposal: ProposalWords): boolean {
  return [
    countsOthers,
    replacesAsked,
    namesReplaced,
    leavesReached,
    namesRival,
    leadsToRival,
    namesPerson,
    spellsName,
    saysOnlyTold,
  ].some((isOther) => isOther(words, proposal));
}

/** "Trag mich aus" to "Soll ich dich eintragen?": the verb goes the other way, and nothing in the question does. */
export function reverses(words: readonly string[], { question, language: { phrases } }: ProposalWords): boolean {
  const at = phrases.indexOf(words, 'reversing');
  const part = words[at + (phrases.at(words, at, ['reversing'])?.length ?? 0) - 1] ?? '';
  return at >= 0 && !question.some((word) => word.startsWith(part));
}
