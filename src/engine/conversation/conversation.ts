import type { JsonObject, JsonValue } from '../../platform/common/json.js';

/** `BLOCKED` is how the last turn ended (a policy refused it); the next turn proceeds normally. */
export type ConversationStatus = 'RUNNING' | 'BLOCKED';

/** `CHAT` takes messages; in a `TOOL` conversation one tool call is asked and answered, and no message reaches it. */
export type ConversationKind = 'CHAT' | 'TOOL';

/** While a person answers in the engine's place. */
export interface Handover {
  /** Milliseconds since 1970 UTC. */
  readonly sinceMs: number;
  /** Which people are to answer; empty where that was not said. */
  readonly queue: string;
  /** For whoever answers. */
  readonly note: string;
  /** Who has handed it over: an operator's name, or `FLOW`. */
  readonly by: string;
}

/** A conversation as it was when the turn began: a row of `ce_conversation`. */
export interface Conversation {
  readonly conversationId: string;
  readonly kind: ConversationKind;
  /** Whose it is; null where whoever began it named nobody. */
  readonly user: string | null;
  readonly status: ConversationStatus;
  readonly intent: string;
  readonly state: string;
  readonly context: JsonObject;
  readonly lastUserText: string | null;
  readonly lastAssistant: JsonValue;
  /** How many turns the conversation has had; never goes back, whatever the length of the history that is kept. */
  readonly turnNo: number;
  readonly lastAuditId: number;
  /** What the next turn record is chained to; null where it is the first. */
  readonly lastRecordHash: string | null;
  /** Null while the engine answers. */
  readonly handover: Handover | null;
  /** True when this turn is its first. */
  readonly isNew: boolean;
}

/** One earlier exchange. */
export interface HistoryEntry {
  readonly turnNo: number;
  readonly user: string;
  readonly assistant: string;
  /** The person who replied; left out where the engine did. */
  readonly by?: string;
}

/** Intent or state that is not known yet. */
export const UNKNOWN = 'UNKNOWN';

/** A request may be this many turns older than the question to which it is sent once more. */
const LEAST_TURNS = 20;

/** How many past turns a turn reads: also where models are shown fewer or none, what was said before is known. */
export function turnsToRead({ maxTurns }: { readonly maxTurns: number }): number {
  return Math.max(maxTurns, LEAST_TURNS);
}
