import type { ValueInWords } from '../values/index.js';
import type { ActLanguage } from './act-language.js';
import { PROPOSED } from './deeds.js';
import { heldIn } from './held-values.js';
import { betweenCommas } from './message.js';
import type { ProposalWords } from './proposal-words.js';
import { isSame } from './same-value.js';

/** So many words stand between what is done and who gets something by it. */
const GIVEN = 3;

/** The word before the one at `at`, or before its determiners: "to" of "to the garden"; empty where none is. */
export function leadBefore(words: readonly string[], at: number, { words: { determiner } }: ActLanguage): string {
  return words.slice(0, at).findLast((word) => !determiner.has(word)) ?? '';
}

/** The word of direction that leads to the one at `at`, which may be the second of a name: "to" of "to Anna Lind". */
function wayTo(words: readonly string[], at: number, language: ActLanguage): string | undefined {
  const { route, direction, dateLead, glue } = language.words;
  const lead = leadBefore(words, at, language);
  if (route.has(lead)) return language.stem(lead);
  const isName = [words[at], words[at - 1]].every(
    (word = ',') => word !== ',' && word !== PROPOSED && ![glue, direction, dateLead].some((list) => list.has(word)),
  );
  return isName ? wayTo(words, at - 1, language) : undefined;
}

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
    const said = word === PROPOSED || language.words.determiner.has(word) ? undefined : leads(at);
    if (!said || language.words.glue.has(word)) return false;
    const asked = question.flatMap((each, index) => (each === word ? [wayTo(question, index, language)] : []));
    const isHeld = held.some((value) => at >= value.at && at < value.at + value.length);
    const isValue =
      isHeld || args.some((argument) => argument.words.includes(word) || argument.nameWords.includes(word));
    return !asked.includes(said) && !(isValue && asked.every((lead) => lead === undefined));
  });
}

/** "Send it to me" to "Shall I send 65 dollars to Ann?": it names nobody else, and the question does not speak of what is theirs. */
export function goesToSpeaker(words: readonly string[], proposal: ProposalWords): boolean {
  const { deeds, language, question, arguments: args } = proposal;
  const { receiver, you, route } = language.words;
  const gives = [...deeds].some((deed) => language.givingDeeds.has(deed));
  if (!gives || !words.some((word, at) => receiver.has(word) && isGivenTo(words, at, language))) return false;
  const isDeed = (word = '') => deeds.has(language.deeds.get(word)?.deed ?? '');
  const isTheirs = question.some((word, at) => {
    const before = question[at - 1] ?? '';
    return you.has(word) && (route.has(before) || isDeed(before));
  });
  const isName = (word: string) => /^\p{L}{3,}/u.test(word) && words.includes(word);
  return !isTheirs && !args.some((argument) => argument.words.some(isName));
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

/** "cancel A" to "Shall I cancel A and B?". */
export function namesPart(words: readonly string[], { arguments: args }: ProposalWords): boolean {
  const isNamed = (value: readonly string[]) => value.length > 0 && value.every((word) => words.includes(word));
  return args.some(({ list }) => {
    const named = list?.filter(isNamed).length ?? 0;
    return named > 0 && named < (list?.length ?? 0);
  });
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

/** A place of the question and the word of direction that leads to it. */
interface Led {
  readonly at: number;
  readonly lead: string;
}

function ledAmong(places: readonly number[], { question, language }: ProposalWords): Led[] {
  return places.flatMap((at) => {
    const lead = wayTo(question, at, language);
    return lead === undefined ? [] : [{ at, lead }];
  });
}

/** Of "from A to B" the place of A: another word leads to one that follows. */
function firstsOf(led: readonly Led[]): Led[] {
  return led.filter((own) => led.some(({ at, lead }) => at > own.at && lead !== own.lead));
}

/** "Family" to "Shall I change it from Family to Single?": a word that stands where two are named with a word of direction each, and is the first. */
export function namesFirstOfWay(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, language } = proposal;
  const led = ledAmong([...question.keys()], proposal);
  const firsts = firstsOf(led.filter(({ at }) => !language.words.route.has(question[at] ?? '')));
  return words.some((word) => {
    const asked = question.flatMap((each, at) => ([each, `${each}s`].includes(word) ? [at] : []));
    return asked.length > 0 && asked.every((at) => firsts.some((first) => first.at === at));
  });
}

/** Of values that the proposal holds those that are left for others: the third of "Shall I move it from the 3rd to the 10th?". */
export function valuesLeft(held: readonly ValueInWords[], proposal: ProposalWords): ValueInWords[] {
  const { asked } = proposal;
  const led = ledAmong(
    asked.map(({ at }) => at),
    proposal,
  );
  const firsts = new Set<Led | undefined>(firstsOf(led));
  if (firsts.size === 0) return [];
  // "From Tuesday at 9:00" leads to both.
  const isLeft = (value: ValueInWords) => firsts.has(led.findLast(({ at }) => at <= value.at));
  return held.filter((each) => {
    const own = asked.filter((other) => isSame(each, other));
    return own.length > 0 && own.every(isLeft);
  });
}

/** "The third is fine" to that question: values of which each is left, and none takes its place. */
export function namesValueLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const held = heldIn(words, proposal);
  return held.length > 0 && valuesLeft(held, proposal).length === held.length;
}

