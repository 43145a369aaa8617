import type { DialogueActInput } from '../dialogue-act.js';
import { markProposed, ProposalWords, withSameOrder } from '../proposal/index.js';
import { isLeft, withAskedForms } from '../value-comparison/index.js';
import {
  type ActLanguage,
  isOneSlipAway,
  joinParticles,
  type PhraseKind,
  readMessage,
  type Sentence,
  typed,
} from '../words/index.js';

/** A word of fewer letters is none of which one was slipped. */
const SLIPPED = 4;

/** "Thanks for your help"; behind a mere "thanks" may stand what is wanted ("thanks, Berlin"). */
const LONG_THANKS = 4;

/** A message prepared for the rules. */
export interface Reply {
  readonly language: ActLanguage;
  readonly sentences: readonly Sentence[];
  /** Set while an action is open. */
  readonly proposal?: ProposalWords;
}

/** Prepares a message and, where an action is open, its proposal; the words for what it proposes become one. */
export function prepareReply(input: DialogueActInput, general: ActLanguage): Reply {
  const proposal = input.proposal && new ProposalWords(input.proposal, general);
  const { language } = proposal ?? { language: general };
  const read = readMessage(input.text, language.spelling);
  const meant = proposal ? read.map((sentence) => withoutSlips(withAskedForms(sentence, proposal), proposal)) : read;
  const sentences = meant.map((sentence) => joinParticles(sentence, language));
  const values = () =>
    proposal?.arguments.flatMap(({ words }) => words.filter((word) => /\p{L}{3}|^\d{2,}/u.test(word))) ?? [];
  const asked = { deeds: proposal?.deeds ?? new Set<string>(), question: proposal?.question ?? [], values };
  const spoken = proposal
    ? sentences.map((sentence) => withoutReplaced(withoutAddressed(sentence, proposal), proposal))
    : sentences;
  const named = spoken.map((sentence) => markProposed(sentence, asked, language));
  const marked = proposal ? named.map((sentence) => withSameOrder(sentence, proposal)) : named;
  return { language, sentences: marked, ...(proposal ? { proposal } : {}) };
}

/**
 * "Cahnge it" and "the adress" as the words of the question: letters that were swapped, doubled or left out. The name of a value may be
 * another one.
 */
function withoutSlips(sentence: Sentence, { deeds, language, question, arguments: args }: ProposalWords): Sentence {
  const { known } = language.spelling;
  const mayBeSlipped = (word: string) => word.length >= SLIPPED && !known.has(word) && /^\p{L}+$/u.test(word);
  if (!sentence.words.some(mayBeSlipped)) return sentence;
  const forms = [...deeds].flatMap((deed) => language.deedForms.get(deed) ?? []);
  const isValue = (word: string) => args.some(({ words }) => words.includes(word));
  const own = question.filter((word) => word.length > SLIPPED && !isValue(word));
  const meant = (word: string) =>
    question.includes(word) ? word : ([...forms, ...own].find((form) => isOneSlipAway(word, form, false)) ?? word);
  return { ...sentence, words: sentence.words.map((word) => (mayBeSlipped(word) ? meant(word) : word)) };
}

/** "Hi Priya, yes", "spot on, thanks Priya" and "thank you for your help, Irene", without the name of who is greeted, thanked or signs. */
function withoutAddressed(sentence: Sentence, { question, argumentWords, language }: ProposalWords): Sentence {
  const { words, spans } = sentence;
  const { thanking, you } = language.words;
  const isName = (at: number) => {
    const word = words[at] ?? '';
    return (
      /^\p{Lu}\p{Ll}+$/u.test(typed(sentence, at, at + 1)) &&
      !language.spelling.known.has(word) &&
      !question.includes(word) &&
      !argumentWords.includes(word)
    );
  };
  const isAddressed = (word: string, at: number) => {
    const opens = thanking.has(word) || (you.has(word) && thanking.has(words[at - 1] ?? ''));
    const greets = at === 0 && language.phrases.at(words, 0, ['greeting'])?.length === 1;
    return (opens || greets) && isName(at + 1) && (words[at + 2] ?? ',') === ',';
  };
  const last = words.length - 1;
  const signs = (word: string, at: number) => {
    const length = language.phrases.at(words, at, ['filler'])?.length ?? 0;
    return thanking.has(word) && length >= LONG_THANKS && at + length === last - 1 && words[last - 1] === ',';
  };
  const addressed = words.findIndex(isAddressed) + 1;
  const at = addressed > 0 ? addressed : isName(last) && words.some(signs) ? last : 0;
  return at === 0 ? sentence : { ...sentence, words: words.toSpliced(at, 1), spans: spans.toSpliced(at, 1) };
}

