import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { EngineError } from '../../../platform/common/errors.js';
import { CLOCK } from '../../../platform/common/tokens.js';
import { type Proposal, ProposalRepository, type Schedule, type ScheduleKey, ScheduleRepository } from '../index.js';

/** How many of its times are shown. */
const MOST_TIMES = 100;

/** A schedule with the consent that it stands on, and what became of its times so far. */
export interface WholeSchedule extends Schedule {
  /** Undefined where its record is gone. */
  readonly consent: Proposal | undefined;
  /** The newest first. */
  readonly times: readonly Proposal[];
}

/** Lets people look at what was agreed to for times to come, and stop it. */
@Injectable()
export class ScheduleDesk {
  constructor(
    private readonly schedules: ScheduleRepository,
    private readonly proposals: ProposalRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Those of a conversation, the newest first; of all, those with times to come, the next first. */
  list(conversationId: string | undefined, limit: number): Promise<Schedule[]> {
    return this.schedules.list(conversationId, limit);
  }

  /** @throws EngineError NOT_FOUND */
  async show(key: ScheduleKey): Promise<WholeSchedule> {
    const schedule = await this.schedules.find(key);
    if (!schedule) {
      const text = `Conversation ${key.conversationId} has no schedule ${key.scheduleId}.`;
      throw new EngineError('NOT_FOUND', text);
    }
    const consent = await this.proposals.find(key.conversationId, key.scheduleId);
    return { ...schedule, consent, times: await this.schedules.times(key, MOST_TIMES) };
  }

  /**
   * Stops a schedule at once, also while one of its times is at work, which comes to its end; no other one begins. The
   * conversation's next turn tells the user, and its audit has who did it.
   * @throws EngineError NOT_FOUND where it has ended
   */
  async revoke(key: ScheduleKey, by: string): Promise<WholeSchedule> {
    await this.show(key);
    if (!(await this.schedules.revoke(key, by, this.clock.now())))
      throw new EngineError('NOT_FOUND', `Schedule ${key.scheduleId} has ended already.`);
    return this.show(key);
  }
}
