import { withinTime } from '../../platform/common/abort.js';
import { type Clock, steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { copyJson, isJsonObject } from '../../platform/common/json.js';
import type { HandlerDatabase } from '../../platform/handlers-api/index.js';
import type { Database, SqlRunner } from '../../platform/persistence/index.js';
import type { ActionSettlement } from './action-settlement.js';
import { type ActionWork, claimTakenOver, type ExecutionResult } from './action-work.js';
import { isExecuted, isOpen } from './lifecycle.js';
import { logFailure } from './log-failure.js';
import type { OutcomeWriter } from './outcome-writer.js';
import type { Proposal } from './proposal.js';
import type { ProposalRepository } from './proposal.repository.js';
import type { ProposalClaims } from './proposal-claims.js';
import { type MethodRun, type RunResult, runMethods } from './run-methods.js';

/** What a run of an action works with. */
export interface ActionRunnerParts {
  readonly proposals: ProposalRepository;
  readonly claims: ProposalClaims;
  readonly outcomes: OutcomeWriter;
  readonly settlement: ActionSettlement;
  readonly database: Database;
  readonly clock: Clock;
  /** How long a claim holds by itself, in milliseconds; longer than that it is as alive as its lease. */
  readonly claimMs: number;
}

/**
 * Runs the methods of a claimed action, within its time and as its policy says: one after the other, or all in one
 * transaction of the service's own database.
 */
export class ActionRunner {
  constructor(private readonly parts: ActionRunnerParts) {}

  /** Runs it, and stores the outcome before it returns. */
  run(work: ActionWork): Promise<ExecutionResult> {
    const { claimed, action, context } = work;
    const leftMs = Math.min(action.timeoutMs ?? Number.POSITIVE_INFINITY, context.deadline - steadyNow());
    const budgetMs = Math.max(1, leftMs);
    return withinTime(budgetMs, [context.signal], (signal) => {
      const bounded = { ...work, context: { ...context, signal, deadline: steadyNow() + budgetMs } };
      return claimed.executionPolicy === 'transactional' ? this.runInTransaction(bounded) : this.runInSteps(bounded);
    });
  }

  private async runInSteps(work: ActionWork): Promise<ExecutionResult> {
    const { claimed } = work;
    let { claimedAt } = work;
    const checkpoint: MethodRun['checkpoint'] = async (completed, results) => {
      const isNew = completed > claimed.completedMethods;
      const progress = isNew ? { ...claimed, completedMethods: completed, result: results } : claimed;
      const askedAt = steadyNow();
      if (!(await this.checkpoint(work, progress))) throw claimTakenOver(claimed);
      claimedAt = askedAt;
    };
    // A process that was paused since may be taken for dead, and what it was to do be settled or begun by others.
    const holdsStill: MethodRun['holdsStill'] = async (completed, results) => {
      const isOld = () => steadyNow() - claimedAt > this.parts.claimMs / 2 && !work.context.signal.aborted;
      while (isOld()) await checkpoint(completed, results);
    };
    const run = await runMethods({ ...methodRun(work, work.context.database), holdsStill, checkpoint });
    logFailure(claimed, run);
    return this.parts.settlement.settle(work, run);
  }

  /** What has been done is kept, as an outcome is; the next method waits until it is. */
  private async checkpoint({ owner, patience }: ActionWork, progress: Proposal): Promise<boolean> {
    const { claims, outcomes, settlement } = this.parts;
    try {
      return await claims.checkpoint(progress, owner);
    } catch {
      const againAtMs = settlement.againAt(progress.attempts);
      return outcomes.write({ proposal: progress, owner, againAtMs }, patience);
    }
  }

  /**
   * The handler's writes and the new status in one transaction: both are there or neither is. Whatever goes wrong
   * before the commit has therefore not happened.
   */
  private async runInTransaction(work: ActionWork): Promise<ExecutionResult> {
    const { claims, clock, database, settlement } = this.parts;
    try {
      const executed = await database.transaction(async (transaction) => {
        const handlers = { ...boundTo(transaction), dialect: database.dialect };
        // Whatever is written under a claim that is lost is undone.
        const run = await runMethods({
          ...methodRun(work, handlers),
          holdsStill: async () => {},
          checkpoint: async () => {},
        });
        logFailure(work.claimed, run);
        if (run.kind !== 'done') throw new RolledBack(run);
        const outcome = settlement.executedBy(work, run);
        const isStored = await claims.storeOutcome(outcome, work.owner, clock.now(), { via: transaction });
        if (!isStored) throw claimTakenOver(outcome);
        return outcome;
      });
      return this.committed(executed);
    } catch (error) {
      return error instanceof RolledBack ? this.settleRolledBack(work, error.run) : this.settleBroken(work, error);
    }
  }

  /** What its handler threw, or did not finish, is undone; only what it says itself may have happened elsewhere. */
  private settleRolledBack(work: ActionWork, run: Exclude<RunResult, { kind: 'done' }>): Promise<ExecutionResult> {
    const { settlement } = this.parts;
    const undone = { completed: 0, results: {} };
    if (run.kind === 'failed' || run.why === 'said') return settlement.settle(work, { ...run, ...undone });
    if (run.why === 'timed-out') return settlement.reopen(work, 'it did not finish in time.');
    const { message: detail } = run;
    return settlement.settle(work, {
      kind: 'failed',
      message: 'the handler failed.',
      detail,
      retryable: false,
      ...undone,
    });
  }

  /** The transaction could not be opened, or not be committed: the row says which, and waits for a commit under way. */
  private async settleBroken(work: ActionWork, error: unknown): Promise<ExecutionResult> {
    if (error instanceof EngineError && error.code === 'CONVERSATION_PERSIST_FAILED') throw error;
    const { outcomes, proposals, settlement } = this.parts;
    const reopened = settlement.reopened(work, messageOf(error));
    const message = 'it was interrupted before anything was done.';
    if (await outcomes.write({ proposal: reopened, owner: work.owner }, work.patience))
      return { kind: isOpen(reopened) ? 'retryable' : 'failed', proposal: reopened, message };
    const { conversationId, proposalId } = work.claimed;
    const stored = await proposals.find(conversationId, proposalId);
    if (stored && isExecuted(stored)) return this.committed(stored);
    throw error;
  }

  /** What was executed in a transaction counts when that is committed. */
  private committed(executed: Proposal): ExecutionResult {
    this.parts.claims.countOutcome(executed);
    return { kind: 'executed', proposal: executed };
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
function methodRun({ claimed, action, context }: ActionWork, database: HandlerDatabase) {
  return {
    methods: action.methods,
    completed: claimed.completedMethods,
    results: claimed.completedMethods > 0 && isJsonObject(claimed.result) ? claimed.result : {},
    call: {
      ...context,
      database,
      actionKey: claimed.actionKey,
      arguments: copyJson(claimed.arguments),
      idempotencyKey: claimed.idempotencyKey,
      attempt: claimed.attempts,
      fencingToken: (claimed.inProgressAtMs ?? 0) + claimed.attempts,
    },
  };
}