/** "Thursday instead of Wednesday" to a move from Wednesday to Thursday, without what is replaced. */
function withoutReplaced(sentence: Sentence, proposal: ProposalWords): Sentence {
  const { words, spans } = sentence;
  const { phrases } = proposal.language;
  const at = phrases.indexOf(words, 'replacing');
  if (at < 0) return sentence;
  const comma = words.indexOf(',', at);
  const end = comma < 0 ? words.length : comma;
  const replaced = words.slice(at + (phrases.at(words, at, ['replacing'])?.length ?? 0), end);
  if (!isLeft(replaced, proposal)) return sentence;
  return {
    ...sentence,
    words: [...words.slice(0, at), ...words.slice(end)],
    spans: [...spans.slice(0, at), ...spans.slice(end)],
  };
}

/** True when the sentence consists of nothing but phrases of these kinds (fillers and commas aside). */
export function consistsOf({ phrases }: ActLanguage, words: readonly string[], kinds: readonly PhraseKind[]): boolean {
  let at = 0;
  let found = false;
  while (at < words.length) {
    const match = words[at] === ',' ? undefined : phrases.at(words, at, [...kinds, 'filler']);
    if (!match && words[at] !== ',') return false;
    found ||= match !== undefined && match.kind !== 'filler';
    at += match?.length ?? 1;
  }
  return found;
}

/** The words without the phrases that say nothing ("… to resolve this"), as far as these are no part of one of the kinds. */
export function withoutFillers(
  words: readonly string[],
  { phrases }: ActLanguage,
  kinds: readonly PhraseKind[] = [],
): string[] {
  const said: string[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phrases.at(words, at, [...kinds, 'filler']);
    const length = phrase?.length ?? 1;
    if (phrase?.kind !== 'filler') said.push(...words.slice(at, at + length));
    at += length;
  }
  return said;
}

/** Where the words stand that say nothing. */
export function fillersIn(words: readonly string[], { phrases }: ActLanguage): ReadonlySet<number> {
  const places = new Set<number>();
  for (let at = 0; at < words.length; ) {
    const length = phrases.at(words, at, ['filler'])?.length ?? 0;
    for (let place = at; place < at + length; place += 1) places.add(place);
    at += Math.max(1, length);
  }
  return places;
}

/** Index of the first word from `from` on that is neither a filler nor a comma. */
export function skipFillers({ phrases }: ActLanguage, words: readonly string[], from = 0): number {
  let at = from;
  while (at < words.length) {
    const match = words[at] === ',' ? { length: 1 } : phrases.at(words, at, ['filler']);
    if (!match) return at;
    at += match.length;
  }
  return at;
}

/** What the user typed from word `from` of the sentence on. */
export function evidenceFrom(sentence: Sentence, from: number): string {
  return typed(sentence, from) || typed(sentence);
}

/** Index of the first word from `from` on that belongs to what the sentence says. */
export function skipLeadIns(language: ActLanguage, words: readonly string[], from = 0): number {
  let at = from;
  for (;;) {
    const start = at;
    at = skipFillers(language, words, at);
    at += language.phrases.at(words, at, ['leadIn', 'refusal', 'objection', 'idiom'])?.length ?? 0;
    if (at === start) return at;
  }
}
