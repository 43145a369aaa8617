import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Clock, steadyNow } from '../../../platform/common/clock.js';
import { EngineError, messageOf } from '../../../platform/common/errors.js';
import type { JsonValue } from '../../../platform/common/json.js';
import { shortened } from '../../../platform/common/repeat.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { CallContext } from '../../../platform/handlers-api/index.js';
import { type Database, Rounds } from '../../../platform/persistence/index.js';
import { IdleConversations, type LeasedConversation } from '../../conversation/index.js';
import { FlowService } from '../../flow/index.js';
import { ActionMethodFinder, withoutSecrets } from '../execution/index.js';
import {
  auditLifecycle,
  closed,
  type Due,
  describeProposal,
  expiryReason,
  isOpen,
  type Moment,
  OutcomeWriter,
  PendingActionService,
  type PlaceInSweep,
  type Proposal,
  ProposalRepository,
  ProposalSweep,
  ProposalsInDoubt,
  transition,
} from '../index.js';
import { EVENT_OF } from './event-of.js';
import { unlessBusy } from './unless-busy.js';
import { workThrough } from './work-through.js';

/** How many actions are read at once. */
const BATCH = 500;

/** How long a stop waits for a database that does not take the last outcomes, in milliseconds. */
const LAST_WRITES_MS = 4_000;

/** What an operator found out about an action in doubt. */
export interface Finding {
  /** Whether it has happened in the world. */
  readonly happened: boolean;
  /** What the handler would have reported; rules and responses see it. */
  readonly result: JsonValue;
  /** Who says so. */
  readonly by: string;
  readonly note: string;
}

/** What one round did. */
export interface SweepReport {
  readonly expired: number;
  /** Actions of dead processes that were decided: run again, opened again, or held. */
  readonly recovered: number;
}

/**
 * Looks after actions while nobody is typing: closes those whose minutes have run out, and decides about those that a
 * process left in progress when it died. Any number of processes may do so at once. It holds a conversation's lease
 * while it works on it, so that it and a turn never meet, and each action is settled by one conditional write.
 */
@Injectable()
export class ActionKeeper {
  private readonly logger = new Logger(ActionKeeper.name);
  private readonly rounds = new Rounds(this.logger, 'looking after pending actions');
  /** Handlers that the keeper begins are not told of a stop: each ends, within its deadline. */
  private readonly goesOn = new AbortController().signal;

  constructor(
    private readonly conversations: IdleConversations,
    private readonly flow: FlowService,
    private readonly proposals: ProposalRepository,
    private readonly dueActions: ProposalSweep,
    private readonly doubts: ProposalsInDoubt,
    private readonly pendingActions: PendingActionService,
    private readonly outcomes: OutcomeWriter,
    private readonly methods: ActionMethodFinder,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Begins to look, at once and then at intervals, until `stop`. Does nothing when the interval is 0. */
  start(): void {
    const { sweepSeconds } = this.config.flow.actionLifecycle;
    if (sweepSeconds === 0) return;
    this.rounds.start(() => this.sweep(), { pauseMs: () => shortened(sweepSeconds * 1_000) });
  }

  /** Begins nothing new, and ends when what is at work has ended. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Waits a little for a database that has not taken all outcomes yet; to be called when no turn runs any more. */
  writeLastOutcomes(): Promise<void> {
    return this.outcomes.stop(LAST_WRITES_MS);
  }

  /** One round: all that is due when it begins, or until the keeper is stopped. */
  sweep(): Promise<SweepReport> {
    return acrossTenants(() => this.sweepAll());
  }

  private async sweepAll(): Promise<SweepReport> {
    const nowMs = this.clock.now();
    const expired = await this.lookAfter(
      (after) => this.dueActions.overdue(nowMs, BATCH, after),
      (proposal, leased) => this.expire(proposal, leased),
    );
    const recovered = await this.lookAfter(
      (after) => this.dueActions.abandoned(nowMs, BATCH, after),
      (proposal, leased) => this.recover(proposal, leased),
    );
    return { expired, recovered };
  }

  /** Actions in doubt, oldest first: what an operator has to look into. Secrets stay hidden. */
  async inDoubt(limit: number): Promise<Proposal[]> {
    const { definition } = this.flow;
    return (await this.doubts.list(limit)).map((held) => withoutSecrets(definition, held));
  }

  /**
   * Settles an action in doubt as an operator found it out; the conversation's next turn tells the user.
   * @throws EngineError NOT_FOUND when it is not in doubt, CONVERSATION_BUSY while a turn uses the conversation
   */
  async settle(proposalId: string, finding: Finding): Promise<Proposal> {
    const found = await this.doubts.find(proposalId);
    if (!found) throw new EngineError('NOT_FOUND', `No action ${proposalId} is held.`);
    const settled = await unlessBusy(this.conversations, found.conversationId, async (leased) => {
      const now = { turn: leased.conversation.turnNo, epochMs: this.clock.now() };
      const event = finding.happened ? 'SUCCEED' : 'FAIL';
      const end = { ...closed(found, event, 'SETTLED_BY_OPERATOR', now), result: finding.result };
      if (!(await this.doubts.settle(end, now))) return undefined;
      const { by, note } = finding;
      const about = { event: 'SETTLED', by, note, ...describeProposal(end), turn: now.turn };
      leased.audit.record('PENDING_ACTION_LIFECYCLE', about);
      return end;
    });
    if (!settled) throw new EngineError('NOT_FOUND', `Action ${proposalId} has been settled already.`);
    return settled;
  }

  /** Goes through everything of one kind that is due. Says how many it has settled. */
  private lookAfter(
    list: (after?: PlaceInSweep) => Promise<Due[]>,
    settle: (proposal: Proposal, leased: LeasedConversation) => Promise<boolean>,
  ): Promise<number> {
    const { signal } = this.rounds;
    const due = {
      list: (after?: Due) => list(after?.place),
      batch: BATCH,
      conversationOf: ({ proposal }: Due) => proposal.conversationId,
      signal,
    };
    return workThrough(due, async (ofOne) => {
      let settled = 0;
      for (const { proposal } of ofOne) {
        if (signal.aborted) return settled;
        if (await this.withConversation(proposal, (leased) => settle(proposal, leased))) settled += 1;
      }
      return settled;
    });
  }

  /** Does some work on a conversation no turn is using; false when one is, or when there was nothing left to do. */
  private async withConversation(
    proposal: Proposal,
    work: (leased: LeasedConversation) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      return (await this.conversations.use(proposal.conversationId, work)) === true;
    } catch (error) {
      this.logger.warn(`action ${proposal.proposalId} could not be settled: ${messageOf(error)}`);
      return false;
    }
  }

