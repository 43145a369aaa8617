import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { FeedbackRepository } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import type { JsonObject } from '../../platform/common/json.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';

const feedbackRequestSchema = z
  .object({
    conversationId: conversationIdSchema,
    feedbackType: z
      .string()
      .toUpperCase()
      .pipe(z.enum(['THUMBS_UP', 'THUMBS_DOWN']))
      .meta({ description: 'In any case' }),
    messageId: z.string().max(128).nullish().meta({ description: "The client's id of the answer; one opinion each" }),
    assistantResponse: z.string().nullish().meta({ description: 'The answer it is about' }),
    metadata: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: 'Anything else; `question` is taken as what the user had asked' }),
  })
  .meta({
    id: 'FeedbackRequest',
    example: {
      conversationId: EXAMPLE_ID,
      feedbackType: 'THUMBS_DOWN',
      messageId: 'm-17',
      assistantResponse: 'It costs 5.',
      metadata: { question: 'What does it cost?', comment: 'That is the old price' },
    },
  });

const feedbackResponseSchema = z
  .object({
    success: z.literal(true),
    feedbackId: z.uuid(),
    capturedQueryKnowledgeCount: z.literal(0),
    capturedUserQueryKnowledgeCount: z.literal(0),
    embeddedUserQueryKnowledgeCount: z.literal(0),
    message: z.literal('Feedback saved.'),
  })
  .meta({
    id: 'FeedbackResponse',
    example: {
      success: true,
      feedbackId: '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f',
      capturedQueryKnowledgeCount: 0,
      capturedUserQueryKnowledgeCount: 0,
      embeddedUserQueryKnowledgeCount: 0,
      message: 'Feedback saved.',
    },
  });

/** Takes what users think of answers. */
@ApiTags('conversation')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversation')
export class FeedbackController {
  constructor(private readonly feedback: FeedbackRepository) {}

  @Post('feedback')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'postFeedback',
    summary: 'Store a thumb up or down',
    description: 'A second opinion on the same messageId replaces the first.',
  })
  @ApiResponse({ status: 200, description: 'It is stored', standardSchema: feedbackResponseSchema })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'REQUEST_TOO_LARGE', 'DATABASE_UNAVAILABLE')
  async post(
    @Body({ schema: feedbackRequestSchema }) body: z.infer<typeof feedbackRequestSchema>,
  ): Promise<z.infer<typeof feedbackResponseSchema>> {
    const feedbackId = await this.feedback.save({
      conversationId: body.conversationId,
      feedbackType: body.feedbackType,
      messageId: body.messageId ?? null,
      assistantResponse: body.assistantResponse ?? null,
      metadata: (body.metadata as JsonObject | null | undefined) ?? null,
    });
    if (feedbackId === undefined)
      throw new EngineError('NOT_FOUND', `There is no conversation ${body.conversationId}.`);
    return {
      success: true,
      feedbackId,
      capturedQueryKnowledgeCount: 0,
      capturedUserQueryKnowledgeCount: 0,
      embeddedUserQueryKnowledgeCount: 0,
      message: 'Feedback saved.',
    };
  }
}
