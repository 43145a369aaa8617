import { type ActLanguage, betweenCommas, type Order, partOf, type Sentence } from '../words/index.js';
import { PROPOSED } from './deeds.js';
import type { ProposalWords } from './proposal-words.js';

/** An order has no more words. */
const LONGEST = 10;
/** So many words may stand between the parts of a verb: "take the milk off". */
const BETWEEN = 4;

/** "Put him on" to "Shall I remove Bob?", "yes, submit it" to "Please confirm: withdraw the application.". */
export function ordersOpposite(words: readonly string[], proposal: ProposalWords): boolean {
  const { language } = proposal;
  const given = betweenCommas(words).flatMap((clause) => {
    const order = withoutAssent(clause, language);
    const last = order.findLastIndex((word) => !language.words.politeRequest.has(word));
    const places = language.verbLast ? [0, last] : [0];
    return order.length <= LONGEST ? places.flatMap((at) => orderGivenAt(order, at, language)) : [];
  });
  if (given.length === 0) return false;
  const said = ordersIn(words, language);
  const asked = ordersIn(proposal.offered, language);
  return given.some((order) => {
    const other = opposite(order);
    return isFor(other, order, asked) && !said.some((one) => isSame(one, other));
  });
}

/** "Yes, take him off" to "Shall I remove Bob?" as "yes, remove him": an order beside a yes, in a verb that means the same. */
export function withSameOrder(sentence: Sentence, proposal: ProposalWords): Sentence {
  const { language } = proposal;
  const { words } = sentence;
  const start = words.length - withoutAssent(words, language).length;
  if (start === 0 || words.length - start > LONGEST || words.includes(PROPOSED)) return sentence;
  const given = orderGivenAt(words, start, language);
  if (given.length === 0) return sentence;
  const asked = ordersIn(proposal.offered, language);
  const order = given.find((each) => isFor(each, opposite(each), asked));
  if (!order) return sentence;
  const part = order.part === undefined ? words.length : words.indexOf(order.part, start + 1);
  if (!words.every((word, at) => at <= start || at === part || isAsked(word, proposal))) return sentence;
  const [before, behind] = [partOf(sentence, 0, part), partOf(sentence, part + 1)];
  return {
    ...sentence,
    words: [...before.words.with(start, PROPOSED), ...behind.words],
    spans: [...before.spans, ...behind.spans],
  };
}

/** The words behind those that agree, ask politely or say nothing. */
export function withoutAssent(words: readonly string[], language: ActLanguage): readonly string[] {
  const { words: known, phrases, orders, stem } = language;
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (orders.has(stem(word)) && !known.yes.has(word)) break;
    const isAssent = word === ',' || known.yes.has(word) || known.bareAssent.has(word) || known.politeRequest.has(word);
    const length = isAssent ? 1 : (phrases.at(words, at, ['consent', 'praise', 'filler'])?.length ?? 0);
    if (length === 0) break;
    at += length;
  }
  return words.slice(at);
}

/** A word of the question, or one that stands for it or asks for it; not "wir" of "ja, nehmen wir raus", who do it then. */
function isAsked(word: string, { question, language }: ProposalWords): boolean {
  const { object, self, politeRequest, determiner, indefinite } = language.words;
  if (indefinite.has(word) || self.has(word)) return false;
  const isSmall = word === ',' || [object, politeRequest, determiner].some((list) => list.has(word));
  return isSmall || question.some((own) => own === word || language.stem(own) === language.stem(word));
}

/** What a word orders: "saved what I need" tells something; where verbs have more forms, it may be any of them. */
function orderGivenAt(words: readonly string[], at: number, language: ActLanguage): Order[] {
  return ordersAt(words, at, language).filter(({ verb }) => language.verbLast || words[at] === verb);
}

/** True for an order beside a yes, in whatever verb, but for that of the question: "yes, chuck him out". */
export function ordersOtherwise(words: readonly string[], language: ActLanguage): boolean {
  const order = withoutAssent(words, language);
  const { object, self, determiner, possessive, subject, glue, verb, modal } = language.words;
  const [first = '', next = ''] = order;
  const isVerb = ![subject, glue, possessive, determiner, verb, modal, self].some((list) => list.has(first));
  const hasObject = [object, self, determiner, possessive].some((list) => list.has(next));
  return order.length < words.length && isVerb && hasObject && !order.includes(PROPOSED);
}

/** The orders that words speak of, but for those that only name a thing. */
function ordersIn(words: readonly string[], language: ActLanguage): Order[] {
  const isThing = (word: string) => language.deeds.get(word)?.isNoun === true;
  return words.flatMap((word, at) => (isThing(word) ? [] : ordersAt(words, at, language)));
}

function ordersAt(words: readonly string[], at: number, { orders, stem }: ActLanguage): Order[] {
  const behind = words.slice(at + 1, at + 2 + BETWEEN);
  return (orders.get(stem(words[at] ?? '')) ?? []).filter(({ part }) => part === undefined || behind.includes(part));
}

type Side = Pick<Order, 'pair' | 'side'>;

/** True where what is asked is the first, and not the other. */
function isFor(one: Side, other: Side, asked: readonly Order[]): boolean {
  return asked.some((each) => isSame(each, one)) && !asked.some((each) => isSame(each, other));
}

function isSame(one: Side, other: Side): boolean {
  return one.pair === other.pair && one.side === other.side;
}

function opposite({ pair, side }: Side): Side {
  return { pair, side: 1 - side };
}
