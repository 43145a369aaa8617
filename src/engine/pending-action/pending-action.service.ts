import { Inject, Injectable } from '@nestjs/common';
import { withinTime } from '../../platform/common/abort.js';
import { type Clock, steadyNow } from '../../platform/common/clock.js';
import { EngineError, messageOf } from '../../platform/common/errors.js';
import { copyJson, isJsonObject, toStorableText } from '../../platform/common/json.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { ActionMethod, CallContext, HandlerDatabase } from '../../platform/handlers-api/index.js';
import type { Database, SqlRunner } from '../../platform/persistence/index.js';
import { type Attributes, type SpanStart, Traced } from '../../platform/telemetry/index.js';
import type { Approver } from './approval.js';
import { isExecuted, isOpen, type Moment, transition } from './lifecycle.js';
import { logFailure } from './log-failure.js';
import { OutcomeWriter } from './outcome-writer.js';
import { type ClosingReason, type Proposal } from './proposal.js';
import { ProposalRepository } from './proposal.repository.js';
import { ProposalApprovals } from './proposal-approvals.js';
import { type Claim, type ClaimCondition, ProposalClaims } from './proposal-claims.js';
import { type Doubt, type MethodRun, type RunResult, resultOf, runMethods } from './run-methods.js';

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

/** What the configuration says about carrying actions out. */
interface ActionSettings {
  readonly turn: Pick<ConvEngineConfig['turn'], 'leaseMs'>;
  readonly flow: { readonly actionLifecycle: Pick<ConvEngineConfig['flow']['actionLifecycle'], 'maxAttempts'> };
}

/** A claimed action at work. */
interface Work {
  readonly claimed: Proposal;
  readonly action: ActionMethods;
  /** As its handler is told. */
  readonly context: CallContext;
  readonly now: Moment;
  readonly owner: string;
  /** When the database was last asked for the claim and has given it, by the process's monotonic clock. */
  readonly claimedAt: number;
  /** Aborted when its caller stops to wait until the outcome is stored. */
  readonly patience: AbortSignal;
}

/** The same, of which nothing is begun. */
type Claimed = Omit<Work, 'action' | 'context' | 'claimedAt'>;

/** What a turn may ask for before it ends: everything else is stored with it. */
export type TurnActions = Pick<PendingActionService, 'execute' | 'approve'>;

/** The longest pause before an action is begun again, in milliseconds. */
const LONGEST_PAUSE_MS = 600_000;

/** Claims and carries out confirmed proposals, and decides about those that a process left behind. */
@Injectable()
export class PendingActionService {
  /** How long a claim holds by itself, in milliseconds; longer than that it is as alive as its lease. */
  private readonly claimMs: number;
  /** How often an idempotent action is begun at most, where it does not say so itself. */
  private readonly maxAttempts: number;

  constructor(
    private readonly proposals: ProposalRepository,
    private readonly approvals: ProposalApprovals,
    private readonly claims: ProposalClaims,
    private readonly outcomes: OutcomeWriter,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { turn, flow }: ActionSettings,
  ) {
    this.claimMs = turn.leaseMs;
    this.maxAttempts = flow.actionLifecycle.maxAttempts;
  }

  /**
   * Runs a confirmed proposal at most once: claims it, runs its methods with the frozen arguments, and stores the
   * outcome before it returns. If the process dies in between, the row stays IN_PROGRESS and no yes runs it again.
   */
  @Traced(actionSpan, actionEnding)
  async execute(
    proposal: Proposal,
    action: ActionMethods,
    context: CallContext,
    now: Moment,
    owner: string,
    condition: ClaimCondition,
  ): Promise<ExecutionResult> {
    // The turn may have begun long ago: what counts is whether the action is in time now.
    const at = this.at(now);
    const claim = { owner, expiresAtMs: at.epochMs + this.claimMs };
    const claimedAt = steadyNow();
    return patiently(context, async (patience) => {
      const claimed = await this.claim(proposal, claim, at, condition, patience);
      if (claimed) return this.carryOut({ claimed, action, context, now, owner, claimedAt, patience });
      if (transition(proposal, 'CLAIM', at).ok) {
        const { conversationId, proposalId } = proposal;
        return { kind: 'not-claimed', proposal: await this.proposals.find(conversationId, proposalId) };
      }
      return { kind: 'expired', proposal: closed(proposal, 'EXPIRE', expiryReason(proposal, at), at) };
    });
  }

