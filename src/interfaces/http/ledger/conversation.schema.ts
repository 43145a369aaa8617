import { z } from 'zod';
import { conversationIdSchema, EXAMPLE_ID } from '../conversation-id.js';
import { code, nextCursor, pageQuery, searchText, timeQuery, utc } from './list.schema.js';

export const conversationQuerySchema = z.object({
  intent: code,
  state: code,
  status: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['RUNNING', 'BLOCKED']))
    .optional(),
  text: searchText.meta({ description: 'Part of anything that was said or replied' }),
  principal: code.meta({ description: 'Who has spoken, such as USER or AGENT:crm' }),
  ...timeQuery,
  ...pageQuery,
});
export type ConversationQuery = z.infer<typeof conversationQuerySchema>;

/** A reply as lists show it. */
export const shownReply = z
  .object({ type: z.enum(['TEXT', 'JSON']), value: z.string().meta({ description: 'Text, or JSON text' }) })
  .nullable();

export const replyExample = { type: 'TEXT' as const, value: 'Shall I cancel order 7017?' };

/** The answer of `GET /api/v1/conversations`. */
export const conversationListSchema = z
  .object({
    items: z.array(
      z.object({
        conversationId: conversationIdSchema,
        intent: z.string(),
        state: z.string(),
        status: z.string().meta({ description: 'RUNNING, or BLOCKED where a policy refused the last message' }),
        startedAt: utc,
        updatedAt: utc,
        turns: z.int().meta({ description: 'The number of the last turn' }),
        lastUserText: z.string().nullable(),
        lastReply: shownReply,
        openActions: z.int(),
        lastErrorCode: z.string().nullable().meta({ description: 'Why the newest turn failed' }),
        principal: z.string().nullable().meta({ description: 'Who spoke in the newest turn' }),
      }),
    ),
    nextCursor,
  })
  .meta({
    id: 'ConversationList',
    example: {
      items: [
        {
          conversationId: EXAMPLE_ID,
          intent: 'ORDER_CANCELLATION',
          state: 'CONFIRM_CANCELLATION',
          status: 'RUNNING',
          startedAt: '2026-01-31T12:00:00.000Z',
          updatedAt: '2026-01-31T12:00:00.000Z',
          turns: 1,
          lastUserText: 'cancel my order 7017',
          lastReply: replyExample,
          openActions: 1,
          lastErrorCode: null,
          principal: 'USER',
        },
      ],
      nextCursor: null,
    },
  });

export const turnsQuerySchema = z.object({
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'desc: newest first' }),
  ...pageQuery,
});
export type TurnsQuery = z.infer<typeof turnsQuerySchema>;

/** The answer of `GET /api/v1/conversations/:id/turns`. */
export const turnListSchema = z
  .object({
    items: z.array(
      z.object({
        turn: z.int(),
        turnId: z.string().meta({ description: 'Which record of the conversation it is' }),
        at: utc,
        durationMs: z.int().nullable(),
        intent: z.string().nullable(),
        state: z.string().nullable(),
        status: z.enum(['DONE', 'FAILED', 'BESIDE']).meta({
          description: 'BESIDE: work that no message asked for, such as closing what has expired',
        }),
        outcome: z.string().nullable().meta({ description: 'What last became of an action in it' }),
        errorCode: z.string().nullable(),
        principal: z.string().nullable(),
        userText: z.string().nullable(),
        reply: shownReply,
        actionIds: z.array(z.string()),
        events: z.array(
          z.object({
            stage: z.string(),
            offsetMs: z.int().meta({ description: 'Milliseconds since `at`' }),
            payload: z.record(z.string(), z.unknown()),
          }),
        ),
      }),
    ),
    nextCursor,
  })
  .meta({
    id: 'TurnList',
    example: {
      items: [
        {
          turn: 1,
          turnId: '75',
          at: '2026-01-31T12:00:00.000Z',
          durationMs: 12,
          intent: 'ORDER_CANCELLATION',
          state: 'CONFIRM_CANCELLATION',
          status: 'DONE' as const,
          outcome: 'OPEN',
          errorCode: null,
          principal: 'USER',
          userText: 'cancel my order 7017',
          reply: replyExample,
          actionIds: ['0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f'],
          events: [{ stage: 'USER_INPUT', offsetMs: 0, payload: { text: 'cancel my order 7017' } }],
        },
      ],
      nextCursor: null,
    },
  });

/** The answer of `GET /api/v1/conversations/:id/verification`. */
export const verificationSchema = z
  .object({
    conversationId: conversationIdSchema,
    records: z.int().meta({ description: 'How many were looked at' }),
    ok: z.boolean(),
    problems: z.array(
      z.object({
        turnNo: z.int().nullable().meta({ description: 'null where it is the end that is missing' }),
        problem: z.string(),
      }),
    ),
  })
  .meta({
    id: 'Verification',
    example: { conversationId: EXAMPLE_ID, records: 12, ok: false, problems: [{ turnNo: 3, problem: 'altered' }] },
  });
