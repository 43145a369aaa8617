import { Inject, Injectable } from '@nestjs/common';
import { withinTime } from '../../platform/common/abort.js';
import { type Clock, steadyNow } from '../../platform/common/clock.js';
import { toStorableText } from '../../platform/common/json.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { CallContext } from '../../platform/handlers-api/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { type Attributes, type SpanStart, Traced } from '../../platform/telemetry/index.js';
import { ActionRunner } from './action-runner.js';
import { ActionSettlement } from './action-settlement.js';
import type { ActionMethods, ActionWork, Caller, ExecutionResult } from './action-work.js';
import type { Approver } from './approval.js';
import { type Moment, transition } from './lifecycle.js';
import { OutcomeWriter } from './outcome-writer.js';
import { type Proposal } from './proposal.js';
import { ProposalRepository } from './proposal.repository.js';
import { ProposalApprovals } from './proposal-approvals.js';
import { type Claim, type ClaimCondition, ProposalClaims } from './proposal-claims.js';
import { closed, expiryReason } from './proposal-end.js';

/** What the configuration says about carrying actions out. */
interface ActionSettings {
  readonly turn: Pick<ConvEngineConfig['turn'], 'leaseMs'>;
  readonly flow: { readonly actionLifecycle: Pick<ConvEngineConfig['flow']['actionLifecycle'], 'maxAttempts'> };
}

/** What a turn may ask for before it ends: everything else is stored with it. */
export type TurnActions = Pick<PendingActionService, 'execute' | 'approve'>;

/** Claims and carries out confirmed proposals, and decides about those that a process left behind. */
@Injectable()
export class PendingActionService {
  /** How long a claim holds by itself, in milliseconds; longer than that it is as alive as its lease. */
  private readonly claimMs: number;
  private readonly settlement: ActionSettlement;
  private readonly runner: ActionRunner;

  constructor(
    private readonly proposals: ProposalRepository,
    private readonly approvals: ProposalApprovals,
    private readonly claims: ProposalClaims,
    private readonly outcomes: OutcomeWriter,
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { turn, flow }: ActionSettings,
  ) {
    const claimMs = turn.leaseMs;
    const { maxAttempts } = flow.actionLifecycle;
    const settlement = new ActionSettlement(outcomes, clock, { claimMs, maxAttempts });
    this.claimMs = claimMs;
    this.settlement = settlement;
    this.runner = new ActionRunner({ proposals, claims, outcomes, settlement, database, clock, claimMs });
  }

  /**
   * Runs a confirmed proposal at most once: claims it, runs its methods with the frozen arguments, and stores the
   * outcome before it returns. If the process dies in between, the row stays IN_PROGRESS and no yes runs it again.
   */
  @Traced(actionSpan, actionEnding)
  async execute(
    proposal: Proposal,
    action: ActionMethods,
    { context, now, owner, condition }: Caller & { readonly condition: ClaimCondition },
  ): Promise<ExecutionResult> {
    // The turn may have begun long ago: what counts is whether the action is in time now.
    const at = { turn: now.turn, epochMs: this.clock.now() };
    const claim = { owner, expiresAtMs: at.epochMs + this.claimMs };
    const claimedAt = steadyNow();
    return patiently(context, async (patience) => {
      const claimed = await this.claim(proposal, claim, { at, condition, patience });
      if (claimed) return this.runner.run({ claimed, action, context, now, owner, claimedAt, patience });
      if (transition(proposal, 'CLAIM', at).ok) {
        const { conversationId, proposalId } = proposal;
        return { kind: 'not-claimed', proposal: await this.proposals.find(conversationId, proposalId) };
      }
      return { kind: 'expired', proposal: closed(proposal, 'EXPIRE', expiryReason(proposal, at), at) };
    });
  }

  /** Carries out one time of a schedule, which the caller has claimed under its lease, asking for the claim at `claimedAt`. */
  @Traced(actionSpan, actionEnding)
  executeOccurrence(
    claimed: Proposal,
    action: ActionMethods,
    { context, now, owner, claimedAt }: Caller & Pick<ActionWork, 'claimedAt'>,
  ): Promise<ExecutionResult> {
    return patiently(context, (patience) =>
      this.runner.run({ claimed, action, context, now, owner, claimedAt, patience }),
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
    { context, now, owner }: Caller,
  ): Promise<ExecutionResult> {
    if (this.outcomes.knows(abandoned.proposalId)) return { kind: 'not-claimed' };
    const { settlement } = this;
    const { executionPolicy: policy, attempts } = abandoned;
    // Nobody is there who could be asked again about one time of a schedule.
    const mayBegin = policy === 'idempotent' || (policy === 'transactional' && abandoned.scheduleId !== null);
    const begins = mayBegin && action !== undefined && attempts < settlement.attemptsOf(action);
    const claim = { owner, expiresAtMs: settlement.againAt(attempts + (begins ? 1 : 0)) };
    const claimedAt = steadyNow();
    const claimed = await this.claims.takeOver(abandoned, claim, this.clock.now(), begins);
    if (!claimed) return { kind: 'not-claimed' };
    return patiently(context, (patience) => {
      const taken = { claimed, now, owner, patience };
      if (begins) return this.runner.run({ ...taken, action, context, claimedAt });
      if (policy === 'transactional') return settlement.reopen(taken, 'it was interrupted before anything was done.');
      if (policy === 'idempotent' && action) return settlement.giveUp(taken, claimed.error);
      return settlement.hold(taken, 'INTERRUPTED', 'The process ended while the action was at work.');
    });
  }

  /** When its answer is lost, nobody knows whether the claim was stored; but nothing was begun. */
  @Traced(() => ({ name: 'claim' }), claimEnding)
  private async claim(
    proposal: Proposal,
    claim: Claim,
    { at, condition, patience }: ClaimAttempt,
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
}

interface ClaimAttempt {
  readonly at: Moment;
  readonly condition: ClaimCondition;
  readonly patience: AbortSignal;
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

/** Does work whose caller waits for the outcome until the time of the call is over: then the signal is aborted. */
function patiently<T>({ signal, deadline }: CallContext, work: (patience: AbortSignal) => Promise<T>): Promise<T> {
  return withinTime(Math.max(1, deadline - steadyNow()), [signal], work);
}