  /**
   * Carries out one time of a schedule, which the caller has claimed under its lease.
   * @param claimedAt when the claim was asked for, by the process's monotonic clock
   */
  @Traced(actionSpan, actionEnding)
  executeOccurrence(
    claimed: Proposal,
    action: ActionMethods,
    context: CallContext,
    now: Moment,
    owner: string,
    claimedAt: number,
  ) {
    return patiently(context, (patience) =>
      this.carryOut({ claimed, action, context, now, owner, claimedAt, patience }),
    );
  }

  /** Until when a claim holds by itself that is made now, in milliseconds since 1970 UTC. */
  claimEnd(): number {
    return this.clock.now() + this.claimMs;
  }

  /**
   * Approves an open proposal as it stands, for one execution. Undefined when it is not open any more, or was amended.
   * @param now the turn that could use it at the earliest
   */
  approve(proposal: Proposal, { by, note }: Approver, now: Moment): Promise<Proposal | undefined> {
    const { revision, argumentsHash } = proposal;
    const who = { by: toStorableText(by), note: toStorableText(note) };
    const approval = { revision, argumentsHash, ...who, atMs: this.clock.now(), usedAtMs: null };
    return this.approvals.approve(proposal, approval, now);
  }

  /**
   * Decides about an action whose process died between claim and outcome, by its policy: `idempotent` runs it again
   * with the same key, a limited number of times; `transactional` knows that nothing was written, and opens it again;
   * `at-most-once` holds it, since nobody can tell. Exactly one process decides.
   */
  @Traced(actionSpan, actionEnding)
  async recover(
    abandoned: Proposal,
    action: ActionMethods | undefined,
    context: CallContext,
    now: Moment,
    owner: string,
  ): Promise<ExecutionResult> {
    if (this.outcomes.knows(abandoned.proposalId)) return { kind: 'not-claimed' };
    const { executionPolicy: policy, attempts } = abandoned;
    // Nobody is there who could be asked again about one time of a schedule.
    const mayBegin = policy === 'idempotent' || (policy === 'transactional' && abandoned.scheduleId !== null);
    const begins = mayBegin && action !== undefined && attempts < this.attemptsOf(action);
    const claim = { owner, expiresAtMs: this.againAt(attempts + (begins ? 1 : 0)) };
    const claimedAt = steadyNow();
    const takenOver = await this.claims.takeOver(abandoned, claim, this.clock.now(), begins);
    if (!takenOver) return { kind: 'not-claimed' };
    return patiently(context, (patience) => {
      const taken = { claimed: takenOver, now, owner, patience };
      if (begins) return this.carryOut({ ...taken, action, context, claimedAt });
      if (policy === 'transactional') return this.reopen(taken, 'it was interrupted before anything was done.');
      if (policy === 'idempotent' && action) return this.giveUp(taken, takenOver.error);
      return this.hold(taken, 'INTERRUPTED', 'The process ended while the action was at work.');
    });
  }

  /** When its answer is lost, nobody knows whether the claim was stored; but nothing was begun. */
  @Traced(() => ({ name: 'claim' }), claimEnding)
  private async claim(
    proposal: Proposal,
    claim: Claim,
    at: Moment,
    condition: ClaimCondition,
    patience: AbortSignal,
  ): Promise<Proposal | undefined> {
    try {
      return await this.claims.claim(proposal, claim, at, condition);
    } catch (error) {
      const unbegun = { proposal: { ...proposal, attempts: proposal.attempts + 1 }, owner: claim.owner };
      // What went wrong is told by the claim's error; the writing goes on beside the turn.
      await this.outcomes.write(unbegun, patience).catch(() => undefined);
      throw error;
    }
  }

  private carryOut(work: Work): Promise<ExecutionResult> {
    const { claimed, action, context } = work;
    const leftMs = Math.min(action.timeoutMs ?? Number.POSITIVE_INFINITY, context.deadline - steadyNow());
    const budgetMs = Math.max(1, leftMs);
    return withinTime(budgetMs, [context.signal], (signal) => {
      const bounded = { ...work, context: { ...context, signal, deadline: steadyNow() + budgetMs } };
      return claimed.executionPolicy === 'transactional' ? this.runInTransaction(bounded) : this.runInSteps(bounded);
    });
  }

