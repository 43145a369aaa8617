import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Clock, steadyNow } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import { newId } from '../../../platform/common/ids.js';
import { readRecurrence } from '../../../platform/common/recurrence.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { type Database, Rounds } from '../../../platform/persistence/index.js';
import { IdleConversations, type LeasedConversation } from '../../conversation/index.js';
import { FlowService } from '../../flow/index.js';
import { ActionMethodFinder } from '../execution/index.js';
import {
  type ActionMethods,
  auditLifecycle,
  describeSchedule,
  hashArguments,
  occurrence,
  PendingActionService,
  type Proposal,
  ProposalRepository,
  type Schedule,
  ScheduleRepository,
  type ScheduleStep,
  type StopReason,
  scheduledWork,
  stepAt,
} from '../index.js';
import { EVENT_OF } from './event-of.js';
import { workThrough } from './work-through.js';

/** How often a process looks for times that have come, in milliseconds, and how many it reads at once. */
const LOOK_MS = 1_000;
const BATCH = 200;

/**
 * What is to be done about a time that has come: its action, with what carries it out; or to stop the schedule, and
 * why. Undefined where another process may be able to do it, or this one later.
 */
type Doing = { readonly claimed: Proposal; readonly action: ActionMethods } | { readonly stop: StopReason } | undefined;

/**
 * Does what was agreed to when its time has come. Any number of processes may do so at once: a time is claimed in the
 * same transaction that moves its schedule to the next one, under the lease of the conversation. Where a process dies
 * over a time, the keeper of actions decides about it as about any action.
 */
@Injectable()
export class ScheduleKeeper {
  private readonly logger = new Logger(ScheduleKeeper.name);
  private readonly rounds = new Rounds(this.logger, 'looking after schedules');
  /** What has begun is not told of a stop: it ends within its deadline. */
  private readonly goesOn = new AbortController().signal;

