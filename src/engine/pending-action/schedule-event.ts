import { newId } from '../../platform/common/ids.js';
import { type OutboxEvent, withTrace } from '../../platform/persistence/index.js';
import type { Schedule } from './schedule.js';

/** What becomes of a schedule beside its times, each of which is told as any action is. */
export type ScheduleEventName = 'MISSED' | 'DONE' | 'REVOKED' | 'STOPPED';

/** What is told of a schedule, in the audit and outside. */
export function describeSchedule(
  { scheduleId, actionKey, reason, endedBy }: Pick<Schedule, 'scheduleId' | 'actionKey' | 'reason' | 'endedBy'>,
  event: ScheduleEventName,
  missed = 0,
) {
  return {
    event,
    scheduleId,
    actionKey,
    ...(reason !== null && { reason }),
    ...(event === 'REVOKED' && endedBy !== null && { by: endedBy }),
    ...(event === 'MISSED' && { missed }),
  };
}

/** What the webhook is told, together with the change. Nothing personal is in it. */
export function scheduleEvent(
  schedule: Schedule,
  event: ScheduleEventName,
  nowMs: number,
  missed?: number,
): OutboxEvent {
  const eventId = newId();
  const { conversationId } = schedule;
  const { by: _, ...about } = describeSchedule(schedule, event, missed);
  const occurredAt = new Date(nowMs).toISOString();
  return {
    conversationId,
    eventId,
    type: 'SCHEDULE_LIFECYCLE',
    createdAtMs: nowMs,
    payload: withTrace({ eventId, type: 'schedule', conversationId, ...about, occurredAt }),
  };
}