  private async runInSteps(work: Work): Promise<ExecutionResult> {
    const { claimed } = work;
    let { claimedAt } = work;
    const checkpoint: MethodRun['checkpoint'] = async (completed, results) => {
      const isNew = completed > claimed.completedMethods;
      const progress = isNew ? { ...claimed, completedMethods: completed, result: results } : claimed;
      const askedAt = steadyNow();
      if (!(await this.checkpoint(work, progress))) throw takenOver(claimed);
      claimedAt = askedAt;
    };
    // A process that was paused since may be taken for dead, and what it was to do be settled or begun by others.
    const holdsStill: MethodRun['holdsStill'] = async (completed, results) => {
      const isOld = () => steadyNow() - claimedAt > this.claimMs / 2 && !work.context.signal.aborted;
      while (isOld()) await checkpoint(completed, results);
    };
    const run = await runMethods({ ...methodRun(work, work.context.database), holdsStill, checkpoint });
    logFailure(claimed, run);
    return this.settle(work, run);
  }

  /** What has been done is kept, as an outcome is; the next method waits until it is. */
  private async checkpoint({ owner, patience }: Work, progress: Proposal): Promise<boolean> {
    try {
      return await this.claims.checkpoint(progress, owner);
    } catch {
      const againAtMs = this.againAt(progress.attempts);
      return this.outcomes.write({ proposal: progress, owner, againAtMs }, patience);
    }
  }

  /**
   * The handler's writes and the new status in one transaction: both are there or neither is. Whatever goes wrong
   * before the commit has therefore not happened.
   */
  private async runInTransaction(work: Work): Promise<ExecutionResult> {
    try {
      const executed = await this.database.transaction(async (transaction) => {
        const database = { ...boundTo(transaction), dialect: this.database.dialect };
        // Whatever is written under a claim that is lost is undone.
        const run = await runMethods({
          ...methodRun(work, database),
          holdsStill: async () => {},
          checkpoint: async () => {},
        });
        logFailure(work.claimed, run);
        if (run.kind !== 'done') throw new RolledBack(run);
        const outcome = this.executedBy(work, run);
        const isStored = await this.claims.storeOutcome(outcome, work.owner, this.clock.now(), { via: transaction });
        if (!isStored) throw takenOver(outcome);
        return outcome;
      });
      return this.committed(executed);
    } catch (error) {
      return error instanceof RolledBack ? this.settleRolledBack(work, error.run) : this.settleBroken(work, error);
    }
  }

  /** What its handler threw, or did not finish, is undone; only what it says itself may have happened elsewhere. */
  private settleRolledBack(work: Work, run: Exclude<RunResult, { kind: 'done' }>): Promise<ExecutionResult> {
    const undone = { completed: 0, results: {} };
    if (run.kind === 'failed' || run.why === 'said') return this.settle(work, { ...run, ...undone });
    if (run.why === 'timed-out') return this.reopen(work, 'it did not finish in time.');
    const { message: detail } = run;
    return this.settle(work, { kind: 'failed', message: 'the handler failed.', detail, retryable: false, ...undone });
  }

  /** The transaction could not be opened, or not be committed: the row says which, and waits for a commit under way. */
  private async settleBroken(work: Work, error: unknown): Promise<ExecutionResult> {
    if (error instanceof EngineError && error.code === 'CONVERSATION_PERSIST_FAILED') throw error;
    const reopened = this.reopened(work, messageOf(error));
    const message = 'it was interrupted before anything was done.';
    if (await this.outcomes.write({ proposal: reopened, owner: work.owner }, work.patience))
      return { kind: isOpen(reopened) ? 'retryable' : 'failed', proposal: reopened, message };
    const { conversationId, proposalId } = work.claimed;
    const stored = await this.proposals.find(conversationId, proposalId);
    if (stored && isExecuted(stored)) return this.committed(stored);
    throw error;
  }

  /** What was executed in a transaction counts when that is committed. */
  private committed(executed: Proposal): ExecutionResult {
    this.claims.countOutcome(executed);
    return { kind: 'executed', proposal: executed };
  }

