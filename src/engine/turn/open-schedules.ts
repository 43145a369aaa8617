import type { Schedule } from '../pending-action/index.js';
import { type Replies, spokenSchedule } from '../wording/index.js';

/** What a conversation's user has agreed to for times to come. */
export interface OpenSchedule {
  readonly scheduleId: string;
  readonly actionKey: string;
  /** DTSTART and RRULE of RFC 5545, with an end. */
  readonly rule: string;
  /** The rule in words of the service's language. */
  readonly when: string;
  /** ISO 8601, UTC. */
  readonly nextAt: string;
  /** How many of its times were begun, and how many went by without it. */
  readonly runs: number;
  readonly missed: number;
}

/** Of schedules, those with a time to come, as a page shows them. */
export function openSchedules(schedules: readonly Schedule[], replies: Pick<Replies, 'schedule'>): OpenSchedule[] {
  return schedules.flatMap(({ scheduleId, actionKey, rule, nextAtMs, runs, missed }) => {
    if (nextAtMs === null) return [];
    const nextAt = new Date(nextAtMs).toISOString();
    return [{ scheduleId, actionKey, rule, when: spokenSchedule(rule, replies), nextAt, runs, missed }];
  });
}
