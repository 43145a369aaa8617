import type { Clock } from '../../../platform/common/clock.js';
import {
  type ActionCall,
  type ActionMethod,
  type ActionOutcome,
  done,
  failed,
} from '../../../platform/handlers-api/index.js';
import {
  type ActionMethods,
  beginSchedule,
  firstAfter,
  type Proposal,
  recurrenceOf,
  revokeSchedule,
  type scheduledWork,
} from '../index.js';

type Work = NonNullable<ReturnType<typeof scheduledWork>>;

/** What a yes to times to come does: it keeps them, in the transaction in which the yes is stored as carried out. */
export function planning(
  { conversationId, proposalId, actionKey }: Proposal,
  { argument }: Work,
  clock: Clock,
): ActionMethods {
  return only('schedule', async ({ arguments: args, database }: ActionCall): Promise<ActionOutcome> => {
    const recurrence = recurrenceOf(args, argument);
    const nowMs = clock.now();
    const nextAtMs = recurrence && firstAfter(recurrence, nowMs);
    if (nextAtMs === undefined) return failed('All of its times are over.');
    await beginSchedule(database, {
      conversationId,
      scheduleId: proposalId,
      actionKey,
      argument,
      rule: String(args[argument]),
      status: 'ACTIVE',
      reason: null,
      nextAtMs,
      runs: 0,
      missed: 0,
      createdAtMs: nowMs,
      endedAtMs: null,
      endedBy: null,
    });
    return done({ schedule_id: proposalId, next_at: new Date(nextAtMs).toISOString() });
  });
}

/** What a yes to the stopping of a schedule does. */
export function revoking({ conversationId, proposalId }: Proposal, scheduleId: string, clock: Clock): ActionMethods {
  return only('revoke', async ({ database }: ActionCall): Promise<ActionOutcome> => {
    const isRevoked = await revokeSchedule(database, { conversationId, scheduleId }, { proposalId }, clock.now());
    return isRevoked ? done({ schedule_id: scheduleId }) : failed('It has ended already.');
  });
}

function only(name: string, method: ActionMethod): ActionMethods {
  return { methods: [{ name, method }], timeoutMs: null, maxAttempts: null };
}
