import { z } from 'zod';
import { UNCOUNTED_REASONS } from '../../engine/pending-action/index.js';
import type { TurnRequest } from '../../engine/turn/index.js';
import { ACTION_STATUSES } from '../../platform/handlers-api/index.js';
import { askedQuestionExample, askedQuestionSchema } from './asked-question.schema.js';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';
import { handoverSchema } from './handover.schema.js';

/** Which question a message answers. */
export const inReplyToSchema = z
  .object({
    actionId: z.uuid().optional(),
    revision: z.int().min(1).optional(),
    turn: z.int().min(0).optional().meta({ description: 'In the place of the other two' }),
  })
  .refine(({ actionId, revision, turn }) => (turn === undefined ? actionId && revision : !actionId && !revision), {
    message: 'expected actionId and revision, or turn alone',
  });

/** The question that a message names, as the engine takes it. */
export function readAddress(inReplyTo: z.infer<typeof inReplyToSchema> | null | undefined): TurnRequest['inReplyTo'] {
  const { actionId, revision, turn } = inReplyTo ?? {};
  if (turn !== undefined) return { turn };
  return actionId === undefined || revision === undefined ? undefined : { actionId: actionId.toLowerCase(), revision };
}

/** The body of `POST /api/v1/conversation/message`. Null means absent; unknown fields are ignored, but for misspelt ones. */
export const messageRequestSchema = z
  .object({
    conversationId: conversationIdSchema.nullish().meta({
      description: 'A UUID; a new one is made where it is absent, and an unknown one starts a conversation',
    }),
    message: z.string().nullish().meta({ description: 'What the user said; needed where no button was pressed' }),
    inReplyTo: inReplyToSchema.nullish().meta({
      description: 'The question that this answers, as pendingActions of a reply names it, or the turn of that reply',
    }),
    decision: z.enum(['CONFIRM', 'REJECT']).nullish().meta({
      description:
        'The button that was pressed: no words are read. Send inReplyTo with it; alone it counts for what the last reply has asked',
    }),
    sentAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'When the user sent it: it is no consent to a question that was asked later' }),
    reset: z.boolean().nullish().meta({ description: 'Starts the conversation over before the message is read' }),
    inputParams: z.record(z.string(), z.unknown()).nullish().meta({
      description:
        'Parameters for this one turn; never stored. Attachments come in files: [{name, mimeType, content (base64)}]',
    }),
  })
  .refine(({ message, decision }) => message != null || decision != null, {
    path: ['message'],
    message: 'expected the words of the user, or a decision',
  })
  .meta({
    id: 'MessageRequest',
    example: { conversationId: EXAMPLE_ID, message: 'Move my connection to City2', inputParams: { channel: 'web' } },
  });

export type MessageRequestBody = z.infer<typeof messageRequestSchema>;

const uncountedSchema = z
  .object({
    reason: z.enum(UNCOUNTED_REASONS).meta({ description: 'CONSENT_REFUSED in the audit has the same' }),
    actionId: z.uuid().nullable().meta({ description: 'What was answered; null where there is no such action' }),
    revision: z.int().nullable().meta({ description: 'The one it has now' }),
    status: z.enum(ACTION_STATUSES).nullable().meta({ description: 'How it stands now' }),
  })
  .meta({
    id: 'UncountedAnswer',
    description:
      'There where the message was an answer that has run nothing, such as a button of a question that has changed',
    example: { reason: 'CLOSED', actionId: askedQuestionExample.actionId, revision: 1, status: 'EXECUTED' },
  });

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
    turn: z.int().meta({ description: 'The number of the turn, which a later message can name' }),
    pendingActions: z.array(askedQuestionSchema).meta({ description: 'What the reply asks consent to' }),
    uncounted: uncountedSchema.optional(),
    handover: handoverSchema
      .optional()
      .meta({ description: 'There while a person answers in the place of the engine' }),
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
      turn: 2,
      pendingActions: [askedQuestionExample],
    },
  });