/** True for nothing but what is left: "on Wednesday" to the same question. */
export function isLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const { determiner, direction, dateLead, politeRequest } = proposal.language.words;
  const held = new Set(
    valuesLeft(heldIn(words, proposal), proposal).flatMap(({ at, length }) =>
      Array.from({ length }, (_, index) => at + index),
    ),
  );
  const isFree = (word: string) => [determiner, direction, dateLead, politeRequest].some((list) => list.has(word));
  const named = words.filter((word, at) => !held.has(at) && !isFree(word));
  return held.size + named.length > 0 && named.every((word) => namesFirstOfWay([word], proposal));
}

/** "Wednesday is great" to "Shall I move it from Wednesday to Thursday?": what is left is liked, and nothing is said of what takes its place. */
export function likesLeft(words: readonly string[], proposal: ProposalWords): boolean {
  return betweenCommas(words).some((part) => isLeftLiked(part, proposal));
}

function isLeftLiked(words: readonly string[], proposal: ProposalWords): boolean {
  const { phrases, words: known } = proposal.language;
  const likes =
    words.some((word) => known.liking.has(word)) ||
    (['fitting', 'praise', 'feeling'] as const).some((kind) => phrases.indexOf(words, kind) >= 0);
  return likes && !words.some((word) => known.negation.has(word)) && namesOnlyLeft(words, proposal);
}

/** "Anna Berg" to "Shall I change the name from Anna Berg to Anna Lind?"; with its "from", and of what is given, it is said again. */
export function namesOnlyLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const { deeds, isEnding, language } = proposal;
  const isTaken = isEnding || [...deeds].some((deed) => language.givingDeeds.has(deed));
  if (isTaken || words.some((word) => language.words.route.has(word))) return false;
  return namesValueLeft(words, proposal) || (namesFirstOfWay(words, proposal) && !namesReached(words, proposal));
}

/** A word of what takes its place, and not of what is left. */
function namesReached(words: readonly string[], proposal: ProposalWords): boolean {
  const { question } = proposal;
  const led = ledAmong([...question.keys()], proposal);
  const firsts = firstsOf(led);
  const left = new Set(firsts.map(({ at }) => question[at]));
  return led.some(
    (each) => !firsts.includes(each) && !left.has(question[each.at]) && words.includes(question[each.at] ?? ''),
  );
}

/** "The terrace" to "Shall I move it from the terrace to the garden?": a word that stands only behind where it comes from. Of what ends nothing is left. */
export function namesLeft(words: readonly string[], proposal: ProposalWords): boolean {
  const { question, arguments: args, language, isEnding } = proposal;
  if (isEnding) return false;
  const { route, glue } = language.words;
  const values = new Set(args.flatMap(({ words: own }) => own));
  const leadsOf = (word: string) =>
    question.flatMap((each, at) => (each === word ? [leadBefore(question, at, language)] : []));
  // A word for "from" that also stands elsewhere leads to what is left where no argument holds that.
  const isLeft = (word: string, leads: readonly string[]) =>
    leads.length > 0 && leads.every((lead) => route.has(lead) && (!glue.has(lead) || isOnlyLeft(word)));
  const isOnlyLeft = (word: string) => args.length > 0 && !values.has(word);
  return !words.some((word) => route.has(word)) && words.some((word) => !glue.has(word) && isLeft(word, leadsOf(word)));
}
