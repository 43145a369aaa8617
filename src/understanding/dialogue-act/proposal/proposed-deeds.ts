import { nameWords } from '../../language/index.js';
import type { OpenProposal } from '../dialogue-act.js';
import { type ActLanguage, type DeedWord, formsOf, type Sentence, wordsIn, wordsOf } from '../words/index.js';
import { askedVerb } from './asked-verb.js';
import { deedsOf, isPartOfName } from './deeds.js';
import { scalarsOf } from './leaves.js';

/** A word of a name that is not its first one: "Close" of "18 Larch Close". */
const NAME_BEHIND = /(?<=[\p{L}\d]\s)\p{Lu}\p{Ll}+/gu;

/** So many words behind an article, a word is part of what that leads to. */
const LED = 2;

/** A question of so many words only asks whether that is right: "OK?", "Passt das so?". */
export const BARE_QUESTION = 3;

/** What a question proposes to do, and a language that knows the words for it. */
interface Proposed {
  readonly deeds: ReadonlySet<string>;
  readonly language: ActLanguage;
  /** True where its verb only carries out what the noun says: "make" of "Shall I make the payment?". */
  readonly carries: boolean;
}

/**
 * What a question proposes, in the language's names for deeds. Where none of its words is there, the verb of "Shall I grant
 * the loan?" is one in that question, and "book it" says another; "make" of "Shall I make the payment?" only carries out what the noun says.
 */
export function readProposed(proposal: OpenProposal, sentences: readonly Sentence[], known: ActLanguage): Proposed {
  const { deeds: named, language } = withoutNames(proposal, sentences, known);
  const undone = undoneDeed(named, sentences, language);
  if (undone !== undefined) return { deeds: new Set([`undo ${undone}`]), language, carries: false };
  const verb = verbOf(sentences, language);
  const isOwn = verb !== undefined && !language.deeds.has(verb);
  const carries = verb !== undefined && carriesOut(verb, language);
  const found = isOwn && !carries ? deedsOfVerbs(named, proposal, sentences, language) : named;
  if (found.size > 0) {
    const { deeds, language: own } = withCarriedDeed(found, sentences, language);
    const asked = new Set(sentences.flatMap(({ words }) => words));
    const kindred = withKindredDeeds(withOtherEndings(deeds, asked, own), sentences, own);
    return { deeds: withWay(kindred, sentences, own), language: own, carries };
  }
  if (!isOwn || (carries && language.spelling.known.has(verb))) return { deeds: found, language, carries };
  const word: DeedWord = { deed: verb, isNoun: false, weight: 'named' };
  const forms = formsOf(verb, language.endings).map((form) => [form, word] as const);
  return { deeds: new Set([verb]), language: { ...language, deeds: new Map([...forms, ...language.deeds]) }, carries };
}

/** The verb that asks, or, where none does, that tells what will be done: "I will skip your next order. OK?". */
function verbOf(sentences: readonly Sentence[], language: ActLanguage): string | undefined {
  const asking = sentences.filter(({ question }) => question);
  const isBare = wordsIn(asking).length <= BARE_QUESTION;
  const verbs = (isBare ? sentences : asking).map((sentence) => askedVerb(sentence, language));
  return verbs.findLast((each) => each !== undefined);
}

/**
 * What is proposed by words that are no part of a name: "Close" of "the delivery address … to 18 Larch Close" closes nothing, where something
 * else is done. Where every noun has a capital, none of them tells a name.
 */
function withoutNames(
  proposal: OpenProposal,
  sentences: readonly Sentence[],
  language: ActLanguage,
): Pick<Proposed, 'deeds' | 'language'> {
  const deeds = proposedDeeds(proposal, sentences, language);
  if (deeds.size < 2 || language.nounsAreCapitalized) return { deeds, language };
  const names = namesIn(proposal, language);
  if (names.length === 0) return { deeds, language };
  const own = { ...language, deeds: new Map([...language.deeds].filter(([word]) => !names.includes(word))) };
  const others = proposedDeeds(proposal, sentences, own);
  return others.size > 0 ? { deeds: others, language: own } : { deeds, language };
}

/** Words for deeds that are written with a capital behind another word of a proposed value, and in the question in no other way. */
function namesIn({ question, arguments: args }: OpenProposal, { deeds }: ActLanguage): string[] {
  const values = scalarsOf(args).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const asked = question.split(/\P{L}+/u);
  return values
    .flatMap((value) => value.match(NAME_BEHIND) ?? [])
    .filter((name) => asked.every((word) => word === name || word.toLowerCase() !== name.toLowerCase()))
    .map((name) => name.toLowerCase())
    .filter((word) => deeds.has(word));
}

