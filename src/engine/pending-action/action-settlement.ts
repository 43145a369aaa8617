import type { Clock } from '../../platform/common/clock.js';
import {
  type ActionMethods,
  type ActionWork,
  type ClaimedAction,
  claimTakenOver,
  type ExecutionResult,
} from './action-work.js';
import { isOpen, type Moment } from './lifecycle.js';
import type { OutcomeWriter } from './outcome-writer.js';
import type { ClosingReason, Proposal } from './proposal.js';
import { closed, statusAfter } from './proposal-end.js';
import { type Doubt, type RunResult, resultOf } from './run-methods.js';

/** The longest pause before an action is begun again, in milliseconds. */
const LONGEST_PAUSE_MS = 600_000;

/** How often, and how soon, an action is begun again. */
export interface AttemptSettings {
  /** How long a claim holds by itself, in milliseconds: the first pause. */
  readonly claimMs: number;
  /** How often an idempotent action is begun at most, where it does not say so itself. */
  readonly maxAttempts: number;
}

/** Decides what becomes of a claimed action after its run, and stores it: done, failed, open again, or in doubt. */
export class ActionSettlement {
  constructor(
    private readonly outcomes: OutcomeWriter,
    private readonly clock: Clock,
    private readonly settings: AttemptSettings,
  ) {}

  /**
   * Stores what a run came to.
   * @throws EngineError CONVERSATION_PERSIST_FAILED where the claim is somebody else's by now; what the database said, where
   *   the caller has stopped waiting before it was stored
   */
  async settle(work: ActionWork, run: RunResult): Promise<ExecutionResult> {
    const { claimed, now } = work;
    const progress = { ...claimed, completedMethods: run.completed, result: run.results };
    if (run.kind === 'done') {
      const executed = this.executedBy(work, run);
      await this.store(work, executed);
      return { kind: 'executed', proposal: executed };
    }
    if (run.kind === 'unknown') return this.settleUnknown({ ...work, claimed: progress }, run.why, run.message);
    const failed = { ...progress, error: run.detail };
    if (run.retryable) return this.reopen({ ...work, claimed: failed }, run.message);
    const rejected = closed(failed, 'FAIL', 'HANDLER_FAILED', this.at(now));
    await this.store(work, rejected);
    return { kind: 'failed', proposal: rejected, message: run.message };
  }

  /** Nothing has happened: the action waits for another yes, within its original time. */
  async reopen(work: ClaimedAction, message: string): Promise<ExecutionResult> {
    const reopened = this.reopened(work, message);
    await this.store(work, reopened);
    return { kind: isOpen(reopened) ? 'retryable' : 'failed', proposal: reopened, message };
  }

  /** It was begun often enough: whatever ends it, or its process, does so every time. */
  giveUp(work: ClaimedAction, lastError: string | null): Promise<ExecutionResult> {
    const text = `It was begun ${work.claimed.attempts} times, and nobody knows what came of it`;
    return this.hold(work, 'TOO_MANY_ATTEMPTS', lastError === null ? `${text}.` : `${text}: ${lastError}`);
  }

  /** Nobody can tell what has happened: the action stays IN_PROGRESS until an operator says. */
  async hold(work: ClaimedAction, reason: ClosingReason, error: string): Promise<ExecutionResult> {
    const inDoubt: Proposal = { ...work.claimed, reason, error };
    await this.store(work, inDoubt);
    return { kind: 'in-doubt', proposal: inDoubt };
  }

  /** The proposal as it is when its run has ended well. Stores nothing. */
  executedBy({ claimed, action, now }: ActionWork, run: Extract<RunResult, { kind: 'done' }>): Proposal {
    const result = resultOf(run.results, action.methods.length);
    return closed({ ...claimed, completedMethods: run.completed, result }, 'SUCCEED', null, this.at(now));
  }

  /** The proposal as it is when nothing has happened: open again, or failed where no yes could begin it again. Stores nothing. */
  reopened({ claimed, now }: ClaimedAction, error: string): Proposal {
    const told = { ...claimed, error: claimed.error ?? error };
    // One time of a schedule has gone by, and nobody is asked about it again.
    if (claimed.scheduleId !== null) return closed(told, 'FAIL', 'HANDLER_FAILED', this.at(now));
    return { ...told, status: statusAfter(claimed, 'RETRY', now) };
  }

  /** How often an idempotent action is begun at most. */
  attemptsOf({ maxAttempts }: ActionMethods): number {
    return maxAttempts ?? this.settings.maxAttempts;
  }

  /** When an action that was begun so many times may be begun again, in milliseconds since 1970 UTC: each time later. */
  againAt(attempts: number): number {
    const pauseMs = this.settings.claimMs * 2 ** Math.max(0, attempts - 1);
    return this.clock.now() + Math.min(pauseMs, LONGEST_PAUSE_MS);
  }

  /** An idempotent action is tried again with its key, also when its time was over; any other is held. */
  private async settleUnknown(work: ActionWork, why: Doubt, error: string): Promise<ExecutionResult> {
    const { claimed } = work;
    if (claimed.executionPolicy !== 'idempotent')
      return this.hold(work, why === 'timed-out' ? 'HANDLER_TIMED_OUT' : 'OUTCOME_UNKNOWN', error);
    if (claimed.attempts >= this.attemptsOf(work.action)) return this.giveUp(work, error);
    const inDoubt = { ...claimed, error };
    await this.store(work, inDoubt, this.againAt(claimed.attempts));
    return { kind: 'in-doubt', proposal: inDoubt };
  }

  private at(now: Moment): Moment {
    return { turn: now.turn, epochMs: this.clock.now() };
  }

  private async store({ owner, patience }: ClaimedAction, proposal: Proposal, againAtMs?: number): Promise<void> {
    if (!(await this.outcomes.write({ proposal, owner, againAtMs }, patience))) throw claimTakenOver(proposal);
  }
}
