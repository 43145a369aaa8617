import { z } from 'zod';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';

const by = z.string().trim().min(1).max(200);
const note = z.string().trim().max(2_000).default('');
const queue = z.string().trim().max(200);

/** That a person answers, as the user's side may know it. */
export const handoverSchema = z.object({
  since: z.iso.datetime().meta({ description: 'UTC, to the millisecond' }),
  queue: z.string().meta({ description: 'Which people are to answer; empty where that was not said' }),
  by: z.string().meta({ description: 'Who has handed it over: the name of an operator, or FLOW' }),
});

/** The body of `POST /api/v1/conversations/:id/handover`. */
export const handOverSchema = z
  .object({
    by: by.meta({ description: 'Who hands it over; kept with the conversation and in the audit' }),
    queue: queue.default('').meta({ description: 'Which people are to answer' }),
    note: note.meta({ description: 'For whoever answers; the user does not see it' }),
  })
  .meta({ id: 'HandOver', example: { by: 'ann', queue: 'billing', note: 'wants a refund for order 7017' } });

/** The body of `POST /api/v1/conversations/:id/handover/replies`. */
export const personReplySchema = z
  .object({
    by: by.meta({ description: 'Who says it; shown beside the words' }),
    text: z.string().trim().min(1).meta({ description: 'What the user is told' }),
  })
  .meta({ id: 'PersonReply', example: { by: 'Maria', text: 'Hello, I am looking at your order.' } });

/** The body of `POST /api/v1/conversations/:id/handover/end`. */
export const handBackSchema = z
  .object({
    by: by.meta({ description: 'Who hands it back' }),
    note: note.meta({ description: 'What the flow is to know: the fact handed_back of the next turn' }),
  })
  .meta({ id: 'HandBack', example: { by: 'Maria', note: 'refund promised until Friday' } });

/** What each of the three answers. */
export const handoverStateSchema = z
  .object({
    conversationId: conversationIdSchema,
    turn: z.int().meta({ description: 'The number of the turn that this was' }),
    text: z.string().meta({ description: 'What the user reads of it' }),
    handover: handoverSchema.nullable().meta({ description: 'null where the engine answers' }),
  })
  .meta({
    id: 'HandoverState',
    example: {
      conversationId: EXAMPLE_ID,
      turn: 5,
      text: 'Hello, I am looking at your order.',
      handover: { since: '2026-01-31T12:02:00.000Z', queue: 'billing', by: 'FLOW' },
    },
  });