  private async settle(work: Work, run: RunResult): Promise<ExecutionResult> {
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

  /** An idempotent action is tried again with its key, also when its time was over; any other is held. */
  private async settleUnknown(work: Work, why: Doubt, error: string): Promise<ExecutionResult> {
    const { claimed } = work;
    if (claimed.executionPolicy !== 'idempotent')
      return this.hold(work, why === 'timed-out' ? 'HANDLER_TIMED_OUT' : 'OUTCOME_UNKNOWN', error);
    if (claimed.attempts >= this.attemptsOf(work.action)) return this.giveUp(work, error);
    const inDoubt = { ...claimed, error };
    await this.store(work, inDoubt, this.againAt(claimed.attempts));
    return { kind: 'in-doubt', proposal: inDoubt };
  }

  /** Nothing has happened: the action waits for another yes, within its original time. */
  private async reopen(work: Claimed, message: string): Promise<ExecutionResult> {
    const reopened = this.reopened(work, message);
    await this.store(work, reopened);
    return { kind: isOpen(reopened) ? 'retryable' : 'failed', proposal: reopened, message };
  }

  /** One time of a schedule has gone by: there is no yes that could begin it again. */
  private reopened({ claimed, now }: Claimed, error: string): Proposal {
    if (claimed.scheduleId !== null)
      return closed({ ...claimed, error: claimed.error ?? error }, 'FAIL', 'HANDLER_FAILED', this.at(now));
    return { ...claimed, ...nextStatus(claimed, 'RETRY', now), error: claimed.error ?? error };
  }

  /** It was begun often enough: whatever ends it, or its process, does so every time. */
  private giveUp(work: Claimed, lastError: string | null): Promise<ExecutionResult> {
    const text = `It was begun ${work.claimed.attempts} times, and nobody knows what came of it`;
    return this.hold(work, 'TOO_MANY_ATTEMPTS', lastError === null ? `${text}.` : `${text}: ${lastError}`);
  }

  /** Nobody can tell what has happened: the action stays IN_PROGRESS until an operator says. */
  private async hold(work: Claimed, reason: ClosingReason, error: string): Promise<ExecutionResult> {
    const inDoubt: Proposal = { ...work.claimed, reason, error };
    await this.store(work, inDoubt);
    return { kind: 'in-doubt', proposal: inDoubt };
  }

  private executedBy({ claimed, action, now }: Work, run: Extract<RunResult, { kind: 'done' }>): Proposal {
    const result = resultOf(run.results, action.methods.length);
    return closed({ ...claimed, completedMethods: run.completed, result }, 'SUCCEED', null, this.at(now));
  }

  private attemptsOf({ maxAttempts }: ActionMethods): number {
    return maxAttempts ?? this.maxAttempts;
  }

  /** When an action that was begun so many times may be begun again: each time later. */
  private againAt(attempts: number): number {
    return this.clock.now() + Math.min(this.claimMs * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS);
  }

  private at(now: Moment): Moment {
    return { turn: now.turn, epochMs: this.clock.now() };
  }

  private async store({ owner, patience }: Claimed, proposal: Proposal, againAtMs?: number): Promise<void> {
    if (!(await this.outcomes.write({ proposal, owner, againAtMs }, patience))) throw takenOver(proposal);
  }
}

function actionSpan({ actionKey, proposalId, executionPolicy, attempts }: Proposal): SpanStart {
  const attributes = {
    'convengine.action': actionKey,
    'convengine.action.id': proposalId,
    'convengine.action.policy': executionPolicy,
    'convengine.action.attempts': attempts,
  };
  return { name: `action ${actionKey}`, attributes };
}

function actionEnding({ kind, proposal }: ExecutionResult): Attributes {
  const hasFailed = kind === 'failed' || kind === 'retryable' || kind === 'in-doubt';
  const reason = hasFailed && { 'error.type': proposal.reason ?? kind };
  return { 'convengine.action.outcome': kind, ...reason };
}

function claimEnding(claimed: Proposal | undefined): Attributes {
  return { 'convengine.claimed': claimed !== undefined };
}

/** The work, for whose outcome its caller waits until the time of the call is over. */
function patiently<T>({ signal, deadline }: CallContext, work: (patience: AbortSignal) => Promise<T>): Promise<T> {
  return withinTime(Math.max(1, deadline - steadyNow()), [signal], work);
}

function takenOver({ proposalId }: Proposal): EngineError {
  const text = `The outcome of action ${proposalId} could not be stored: its claim was taken over.`;
  return new EngineError('CONVERSATION_PERSIST_FAILED', text);
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
function methodRun({ claimed, action, context }: Work, database: HandlerDatabase) {
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