  constructor(
    private readonly conversations: IdleConversations,
    private readonly flow: FlowService,
    private readonly schedules: ScheduleRepository,
    private readonly proposals: ProposalRepository,
    private readonly actions: PendingActionService,
    private readonly methods: ActionMethodFinder,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Begins to look, until `stop`. Does nothing where nobody looks after actions. */
  start(): void {
    if (this.config.flow.actionLifecycle.sweepSeconds === 0) return;
    this.rounds.start(() => this.look(), { pauseMs: () => LOOK_MS });
  }

  /** Begins nothing new, and ends when what is at work has ended. */
  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Does what is due; what belongs to a conversation that is busy is left for the next look. Says how many schedules have moved. */
  look(): Promise<number> {
    const due = {
      list: (after?: Schedule) => acrossTenants(() => this.schedules.due(this.clock.now(), BATCH, after)),
      batch: BATCH,
      conversationOf: ({ conversationId }: Schedule) => conversationId,
      signal: this.rounds.signal,
    };
    return workThrough(due, (ofOne) => this.workOn(ofOne));
  }

  private async workOn(ofOne: readonly Schedule[]): Promise<number> {
    const [first] = ofOne;
    if (!first) return 0;
    const work = async (leased: LeasedConversation) => {
      let moved = 0;
      for (const schedule of ofOne) {
        if (this.rounds.signal.aborted) return moved;
        if (await this.tryToKeep(schedule, leased)) moved += 1;
      }
      return moved;
    };
    try {
      const moved = await acrossTenants(() => this.conversations.use(first.conversationId, work));
      return moved === 'busy' || moved === 'gone' ? 0 : moved;
    } catch (error) {
      const which = `schedules of conversation ${first.conversationId}`;
      this.logger.warn(`${which} could not be kept, and are tried again: ${messageOf(error)}`);
      return 0;
    }
  }

  /** What goes wrong with one is none of the others'. */
  private async tryToKeep(schedule: Schedule, leased: LeasedConversation): Promise<boolean> {
    try {
      return await this.keep(schedule, leased);
    } catch (error) {
      this.logger.warn(`schedule ${schedule.scheduleId} could not be kept, and is tried again: ${messageOf(error)}`);
      return false;
    }
  }

  private async keep(schedule: Schedule, leased: LeasedConversation): Promise<boolean> {
    if (schedule.status !== 'ACTIVE') return this.writeEnd(schedule, leased);
    if (schedule.nextAtMs === null) return false;
    const rule = readRecurrence(schedule.rule);
    if (!rule) return this.end(schedule, 'RULE_UNREADABLE', leased);
    const nowMs = this.clock.now();
    const catchUpMs = this.config.flow.schedules.catchUpMinutes * 60_000;
    const step = stepAt(rule, schedule.nextAtMs, nowMs, catchUpMs);
    const doing = step.runAtMs === null ? undefined : await this.doingOf(schedule, step.runAtMs, nowMs, leased);
    if (doing && 'stop' in doing) return this.end(schedule, doing.stop, leased);
    // Another process may have the handler, or the rows be mended; where not, the time is missed when it is too late.
    if (!doing && step.runAtMs !== null) return false;
    return this.advance(schedule, step, doing, leased);
  }

  private async advance(
    schedule: Schedule,
    step: ScheduleStep,
    doing: { readonly claimed: Proposal; readonly action: ActionMethods } | undefined,
    leased: LeasedConversation,
  ): Promise<boolean> {
    const claimedAt = steadyNow();
    const claim = { owner: leased.lease.owner, expiresAtMs: this.actions.claimEnd() };
    if (!(await this.schedules.advance(schedule, step, doing?.claimed, claim, this.clock.now()))) return false;
    if (step.missed > 0) leased.audit.record('SCHEDULE_LIFECYCLE', describeSchedule(schedule, 'MISSED', step.missed));
    if (doing) await this.execute(doing.claimed, doing.action, leased, claimedAt);
    const moved = step.nextAtMs === null ? await this.schedules.find(schedule) : undefined;
    if (moved && moved.status !== 'ACTIVE') await this.writeEnd(moved, leased);
    return true;
  }

  private async execute(
    claimed: Proposal,
    action: ActionMethods,
    leased: LeasedConversation,
    claimedAt: number,
  ): Promise<void> {
    const { audit, conversation, lease } = leased;
    const now = { turn: conversation.turnNo, epochMs: this.clock.now() };
    auditLifecycle({ audit, moment: now }, 'IN_PROGRESS', claimed);
    const context = {
      conversationId: claimed.conversationId,
      intent: claimed.intent,
      state: claimed.state,
      userText: '',
      context: conversation.context,
      signal: this.goesOn,
      deadline: steadyNow() + this.config.turn.deadlineMs,
      database: this.database,
      audit: (stage: string, payload: Parameters<typeof audit.record>[1]) => audit.record(stage, payload),
    };
    const caller = { context, now, owner: lease.owner, claimedAt };
    const result = await this.actions.executeOccurrence(claimed, action, caller);
    if (result.kind === 'not-claimed' || result.kind === 'expired') return;
    auditLifecycle({ audit, moment: now }, EVENT_OF[result.kind], result.proposal);
  }

  /** What a time is done with, as it was agreed to: its tool as it was, and a row that still wants it. */
  private async doingOf(
    { conversationId, scheduleId }: Schedule,
    occurrenceAtMs: number,
    nowMs: number,
    { conversation }: LeasedConversation,
  ): Promise<Doing> {
    const consent = await this.proposals.find(conversationId, scheduleId);
    const work = consent && scheduledWork(consent);
    if (!consent?.confirmation || !work) return { stop: 'CONSENT_GONE' };
    if (this.flow.isRefused) return undefined;
    const flow = this.flow.definition;
    if (consent.toolCode === null && !flow.hasAction(consent.actionKey)) return { stop: 'ACTION_WITHDRAWN' };
    if (this.methods.changedTool(flow, consent)) return { stop: 'TOOL_CHANGED' };
    const at = { proposalId: newId(), occurrenceAtMs, turn: conversation.turnNo, nowMs };
    const claimed = occurrence(consent, work, at, hashArguments);
    const action = this.methods.find(flow, claimed);
    return action && { claimed, action };
  }

  private async end(schedule: Schedule, reason: StopReason, leased: LeasedConversation): Promise<boolean> {
    await this.schedules.stop(schedule, reason, this.clock.now());
    const stopped = await this.schedules.find(schedule);
    if (stopped === undefined || stopped.status === 'ACTIVE') return false;
    if (stopped.status === 'STOPPED')
      this.logger.warn(`schedule ${stopped.scheduleId} was stopped, since it cannot be kept: ${stopped.reason}`);
    return this.writeEnd(stopped, leased);
  }

  /** Writes an end into the audit, and has the outside told of it. */
  private async writeEnd(schedule: Schedule, { audit }: LeasedConversation): Promise<boolean> {
    if (schedule.status === 'ACTIVE') return false;
    audit.record('SCHEDULE_LIFECYCLE', describeSchedule(schedule, schedule.status));
    await this.schedules.noteEnd(schedule, this.clock.now());
    return true;
  }
}
