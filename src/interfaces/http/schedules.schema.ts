import { z } from 'zod';
import type { Proposal } from '../../engine/pending-action/index.js';
import type { WholeSchedule } from '../../engine/turn/index.js';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';

const EXAMPLE_SCHEDULE = '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f';

const scheduleId = z.uuid().meta({ description: 'The id of the action that was agreed to', example: EXAMPLE_SCHEDULE });

/** Which schedule an address is about. */
export const scheduleKeySchema = z.object({ conversationId: conversationIdSchema, scheduleId });

export const scheduleQuerySchema = z.object({
  conversationId: conversationIdSchema
    .optional()
    .meta({ description: 'Left out: those with times to come, of all conversations' }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export const revocationSchema = z
  .object({ by: z.string().trim().min(1).max(200).meta({ description: 'Who does it; kept in the audit' }) })
  .meta({ id: 'ScheduleRevocation', example: { by: 'ann' } });

const schedule = {
  conversationId: z.uuid(),
  scheduleId,
  actionKey: z.string(),
  rule: z.string().meta({ description: 'DTSTART and RRULE of RFC 5545, with an end' }),
  status: z.enum(['ACTIVE', 'DONE', 'REVOKED', 'STOPPED']),
  reason: z
    .enum(['TOOL_CHANGED', 'ACTION_WITHDRAWN', 'CONSENT_GONE', 'RULE_UNREADABLE'])
    .nullable()
    .meta({ description: 'Why it is STOPPED' }),
  nextAt: z.iso.datetime().nullable().meta({ description: 'The next time; null where none is left' }),
  runs: z.int().meta({ description: 'How many of its times were begun' }),
  missed: z.int().meta({ description: 'How many went by without it' }),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable().meta({ description: 'Who has revoked it' }),
};

const EXAMPLE = {
  conversationId: EXAMPLE_ID,
  scheduleId: EXAMPLE_SCHEDULE,
  actionKey: 'pay',
  rule: 'DTSTART;TZID=Europe/Berlin:20260202T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=14',
  status: 'ACTIVE' as const,
  reason: null,
  nextAt: '2026-02-09T08:00:00.000Z',
  runs: 1,
  missed: 0,
  createdAt: '2026-01-31T12:00:00.000Z',
  endedAt: null,
  endedBy: null,
};

export const schedulesSchema = z.array(z.object(schedule)).meta({ id: 'Schedules', example: [EXAMPLE] });

export const wholeScheduleSchema = z
  .object({
    ...schedule,
    question: z.string().nullable().meta({ description: 'What was agreed to; null where its record is gone' }),
    confirmedBy: z.string().nullable(),
    times: z
      .array(
        z.object({
          actionId: z.uuid(),
          at: z.iso.datetime(),
          status: z.enum(['IN_PROGRESS', 'EXECUTED', 'REJECTED', 'OPEN', 'EXPIRED']),
          reason: z.string().nullable(),
          idempotencyKey: z.string(),
        }),
      )
      .meta({ description: 'Those that were begun, the newest first; at most 100' }),
  })
  .meta({
    id: 'Schedule',
    example: {
      ...EXAMPLE,
      question: 'It would be done every Monday at 09:00 (Europe/Berlin), 14 times. Shall I pay 50 to Bob?',
      confirmedBy: 'USER:ann',
      times: [
        {
          actionId: '0198d7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
          at: '2026-02-02T08:00:00.000Z',
          status: 'EXECUTED',
          reason: null,
          idempotencyKey: `${EXAMPLE_SCHEDULE}.1.20260202T080000Z`,
        },
      ],
    },
  });

type Listed = Omit<WholeSchedule, 'consent' | 'times'>;

/** One of a list, with its times as texts. */
export function shownSchedule({ argument: _, nextAtMs, createdAtMs, endedAtMs, ...rest }: Listed) {
  const next = rest.status === 'ACTIVE' && nextAtMs !== null ? timeOf(nextAtMs) : null;
  const endedAt = endedAtMs === null ? null : timeOf(endedAtMs);
  return { ...rest, nextAt: next, createdAt: timeOf(createdAtMs), endedAt };
}

export function shownWhole({ consent, times, ...rest }: WholeSchedule): z.infer<typeof wholeScheduleSchema> {
  return {
    ...shownSchedule(rest),
    question: consent?.question ?? null,
    confirmedBy: consent?.confirmation?.by ?? null,
    times: times.map(shownTime),
  };
}

function shownTime({ proposalId, occurrenceAtMs, status, reason, idempotencyKey }: Proposal) {
  return { actionId: proposalId, at: timeOf(occurrenceAtMs ?? 0), status, reason, idempotencyKey };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