  private async expire(found: Proposal, leased: LeasedConversation): Promise<boolean> {
    const now = { turn: leased.conversation.turnNo, epochMs: this.clock.now() };
    const current = leased.proposals.find(({ proposalId }) => proposalId === found.proposalId);
    if (!current || !isOpen(current) || !transition(current, 'EXPIRE', now).ok) return false;
    const expired = closed(current, 'EXPIRE', expiryReason(current, now), now);
    if (!(await this.proposals.closeOpen(expired, now))) return false;
    auditLifecycle({ audit: leased.audit, moment: now }, 'EXPIRED', expired);
    return true;
  }

  private async recover(found: Proposal, leased: LeasedConversation): Promise<boolean> {
    if (this.rounds.signal.aborted) return false;
    const now = { turn: leased.conversation.turnNo, epochMs: this.clock.now() };
    const action = this.methods.find(this.flow.definition, found);
    const caller = { context: this.contextOf(found, leased), now, owner: leased.lease.owner };
    const result = await this.pendingActions.recover(found, action, caller);
    if (result.kind === 'not-claimed' || result.kind === 'expired') return false;
    const event = EVENT_OF[result.kind];
    auditLifecycle({ audit: leased.audit, moment: now }, event, result.proposal);
    if (result.kind === 'retryable') await this.withdrawIfAnsweredSince(result.proposal, leased, now);
    this.logger.warn(`action ${found.proposalId} was left behind by a process that ended: ${event}`);
    return true;
  }

  /**
   * An action that is open again waits for another yes only where its question is still the last thing the user has
   * read: once a turn was answered since its claim, a yes would be about something else.
   */
  private async withdrawIfAnsweredSince(reopened: Proposal, leased: LeasedConversation, now: Moment): Promise<void> {
    const claimedIn = reopened.inProgressTurn ?? Number.POSITIVE_INFINITY;
    if (leased.conversation.turnNo < claimedIn) return;
    const superseded = closed(reopened, 'SUPERSEDE', 'SUPERSEDED', now);
    if (await this.proposals.closeOpen(superseded, now))
      auditLifecycle({ audit: leased.audit, moment: now }, 'REJECTED', superseded);
  }

  private contextOf(proposal: Proposal, { conversation, audit }: LeasedConversation): CallContext {
    return {
      conversationId: conversation.conversationId,
      intent: proposal.intent,
      state: proposal.state,
      userText: conversation.lastUserText ?? '',
      context: conversation.context,
      signal: this.goesOn,
      deadline: steadyNow() + this.config.turn.deadlineMs,
      database: this.database,
      audit: (stage, payload) => audit.record(stage, payload),
    };
  }
}
