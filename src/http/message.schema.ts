import { z } from 'zod';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';

/** The body of `POST /api/v1/conversation/message`. Null means absent; unknown fields are ignored. */
export const messageRequestSchema = z
  .object({
    conversationId: conversationIdSchema.nullish().meta({
      description: 'A UUID; a new one is made where it is absent, and an unknown one starts a conversation',
    }),
    message: z.string().meta({ description: 'What the user said' }),
    reset: z.boolean().nullish().meta({ description: 'Starts the conversation over before the message is read' }),
    inputParams: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: 'Parameters for this one turn; never stored' }),
  })
  .meta({
    id: 'MessageRequest',
    example: { conversationId: EXAMPLE_ID, message: 'Move my connection to City2', inputParams: { channel: 'web' } },
  });

export type MessageRequestBody = z.infer<typeof messageRequestSchema>;

/** The reply to a message. */
export const messageResponseSchema = z
  .object({
    conversationId: conversationIdSchema,
    intent: z.string(),
    state: z.string(),
    payload: z.object({
      type: z.enum(['TEXT', 'JSON', 'ERROR']),
      value: z.string().meta({ description: 'Text for the user; for JSON and ERROR, JSON text' }),
    }),
    context: z.string().nullable().meta({ description: 'What the conversation knows, as JSON text' }),
    success: z.boolean(),
    errorCode: z.string().nullable(),
    recoverable: z.boolean(),
    message: z.string().nullable().meta({ description: 'What went wrong; null on success' }),
  })
  .meta({
    id: 'MessageResponse',
    example: {
      conversationId: EXAMPLE_ID,
      intent: 'CONNECTION_TRANSFER',
      state: 'AWAITING_CONFIRMATION',
      payload: { type: 'TEXT', value: 'Do you want to move this connection right away?' },
      context: '{"sourceCity":"City1","targetCity":"City2"}',
      success: true,
      errorCode: null,
      recoverable: false,
      message: null,
    },
  });
