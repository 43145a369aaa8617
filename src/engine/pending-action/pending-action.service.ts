import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { copyJson, isJsonObject, toStorableText } from '../../platform/common/json.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { ActionMethod, CallContext } from '../../platform/handlers-api/index.js';
import type { Database, SqlRunner } from '../../platform/persistence/index.js';
import type { Approver } from './approval.js';
import { type Moment, transition } from './lifecycle.js';
import { type ClosingReason, type Proposal } from './proposal.js';
import { type ClaimCondition, ProposalRepository } from './proposal.repository.js';
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
  /** Its time ran out before the claim; nothing was run. The caller stores it with the turn. */
  | { readonly kind: 'expired'; readonly proposal: Proposal }
  /** Somebody else claimed it, or it is no longer what the user was shown; nothing was run. */
  | { readonly kind: 'not-claimed' };

/** Claims and carries out confirmed proposals, and decides about those that a process left behind. */
@Injectable()
export class PendingActionService {
  /** How long after its deadline a claim counts as abandoned, in milliseconds: time to store the outcome. */
  private readonly claimMarginMs: number;

  constructor(
    private readonly proposals: ProposalRepository,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { turn }: { readonly turn: Pick<ConvEngineConfig['turn'], 'leaseMs'> },
  ) {
    this.claimMarginMs = turn.leaseMs;
  }

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
    condition: ClaimCondition,
  ): Promise<ExecutionResult> {
    const deadline = this.deadlineOf(action, context);
    // The turn may have begun long ago: what counts is whether the action is in time now.
    const at = this.at(now);
    const claim = { owner, expiresAtMs: deadline + this.claimMarginMs };
    const claimed = await this.proposals.claim(proposal, claim, at, condition);
    if (claimed) return this.carryOut(claimed, action, { ...context, deadline }, now, owner);
    if (transition(proposal, 'CLAIM', at).ok) return { kind: 'not-claimed' };
    return { kind: 'expired', proposal: closed(proposal, 'EXPIRE', expiryReason(proposal, at), at) };
  }

  /**
   * Approves an open proposal as it stands, for one execution. Undefined when it is not open any more, or was amended.
   * @param now the turn that could use it at the earliest
   */
  approve(proposal: Proposal, { by, note }: Approver, now: Moment): Promise<Proposal | undefined> {
    const { revision, argumentsHash } = proposal;
    const who = { by: toStorableText(by), note: toStorableText(note) };
    const approval = { revision, argumentsHash, ...who, atMs: this.clock.now(), usedAtMs: null };
    return this.proposals.approve(proposal, approval, now);
  }

  /**
   * Decides about an action whose process died between claim and outcome, by its policy: `idempotent` runs it again
   * with the same key; `transactional` knows that nothing was written, and opens it again; `at-most-once` holds it,
   * since nobody can tell. Exactly one process decides.
   */
  async recover(
    abandoned: Proposal,
    action: ActionMethods | undefined,
    context: CallContext,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    const deadline = action ? this.deadlineOf(action, context) : this.clock.now();
    const claim = { owner, expiresAtMs: deadline + this.claimMarginMs };
    const takenOver = await this.proposals.takeOver(abandoned, claim, this.clock.now());
    if (!takenOver) return { kind: 'not-claimed' };
    if (takenOver.executionPolicy === 'idempotent' && action) {
      return this.carryOut(takenOver, action, { ...context, deadline }, now, owner);
    }
    if (takenOver.executionPolicy === 'transactional') {
      return this.reopen(takenOver, 'it was interrupted before anything was done.', now, owner);
    }
    return this.keepInDoubt(takenOver, 'INTERRUPTED', 'The process ended while the action was at work.', owner);
  }

  private deadlineOf(action: ActionMethods, context: CallContext): number {
    const budgetMs = Math.min(action.timeoutMs ?? Number.POSITIVE_INFINITY, context.deadline - this.clock.now());
    return this.clock.now() + Math.max(1, budgetMs);
  }

  private carryOut(
    claimed: Proposal,
    action: ActionMethods,
    context: CallContext,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    const timeout = AbortSignal.timeout(Math.max(1, context.deadline - this.clock.now()));
    const bounded = { ...context, signal: AbortSignal.any([context.signal, timeout]) };
    return claimed.executionPolicy === 'transactional'
      ? this.runInTransaction(claimed, action, bounded, now, owner)
      : this.runInSteps(claimed, action, bounded, now, owner);
  }

  private async runInSteps(
    claimed: Proposal,
    action: ActionMethods,
    context: CallContext,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    const run = await runMethods({
      ...methodRun(claimed, action, context),
      checkpoint: (completed, results) =>
        this.proposals.checkpoint({ ...claimed, completedMethods: completed, result: results }, owner),
    });
    return this.settle(claimed, run, action.methods.length, now, owner);
  }

  /**
   * The handler's writes and the new status in one transaction: both are there or neither is. Whatever goes wrong
   * before the commit has therefore not happened.
   */
  private async runInTransaction(
    claimed: Proposal,
    action: ActionMethods,
    context: CallContext,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    try {
      return await this.database.transaction(async (transaction) => {
        const database = { ...boundTo(transaction), dialect: this.database.dialect };
        const run = await runMethods({
          ...methodRun(claimed, action, { ...context, database }),
          checkpoint: async () => {},
        });
        if (run.kind !== 'done') throw new RolledBack(run);
        return this.settle(claimed, run, action.methods.length, now, owner, transaction);
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      const { run } = error;
      if (run.kind === 'unknown') return this.reopen(claimed, 'it did not finish in time.', now, owner);
      return this.settle(claimed, { ...run, completed: 0, results: {} }, action.methods.length, now, owner);
    }
  }

  private async settle(
    claimed: Proposal,
    run: RunResult,
    methodCount: number,
    now: Moment,
    owner: string,
    via?: SqlRunner,
  ): Promise<ExecutionResult> {
    const progress = { ...claimed, completedMethods: run.completed, result: run.results };
    if (run.kind === 'unknown') return this.keepInDoubt(progress, 'HANDLER_TIMED_OUT', run.message, owner);
    if (run.kind === 'done') {
      const result = resultOf(run.results, methodCount);
      const executed = closed({ ...progress, result }, 'SUCCEED', null, this.at(now));
      await this.store(executed, owner, via);
      return { kind: 'executed', proposal: executed };
    }
    if (run.retryable) return this.reopen({ ...progress, error: run.detail }, run.message, now, owner);
    const failed = closed({ ...progress, error: run.detail }, 'FAIL', 'HANDLER_FAILED', this.at(now));
    await this.store(failed, owner);
    return { kind: 'failed', proposal: failed, message: run.message };
  }

  /** Nothing has happened: the action waits for another yes, within its original time. */
  private async reopen(claimed: Proposal, message: string, now: Moment, owner: string): Promise<ExecutionResult> {
    const reopened: Proposal = { ...claimed, ...nextStatus(claimed, 'RETRY', now), error: claimed.error ?? message };
    await this.store(reopened, owner);
    return { kind: 'retryable', proposal: reopened, message };
  }

  /** Nobody can tell what has happened: the action stays IN_PROGRESS until an operator says. */
  private async keepInDoubt(
    claimed: Proposal,
    reason: ClosingReason,
    error: string,
    owner: string,
  ): Promise<ExecutionResult> {
    const inDoubt: Proposal = { ...claimed, reason, error };
    await this.store(inDoubt, owner);
    return { kind: 'in-doubt', proposal: inDoubt };
  }

  private at(now: Moment): Moment {
    return { turn: now.turn, epochMs: this.clock.now() };
  }

  private async store(proposal: Proposal, owner: string, via?: SqlRunner): Promise<void> {
    if (await this.proposals.storeOutcome(proposal, owner, this.clock.now(), via)) return;
    const text = `The outcome of action ${proposal.proposalId} could not be stored: its claim was taken over.`;
    throw new EngineError('CONVERSATION_PERSIST_FAILED', text);
  }
}

/** Carries the handler's answer out of a transaction that must not be committed. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  constructor(readonly run: Exclude<RunResult, { kind: 'done' }>) {
    super('The action was not done.');
  }
}

/** The database as a handler sees it inside a transaction: its own transactions are part of that one. */
function boundTo(transaction: SqlRunner) {
  return {
    query: transaction.query.bind(transaction),
    transaction: <T>(work: (runner: SqlRunner) => Promise<T>) => work(transaction),
  };
}

/** What the methods of a claimed action are called with; those that have run already are left out. */
function methodRun(claimed: Proposal, action: ActionMethods, context: CallContext) {
  return {
    methods: action.methods,
    completed: claimed.completedMethods,
    results: claimed.completedMethods > 0 && isJsonObject(claimed.result) ? claimed.result : {},
    call: {
      ...context,
      actionKey: claimed.actionKey,
      arguments: copyJson(claimed.arguments),
      idempotencyKey: claimed.idempotencyKey,
      attempt: claimed.attempts,
    },
  };
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