/**
 * "Shall I submit the cancellation?" proposes to cancel, and whoever says "submit it" agrees: the verb only carries what the noun behind its
 * article says. Who pays something is another matter.
 */
function withCarriedDeed(
  deeds: ReadonlySet<string>,
  sentences: readonly Sentence[],
  language: ActLanguage,
): Pick<Proposed, 'deeds' | 'language'> {
  const { deeds: known, graveDeeds, givingDeeds, words } = language;
  if ([...deeds].some((deed) => graveDeeds.has(deed) || givingDeeds.has(deed))) return { deeds, language };
  const carried = sentences.flatMap(({ words: said, question }) =>
    said.flatMap((word, at) => {
      const noun = known.get(word);
      const isCarried =
        question && noun?.isNoun && graveDeeds.has(noun.deed) && words.determiner.has(said[at - 1] ?? '');
      return isCarried && !isPartOfName(said, at, language) ? [noun] : [];
    }),
  );
  const [noun] = carried;
  if (!noun) return { deeds, language };
  const carrying = [...known].flatMap(([word, each]) =>
    deeds.has(each.deed) && !each.isNoun ? [[word, { ...noun, isNoun: false }] as const] : [],
  );
  return {
    deeds: new Set(carried.map(({ deed }) => deed)),
    language: { ...language, deeds: new Map([...known, ...carrying]) },
  };
}

/**
 * "Terminate it" to "Shall I cancel it?": one end is as good as another where the question speaks of no other. A word that also calls
 * off what was asked ("scrap that") means nothing but its own.
 */
function withOtherEndings(
  deeds: ReadonlySet<string>,
  asked: ReadonlySet<string>,
  { endingDeeds, plainEndings, deedForms }: ActLanguage,
): ReadonlySet<string> {
  if (![...deeds].some((deed) => endingDeeds.has(deed))) return deeds;
  const isAsked = (deed: string) => deedForms.get(deed)?.some((word) => asked.has(word));
  return new Set([...deeds, ...[...plainEndings].filter((deed) => !isAsked(deed))]);
}

/**
 * "Pay him" to "Shall I transfer …?": what says the same, where the question speaks of none of that; "hire it" to "Shall I book the
 * rental car?": what is narrower, where it names a thing of that.
 */
function withKindredDeeds(
  deeds: ReadonlySet<string>,
  sentences: readonly Sentence[],
  language: ActLanguage,
): ReadonlySet<string> {
  const { deeds: known, widerDeeds, sameDeeds } = language;
  const spokenOf = sentences.flatMap(({ words }) =>
    words.flatMap((word, at) => {
      const deed = known.get(word)?.deed;
      return deed === undefined ? [] : [{ deed, isPart: isPartOfName(words, at, language) }];
    }),
  );
  const narrower = spokenOf.flatMap(({ deed }) => (deeds.has(widerDeeds.get(deed) ?? '') ? [deed] : []));
  const isApart = (deed: string) => spokenOf.some((each) => each.deed === deed && !each.isPart);
  const same = [...deeds].flatMap((deed) => sameDeeds.get(deed) ?? []).filter((deed) => !isApart(deed));
  return new Set([...deeds, ...narrower, ...same]);
}

/**
 * "The upgrade" to "Shall I change your plan from Basic to Premium?", "raise it" to a change from 92 to 118 euros: which way it goes, where
 * the language knows both or they are numbers.
 */
