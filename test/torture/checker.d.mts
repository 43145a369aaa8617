/** The arguments that a reply has asked about. */
export interface Question {
  readonly actionId: string;
  readonly revision: number;
  readonly arguments: unknown;
  readonly argumentsHash: string;
}

/** Something that a client has sent, or heard. Times are epoch milliseconds. */
export interface HistoryEvent {
  readonly what: 'sends' | 'hears';
  readonly at: number;
  /** The same for every attempt of a request. */
  readonly request: number;
  readonly kind: string;
  /** Of a yes: the question it is about. */
  readonly agreesTo?: Question;
  /** The question that the client has named. */
  readonly inReplyTo?: { readonly actionId?: string; readonly revision?: number; readonly turn?: number };
  readonly status?: number;
  readonly text?: string;
  readonly recoverable?: boolean;
  readonly asks?: readonly Question[];
  readonly newest?: { readonly actionId: string; readonly revision: number; readonly status: string };
  readonly bytes?: string;
}

export interface StoredAction {
  readonly conversationId: string;
  readonly actionId: string;
  readonly revision: number;
  readonly key: string;
  readonly policy: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly arguments: unknown;
  readonly argumentsHash: string;
  readonly mayAnswer: readonly string[];
  readonly confirmedBy: string | null;
}

export interface Effect {
  readonly conversationId: string;
  readonly key: string;
  readonly attempt: number;
  readonly arguments: unknown;
  readonly at: number;
}

/** A run of a workflow. A child has a parent. */
export interface StoredRun {
  readonly conversationId: string;
  readonly runId: string;
  readonly parentRunId: string | null;
  readonly status: string;
  readonly error: string | null;
  /** As the action was agreed to that has started it. */
  readonly arguments: unknown;
  readonly startedAt: number;
  /** Names of its steps. */
  readonly inDoubt: readonly string[];
}

/** What a step of a run has done in the world: `hotel`, or `hotel/undo`. */
export interface BookingEffect extends Effect {
  readonly runId: string;
  readonly step: string;
}

export interface StoredConversation {
  readonly conversationId: string;
  readonly turn_no: number;
  readonly last_audit_id: number;
  readonly audits: number;
  readonly first_audit: number;
  readonly last_audit: number;
  readonly audited_turns: number;
  readonly last_turn: number;
}

/** As the webhook heard it. */
export interface ToldEvent {
  readonly proposalId: string;
  readonly event: string;
  readonly status: string;
  readonly revision: number;
}

export interface ToldRun {
  readonly runId: string;
  readonly event: string;
}

export interface Violation {
  readonly invariant: string;
  readonly text: string;
  readonly conversationId?: string;
  readonly at?: number;
}

export interface World {
  readonly histories: ReadonlyMap<string, readonly HistoryEvent[]>;
  readonly actions: readonly StoredAction[];
  readonly conversations: readonly StoredConversation[];
  readonly effects: readonly Effect[];
  readonly runs: readonly StoredRun[];
  /** In the order in which they happened. */
  readonly bookings: readonly BookingEffect[];
  readonly told: readonly (ToldEvent | ToldRun)[];
}

export function check(world: World): Violation[];
