import { EngineError } from '../../platform/common/errors.js';
import type { ActionMethod, CallContext } from '../../platform/handlers-api/index.js';
import type { Moment } from './lifecycle.js';
import type { Proposal } from './proposal.js';

/** What carries out a proposal: the methods of its handler, or one that calls its tool. */
export interface ActionMethods {
  readonly methods: readonly { readonly name: string; readonly method: ActionMethod }[];
  /** Milliseconds for all of them together; null for the turn's own deadline. */
  readonly timeoutMs: number | null;
  /** How often it is begun at most, where it is idempotent; null for what is configured. */
  readonly maxAttempts: number | null;
}

/** What became of a yes. The proposal is as it stands in the database now. */
export type ExecutionResult =
  | { readonly kind: 'executed'; readonly proposal: Proposal }
  | { readonly kind: 'in-doubt'; readonly proposal: Proposal }
  /** `message` is for the user; what was thrown stands in `proposal.error`. */
  | { readonly kind: 'failed' | 'retryable'; readonly proposal: Proposal; readonly message: string }
  /** Its time ran out before the claim; nothing was run. The caller stores it with the turn. */
  | { readonly kind: 'expired'; readonly proposal: Proposal }
  /** Somebody else claimed it, or it is no longer what the user was shown; nothing was run. As it stands now, if it is there. */
  | { readonly kind: 'not-claimed'; readonly proposal?: Proposal | undefined };

/** Who has an action carried out: a turn, or a keeper that works on an idle conversation. */
export interface Caller {
  /** What the handler is told of the conversation. */
  readonly context: CallContext;
  /** The turn, and when it began. */
  readonly now: Moment;
  /** Who holds the conversation's lease. */
  readonly owner: string;
}

/** A claim that was won, and whoever waits for its outcome. */
export interface ClaimedAction {
  readonly claimed: Proposal;
  readonly now: Moment;
  readonly owner: string;
  /** Aborted when the caller stops waiting for the outcome to be stored. */
  readonly patience: AbortSignal;
}

/** A claimed action at work. */
export interface ActionWork extends ClaimedAction {
  readonly action: ActionMethods;
  readonly context: CallContext;
  /** When the claim that the database granted was asked for, by the process's monotonic clock. */
  readonly claimedAt: number;
}

/** The outcome of an action could not be stored, because its claim is somebody else's by now. */
export function claimTakenOver({ proposalId }: Proposal): EngineError {
  const text = `The outcome of action ${proposalId} could not be stored: its claim was taken over.`;
  return new EngineError('CONVERSATION_PERSIST_FAILED', text);
}
