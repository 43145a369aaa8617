import { z } from 'zod';
import { askedQuestionExample, askedQuestionSchema } from './asked-question.schema.js';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';
import { handoverSchema } from './handover.schema.js';

const payloadSchema = z.object({
  type: z.enum(['TEXT', 'JSON', 'ERROR']),
  value: z.string().meta({ description: 'Text for the user; for JSON and ERROR, JSON text' }),
});

const time = z.iso.datetime().meta({ description: 'UTC, to the millisecond' });

const openActionSchema = askedQuestionSchema
  .extend({
    isAsked: z.boolean().meta({ description: 'The last reply asks it: a yes without an address means it' }),
    secondsLeft: z.int().nullable().meta({ description: 'Until it expires; null where no clock runs' }),
    turnsLeft: z.int().nullable().meta({ description: 'How many more messages can answer it' }),
  })
  .meta({ id: 'OpenAction', example: { ...askedQuestionExample, isAsked: true, secondsLeft: 1_740, turnsLeft: 3 } });

const openWorkflowSchema = z
  .object({
    runId: z.string(),
    workflow: z.string(),
    status: z.enum(['RUNNING', 'WAITING', 'HELD']).meta({ description: 'HELD: a person has to look into it' }),
    stepsDone: z.int(),
    stepsPlanned: z.int().nullable().meta({ description: 'Null where the workflow does not say how many it has' }),
    waitsFor: z.array(z.object({ step: z.string(), until: time.nullable() })),
    endsAs: z.enum(['FAILED', 'CANCELLED']).nullable().meta({ description: 'Set while its steps are undone' }),
    startedAt: time,
  })
  .meta({
    id: 'OpenWorkflow',
    example: {
      runId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1',
      workflow: 'paid-journey',
      status: 'WAITING',
      stepsDone: 1,
      stepsPlanned: 2,
      waitsFor: [{ step: 'paid', until: '2026-02-03T12:00:00.000Z' }],
      endsAs: null,
      startedAt: '2026-01-31T12:00:00.000Z',
    },
  });

const openScheduleSchema = z
  .object({
    scheduleId: z.uuid().meta({ description: 'The id of the action that was agreed to' }),
    actionKey: z.string(),
    rule: z.string().meta({ description: 'DTSTART and RRULE of RFC 5545, with an end' }),
    when: z.string().meta({ description: 'The rule in words of the service’s language' }),
    nextAt: time,
    runs: z.int().meta({ description: 'How many of its times were begun' }),
    missed: z.int().meta({ description: 'How many went by without it' }),
  })
  .meta({
    id: 'OpenSchedule',
    example: {
      scheduleId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
      actionKey: 'pay',
      rule: 'DTSTART;TZID=Europe/Berlin:20260202T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=14',
      when: 'every Monday at 09:00 (Europe/Berlin), 14 times, from Monday, 2 February 2026 to Monday, 4 May 2026',
      nextAt: '2026-02-09T08:00:00.000Z',
      runs: 1,
      missed: 0,
    },
  });

/** The answer of `GET /api/v1/conversations/:id`. */
export const conversationSchema = z
  .object({
    conversationId: conversationIdSchema,
    intent: z.string(),
    state: z.string(),
    status: z.enum(['RUNNING', 'BLOCKED']).meta({ description: 'BLOCKED: a policy refused the last message' }),
    turn: z.int().meta({ description: 'The number of the last turn' }),
    payload: payloadSchema
      .nullable()
      .meta({ description: 'The last reply; null before the first, and once it was deleted' }),
    context: z.string().meta({ description: 'What the conversation knows, as JSON text, without secrets' }),
    isAnswering: z.boolean().meta({ description: 'A message is being answered: ask again when it is done' }),
    pendingActions: z.array(openActionSchema).meta({ description: 'Every action that a yes would still count for' }),
    workflows: z.array(openWorkflowSchema).meta({ description: 'What goes on beside it, the newest first' }),
    schedules: z
      .array(openScheduleSchema)
      .meta({ description: 'What its user has agreed to for times to come, the next first; at most 20' }),
    handover: handoverSchema.nullable().meta({ description: 'That a person answers; null while the engine does' }),
    createdAt: time,
    updatedAt: time,
  })
  .meta({
    id: 'Conversation',
    example: {
      conversationId: EXAMPLE_ID,
      intent: 'CONNECTION_TRANSFER',
      state: 'AWAITING_CONFIRMATION',
      status: 'RUNNING' as const,
      turn: 2,
      payload: { type: 'TEXT' as const, value: askedQuestionExample.question },
      context: '{"sourceCity":"City1","targetCity":"City2"}',
      isAnswering: false,
      pendingActions: [{ ...askedQuestionExample, isAsked: true, secondsLeft: 1_740, turnsLeft: 3 }],
      workflows: [],
      schedules: [],
      handover: null,
      createdAt: '2026-01-31T12:00:00.000Z',
      updatedAt: '2026-01-31T12:01:00.000Z',
    },
  });

export const historyQuerySchema = z.object({
  before: z.coerce.number().int().min(1).max(2_147_483_647).default(2_147_483_647).meta({
    description: 'Only turns with a lower number: nextBefore of the page before',
  }),
  limit: z.coerce.number().int().min(1).max(500).default(50).meta({ description: 'Most turns in the answer' }),
});

export type HistoryQuery = z.infer<typeof historyQuerySchema>;

/** The answer of `GET /api/v1/conversations/:id/history`. */
export const historySchema = z
  .object({
    conversationId: conversationIdSchema,
    turns: z
      .array(
        z.object({
          turn: z.int().meta({ description: 'Counts up; turns that failed are left out' }),
          message: z.string().meta({ description: 'What the user said, without secrets' }),
          payload: payloadSchema,
          by: z.string().nullable().meta({ description: 'The person who replied; null where the engine did' }),
          at: time,
        }),
      )
      .meta({ description: 'Newest first' }),
    nextBefore: z.int().nullable().meta({ description: 'Ask again with `before` set to this; null: there is no more' }),
  })
  .meta({
    id: 'ConversationHistory',
    example: {
      conversationId: EXAMPLE_ID,
      turns: [
        {
          turn: 2,
          message: 'to City2',
          payload: { type: 'TEXT', value: askedQuestionExample.question },
          by: null,
          at: '2026-01-31T12:01:00.000Z',
        },
      ],
      nextBefore: 2,
    },
  });

export type ConversationHistory = z.infer<typeof historySchema>;
