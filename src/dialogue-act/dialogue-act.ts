import type { JsonObject } from '../common/json.js';

/** What a user can do with one message. */
export const DIALOGUE_ACTS = [
  'AFFIRM',
  'NEGATE',
  'EDIT',
  'RESET',
  'QUESTION',
  'NEW_REQUEST',
  'GREETING',
  'ANSWER',
] as const;
export type DialogueAct = (typeof DIALOGUE_ACTS)[number];

/** The action that is waiting for the user's word, as the user sees it. */
export interface OpenProposal {
  /** The question the user was asked. */
  readonly question: string;
  /** The arguments that a yes would run with. */
  readonly arguments: JsonObject;
}

/** What is known when a message is classified. */
export interface DialogueActInput {
  readonly text: string;
  /** Set while an action is OPEN. */
  readonly proposal?: OpenProposal;
  /** True when the assistant asked for something: a slot is missing or a clarification is pending. */
  readonly expectsAnswer: boolean;
}

/** One act found in the message, with the words that show it. */
export interface ActReading {
  readonly act: DialogueAct;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: string;
}

/** The reading of one message: its single act as the contract wants it, and all acts found. */
export interface DialogueActReading extends ActReading {
  readonly acts: readonly ActReading[];
}
