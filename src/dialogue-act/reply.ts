import { type ProposalWords, readProposal } from './contradiction.js';
import type { DialogueActInput } from './dialogue-act.js';
import { ENGLISH } from './english.js';
import type { PhraseKind } from './lexicon.js';
import { readMessage, type Sentence, typed } from './message.js';
import { PhraseMatcher } from './templates.js';

/** The phrases of the language, ready to be looked for. */
export const PHRASES = new PhraseMatcher(ENGLISH);

/** A message prepared for the rules of this folder. */
export interface Reply {
  readonly sentences: readonly Sentence[];
  /** Set while an action is open. */
  readonly proposal?: ProposalWords;
}

/** Prepares a message and, where an action is open, its proposal. */
export function prepareReply(input: DialogueActInput): Reply {
  const sentences = readMessage(input.text);
  return input.proposal ? { sentences, proposal: readProposal(input.proposal) } : { sentences };
}

/** True when the sentence consists of nothing but phrases of these kinds (fillers and commas aside). */
export function consistsOf(words: readonly string[], kinds: readonly PhraseKind[]): boolean {
  let at = 0;
  let found = false;
  while (at < words.length) {
    const match = words[at] === ',' ? undefined : PHRASES.at(words, at, [...kinds, 'filler']);
    if (!match && words[at] !== ',') return false;
    found ||= match !== undefined && match.kind !== 'filler';
    at += match?.length ?? 1;
  }
  return found;
}

/** Index of the first word from `from` on that is neither a filler nor a comma. */
export function skipFillers(words: readonly string[], from = 0): number {
  let at = from;
  while (at < words.length) {
    const match = words[at] === ',' ? { length: 1 } : PHRASES.at(words, at, ['filler']);
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
export function skipLeadIns(words: readonly string[], from: number): number {
  let at = from;
  for (;;) {
    const start = at;
    at = skipFillers(words, at);
    at += PHRASES.at(words, at, ['leadIn', 'refusal', 'objection', 'idiom'])?.length ?? 0;
    if (at === start) return at;
  }
}
