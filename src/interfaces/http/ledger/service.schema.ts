import { z } from 'zod';
import { MOST_COUNTED } from '../../../engine/ledger/index.js';
import { conversationIdSchema, EXAMPLE_ID } from '../conversation-id.js';
import { nextCursor, pageQuery, timeQuery, utc } from './list.schema.js';

export const statisticsQuerySchema = z.object({
  hours: z.coerce.number().int().min(1).max(24).default(6).meta({ description: 'How far back the buckets go' }),
});
export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>;

const counted = z.int().meta({ description: `Counted up to ${MOST_COUNTED.toLocaleString('en')}` });

const bucketExample = {
  at: '2026-01-31T12:00:00.000Z',
  turns: 120,
  errors: 1,
  p50Ms: 12,
  p95Ms: 40,
  proposals: 30,
  executed: 24,
  rejected: 3,
  expired: 1,
};

/** The answer of `GET /api/v1/statistics`. */
export const statisticsSchema = z
  .object({
    buckets: z
      .array(
        z.object({
          at: utc.meta({ description: 'When the five minutes began' }),
          turns: z.int().meta({ description: 'Of the process that answers, since it was started; as the next three' }),
          errors: z.int(),
          p50Ms: z.int().nullable().meta({ description: 'So long half of the turns took at most, to within a fifth' }),
          p95Ms: z.int().nullable(),
          proposals: z.int().meta({ description: 'Actions that were asked then, by any process' }),
          executed: z.int().meta({ description: 'How many of them have been executed since; the next two likewise' }),
          rejected: z.int(),
          expired: z.int(),
        }),
      )
      .meta({ description: 'Oldest first' }),
    open: counted,
    held: counted,
    awaitingApproval: counted,
    handedOver: counted.meta({ description: 'Chats that a person answers; counted up to 10,000' }),
    expiringSoon: counted,
    webhookBacklog: counted,
    webhookGivenUp: counted,
    queue: z
      .object({ inProgress: z.int(), most: z.int() })
      .meta({ description: 'Turns that the process works on, and limits.turns-in-progress' }),
    eventLoopDelayMs: z.int().meta({ description: 'How late the process is at all that it does' }),
    databaseBytes: z.int(),
    pool: z
      .object({ inUse: z.int(), idle: z.int(), waiting: z.int(), most: z.int() })
      .nullable()
      .meta({ description: 'Connections of the process that answers to PostgreSQL; null on SQLite' }),
    retention: z
      .object({
        everyMinutes: z.int(),
        conversationDays: z.number(),
        evidenceDays: z.number(),
        auditDays: z.number(),
        replyDays: z.number(),
        modelCallDays: z.number(),
        eventDays: z.number(),
      })
      .meta({ description: 'convengine.retention: after how many days what is removed, and how often; 0 for never' }),
    version: z.string(),
    process: z.object({ pid: z.int(), startedAt: utc }).meta({ description: 'The one that answers' }),
    processes: z
      .array(
        z.object({
          host: z.string(),
          pid: z.int(),
          version: z.string(),
          startedAt: utc,
          seenAt: utc.meta({ description: 'Its last sign of life' }),
          isAlive: z.boolean().meta({ description: 'False where a sign of life is overdue' }),
          clockAheadMs: z
            .int()
            .meta({ description: 'How far the clock of its machine is ahead of the service’s time' }),
          hasSameFiles: z.boolean().nullable().meta({
            description:
              'Whether it reads the same capability and language files as the one that answers; null where that is not known',
          }),
          isThis: z.boolean().meta({ description: 'Whether it is the one that answers' }),
        }),
      )
      .meta({ description: 'All that serve the database, or did within the hour and have not said that they stop' }),
  })
  .meta({
    id: 'Statistics',
    example: {
      buckets: [bucketExample],
      open: 4,
      held: 0,
      awaitingApproval: 1,
      handedOver: 2,
      expiringSoon: 1,
      webhookBacklog: 0,
      webhookGivenUp: 0,
      queue: { inProgress: 1, most: 200 },
      eventLoopDelayMs: 0,
      databaseBytes: 1_048_576,
      pool: { inUse: 1, idle: 3, waiting: 0, most: 10 },
      retention: {
        everyMinutes: 60,
        conversationDays: 0,
        evidenceDays: 0,
        auditDays: 90,
        replyDays: 7,
        modelCallDays: 30,
        eventDays: 30,
      },
      version: '1.0.0',
      process: { pid: 4711, startedAt: '2026-01-31T08:00:00.000Z' },
      processes: [
        {
          host: 'chat-1',
          pid: 4711,
          version: '1.0.0',
          startedAt: '2026-01-31T08:00:00.000Z',
          seenAt: '2026-01-31T12:00:00.000Z',
          isAlive: true,
          clockAheadMs: 3,
          hasSameFiles: true,
          isThis: true,
        },
      ],
    },
  });

export const modelCallQuerySchema = z.object({
  conversationId: conversationIdSchema.optional(),
  ...timeQuery,
  ...pageQuery,
});
export type ModelCallQuery = z.infer<typeof modelCallQuerySchema>;

/** The answer of `GET /api/v1/llm-calls`. */
export const modelCallListSchema = z
  .object({
    items: z.array(
      z.object({
        id: z.guid(),
        conversationId: z.guid(),
        at: utc,
        purpose: z.string().meta({ description: 'The step of the turn that asked' }),
        intent: z.string(),
        state: z.string(),
        provider: z.string(),
        model: z.string(),
        prompt: z.string().meta({
          description: 'The part of the system; its length and SHA-256 where prompts are not logged, as the next two',
        }),
        userContext: z.string(),
        answer: z.string().nullable(),
        promptTokens: z.int().nullable(),
        completionTokens: z.int().nullable(),
        durationMs: z.int(),
        success: z.boolean(),
        error: z.string().nullable(),
      }),
    ),
    nextCursor,
  })
  .meta({
    id: 'ModelCallList',
    example: {
      items: [
        {
          id: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
          conversationId: EXAMPLE_ID,
          at: '2026-01-31T12:00:00.000Z',
          purpose: 'IntentResolutionStep',
          intent: 'UNKNOWN',
          state: 'UNKNOWN',
          provider: 'openai-compatible',
          model: 'small',
          prompt: 'Which of these intents is it?',
          userContext: 'cancel my order',
          answer: '{"intent":"ORDER_CANCELLATION"}',
          promptTokens: 310,
          completionTokens: 12,
          durationMs: 420,
          success: true,
          error: null,
        },
      ],
      nextCursor: null,
    },
  });
