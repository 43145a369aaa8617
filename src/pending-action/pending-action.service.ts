import type { Clock } from '../common/clock.js';
import { EngineError } from '../common/errors.js';
import type { JsonObject } from '../common/json.js';
import type { ActionMethod, CallContext } from '../handlers/index.js';
import { type Moment, transition } from './lifecycle.js';
import type { ClosingReason, Proposal } from './proposal.js';
import type { ProposalRepository } from './proposal.repository.js';
import { type RunResult, resultOf, runMethods } from './run-methods.js';

/** What carries out a proposal: the methods of its handler, or one that calls its tool. */
export interface ActionMethods {
  readonly methods: readonly { readonly name: string; readonly method: ActionMethod }[];
  /** Milliseconds for all of them together; null for the turn's own deadline. */
  readonly timeoutMs: number | null;
}

/** What became of a yes. The proposal is as it stands in the database now. */
export type ExecutionResult =
  | { readonly kind: 'executed'; readonly proposal: Proposal }
  | { readonly kind: 'in-doubt'; readonly proposal: Proposal }
  /** `message` is for the user; what was thrown stands in `proposal.error`. */
  | { readonly kind: 'failed' | 'retryable'; readonly proposal: Proposal; readonly message: string }
  /** Somebody else claimed it, or it is no longer what the user was shown; nothing was run. */
  | { readonly kind: 'not-claimed' };

/** Claims and carries out confirmed proposals. What only changes a proposal in memory is in `close`. */
export class PendingActionService {
  constructor(
    private readonly proposals: ProposalRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a confirmed proposal at most once: claims it, runs its methods with the frozen arguments, and stores the
   * outcome before it returns. If the process dies in between, the row stays IN_PROGRESS and no yes runs it again.
   */
  async execute(
    proposal: Proposal,
    action: ActionMethods,
    context: CallContext,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    const budgetMs = Math.max(
      1,
      Math.min(action.timeoutMs ?? Number.POSITIVE_INFINITY, context.deadline - this.clock.now()),
    );
    const deadline = this.clock.now() + budgetMs;
    const claimed = await this.proposals.claim(proposal, { owner, expiresAtMs: deadline }, now);
    if (!claimed) return { kind: 'not-claimed' };
    const run = await runMethods({
      methods: action.methods,
      completed: claimed.completedMethods,
      results: claimed.completedMethods > 0 ? (claimed.result as JsonObject) : {},
      call: {
        ...context,
        deadline,
        signal: AbortSignal.any([context.signal, AbortSignal.timeout(budgetMs)]),
        actionKey: claimed.actionKey,
        arguments: structuredClone(claimed.arguments),
        idempotencyKey: claimed.idempotencyKey,
        attempt: claimed.attempts,
      },
      checkpoint: (completed, results) =>
        this.proposals.checkpoint({ ...claimed, completedMethods: completed, result: results }, owner),
    });
    return this.settle(claimed, run, action.methods.length, now, owner);
  }

  private async settle(
    claimed: Proposal,
    run: RunResult,
    methodCount: number,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    const progress = { ...claimed, completedMethods: run.completed, result: run.results };
    if (run.kind === 'unknown') {
      const held: Proposal = { ...progress, reason: 'HANDLER_TIMED_OUT', error: run.message };
      await this.store(held, owner);
      return { kind: 'in-doubt', proposal: held };
    }
    if (run.kind === 'done') {
      const result = resultOf(run.results, methodCount);
      const executed = closed({ ...progress, result }, 'SUCCEED', null, this.at(now));
      await this.store(executed, owner);
      return { kind: 'executed', proposal: executed };
    }
    if (run.retryable) {
      const reopened: Proposal = { ...progress, ...nextStatus(claimed, 'RETRY', now), error: run.detail };
      await this.store(reopened, owner);
      return { kind: 'retryable', proposal: reopened, message: run.message };
    }
    const failed = closed({ ...progress, error: run.detail }, 'FAIL', 'HANDLER_FAILED', this.at(now));
    await this.store(failed, owner);
    return { kind: 'failed', proposal: failed, message: run.message };
  }

  private at(now: Moment): Moment {
    return { turn: now.turn, epochMs: this.clock.now() };
  }

  private async store(proposal: Proposal, owner: string): Promise<void> {
    if (await this.proposals.storeOutcome(proposal, owner)) return;
    const text = `The outcome of action ${proposal.proposalId} could not be stored: its claim was taken over.`;
    throw new EngineError('CONVERSATION_PERSIST_FAILED', text);
  }
}

/** A proposal after an event that ends it. The caller has asked `transition` before, or knows that it may. */
export function closed(
  proposal: Proposal,
  event: 'DENY' | 'SUPERSEDE' | 'EXPIRE' | 'SUCCEED' | 'FAIL',
  reason: ClosingReason | null,
  now: Moment,
): Proposal {
  const next = nextStatus(proposal, event, now);
  return { ...proposal, ...next, reason, closedTurn: now.turn, closedAtMs: now.epochMs };
}

/** Which clock ended a proposal. */
export function expiryReason(proposal: Proposal, now: Moment): ClosingReason {
  return proposal.expiresTurn !== null && now.turn > proposal.expiresTurn ? 'TTL_TURNS' : 'TTL_MINUTES';
}

function nextStatus(proposal: Proposal, event: Parameters<typeof transition>[1], now: Moment) {
  const next = transition(proposal, event, now);
  if (!next.ok) {
    const text = `Action ${proposal.proposalId} is ${proposal.status}; ${event} is not possible (${next.reason}).`;
    throw new EngineError('INTERNAL_ERROR', text);
  }
  return { status: next.status };
}
