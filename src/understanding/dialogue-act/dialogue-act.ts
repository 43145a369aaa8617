import type { JsonObject } from '../../platform/common/json.js';

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
  /** The name of the action, such as `cancel_order`. */
  readonly actionKey?: string;
  /** What the action does, in words for people: the title of a tool. */
  readonly description?: string;
  /** True when what it does cannot be undone. */
  readonly irreversible?: boolean;
}

/** What is known when a message is classified. */
export interface DialogueActInput {
  readonly text: string;
  /** Set while an action is OPEN. */
  readonly proposal?: OpenProposal;
  /** True where other actions are asked about as well. */
  readonly isOneOfSeveral?: boolean;
  /** True when the assistant asked for something: a slot is missing or a clarification is pending. */
  readonly expectsAnswer: boolean;
}

/**
 * How strong a yes is. `STRONG`: an explicit yes, "confirm" or "go ahead", with no question and no remark beside it;
 * `PLAIN`: any other consent, such as "okay" or "sounds good".
 */
export type ConsentStrength = 'PLAIN' | 'STRONG';

/** One act found in the message, with the words that show it. */
export interface ActReading {
  readonly act: DialogueAct;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: string;
  /** Set with AFFIRM. */
  readonly strength?: ConsentStrength;
}

/** The reading of one message: its single act as the contract wants it, and all acts found. */
export interface DialogueActReading extends ActReading {
  readonly acts: readonly ActReading[];
}
