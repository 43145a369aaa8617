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
  readonly told: readonly ToldEvent[];
}

export function check(world: World): Violation[];
