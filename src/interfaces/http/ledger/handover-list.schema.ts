import { z } from 'zod';
import { conversationIdSchema, EXAMPLE_ID } from '../conversation-id.js';
import { replyExample, shownReply } from './conversation.schema.js';
import { code, nextCursor, pageQuery, utc } from './list.schema.js';

export const handoverQuerySchema = z.object({
  queue: code.meta({ description: 'Only those of this queue' }),
  ...pageQuery,
});
export type HandoverQuery = z.infer<typeof handoverQuerySchema>;

/** The answer of `GET /api/v1/handovers`. */
export const handoverListSchema = z
  .object({
    items: z.array(
      z.object({
        conversationId: conversationIdSchema,
        since: utc,
        queue: z.string().meta({ description: 'Empty where none was named' }),
        by: z.string().meta({ description: 'Who has handed it over: the name of an operator, or FLOW' }),
        note: z.string(),
        intent: z.string(),
        state: z.string(),
        lastUserText: z.string().nullable(),
        lastReply: shownReply,
        lastReplyBy: z
          .string()
          .nullable()
          .meta({ description: 'null where no person has replied since the user wrote' }),
        updatedAt: utc.meta({ description: 'When anything was last said' }),
        openActions: z.int().meta({ description: 'Actions that wait for a yes; none counts meanwhile' }),
      }),
    ),
    nextCursor,
  })
  .meta({
    id: 'HandoverList',
    example: {
      items: [
        {
          conversationId: EXAMPLE_ID,
          since: '2026-01-31T12:02:00.000Z',
          queue: 'billing',
          by: 'FLOW',
          note: 'wants a refund for order 7017',
          intent: 'ORDER_CANCELLATION',
          state: 'CONFIRM_CANCELLATION',
          lastUserText: 'is anybody there?',
          lastReply: replyExample,
          lastReplyBy: null,
          updatedAt: '2026-01-31T12:03:00.000Z',
          openActions: 1,
        },
      ],
      nextCursor: null,
    },
  });