function withWay(
  deeds: ReadonlySet<string>,
  sentences: readonly Sentence[],
  { tierOf, deedsToward, widerDeeds, values, words: { route, glue, origin } }: ActLanguage,
): ReadonlySet<string> {
  const wayOf = ([left, reached, ...more]: { rank: number; lead: string }[]) => {
    if (!left || !reached || more.length > 0 || left.lead === reached.lead || left.rank === reached.rank) return [];
    const isWay = glue.has(reached.lead) || (origin.has(left.lead) && !origin.has(reached.lead));
    return isWay ? deedsToward[reached.rank > left.rank ? 'up' : 'down'] : [];
  };
  const ledTiers = sentences.flatMap(({ words }) =>
    words.flatMap((word, at) => {
      const [rank, lead = ''] = [tierOf.get(word), words[at - 1]];
      return rank !== undefined && route.has(lead) ? [{ rank, lead }] : [];
    }),
  );
  const ledNumbers = sentences.flatMap(({ words }) =>
    values.said.inWords(words).flatMap((value) => {
      if (value.kind !== 'number') return [];
      const [before = '', lead = ''] = [words[value.at - 2], words[value.at - 1]];
      if (route.has(lead)) return [{ rank: value.value, lead, name: '' }];
      return route.has(before) ? [{ rank: value.value, lead: before, name: lead }] : [];
    }),
  );
  // "From Fibre 80 to Fibre 500", not "from Anna 80 to Berta 500".
  const isOfOne = ledNumbers.every(({ name }) => name === ledNumbers[0]?.name);
  const ways = [...wayOf(ledTiers), ...(isOfOne ? wayOf(ledNumbers) : [])];
  return new Set([...deeds, ...ways.filter((deed) => deeds.has(widerDeeds.get(deed) ?? ''))]);
}

function carriesOut(verb: string, { words: { carrying }, stem }: ActLanguage): boolean {
  return carrying.has(verb) || [...carrying].some((each) => stem(each) === stem(verb));
}

/**
 * "Shall I dispute the payment?" does not propose to pay, nor "Shall I drop it from your spring schedule?" to schedule: what no verb says, or
 * stands behind an article, is the thing that something is done to.
 */
function deedsOfVerbs(
  deeds: ReadonlySet<string>,
  { actionKey, description }: OpenProposal,
  sentences: readonly Sentence[],
  { deeds: known, spelling, verbLast, words: { determiner } }: ActLanguage,
): ReadonlySet<string> {
  const named = [nameWords(actionKey ?? ''), wordsOf(description ?? '', spelling)];
  const isLed = (words: readonly string[], at: number) =>
    !verbLast && words.slice(Math.max(0, at - LED), at).some((word) => determiner.has(word));
  const verbs = [...named.flat(), ...sentences.flatMap(({ words }) => words.filter((_, at) => !isLed(words, at)))];
  const said = new Set(verbs.flatMap((word) => (known.get(word)?.isNoun === false ? [known.get(word)?.deed] : [])));
  return new Set([...deeds].filter((deed) => said.has(deed)));
}

/** The deed of "Shall I cancel the cancellation?", which is undone, and so what is not to be done. */
function undoneDeed(
  deeds: ReadonlySet<string>,
  sentences: readonly Sentence[],
  { deeds: known, endingDeeds, words: { determiner } }: ActLanguage,
): string | undefined {
  return [...deeds].find((deed) => {
    const isOf = (word: string) => known.get(word)?.deed === deed;
    return (
      endingDeeds.has(deed) &&
      sentences.some(({ words, question }) => {
        const said = [...words.keys()].filter((at) => isOf(words[at] ?? ''));
        const isThing = (at: number) => known.get(words[at] ?? '')?.isNoun && determiner.has(words[at - 1] ?? '');
        return question && said.some(isThing) && !said.every(isThing);
      })
    );
  });
}

/** What is proposed, by the name of the action and the sentences that ask; "I can transfer you. Shall I?" says it before. */
function proposedDeeds(
  { actionKey, description }: OpenProposal,
  sentences: readonly Sentence[],
  language: ActLanguage,
): Set<string> {
  const named = [nameWords(actionKey ?? ''), wordsOf(description ?? '', language.spelling)];
  const isAsked = sentences.some(({ question }) => question);
  const asking = sentences.filter((sentence) => asks(sentence, isAsked, language)).map(({ words }) => words);
  const deeds = deedsOf([...named, ...asking], language);
  const before = deeds.size > 0 ? undefined : sentences.findLast(({ words }) => deedsOf([words], language).size > 0);
  return before ? deedsOf([before.words], language) : deeds;
}

/** Beside a question, what sounds like an order ("I cannot process the cancellation") only tells something. */
function asks({ words, question }: Sentence, isAsked: boolean, { phrases }: ActLanguage): boolean {
  return question || phrases.indexOf(words, 'recap') >= 0 || (!isAsked && phrases.indexOf(words, 'explicit') >= 0);
}

/** True when what is proposed is grave and nothing else. */
export function isGrave(deeds: ReadonlySet<string>, { graveDeeds }: ActLanguage): boolean {
  return deeds.size > 0 && [...deeds].every((deed) => graveDeeds.has(deed));
}
