import { Controller, Get, Param, Query } from '@nestjs/common';
import { Conversations, type ConversationView } from '../../engine/turn/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { conversationIdSchema } from './conversation-id.js';
import {
  type ConversationHistory,
  conversationSchema,
  type HistoryQuery,
  historyQuerySchema,
  historySchema,
} from './conversations.schema.js';

/** Lets a page show a conversation that it did not see: after a reload, or on another device. */
@ApiTags('conversation')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversations')
export class ConversationsController {
  constructor(private readonly conversations: Conversations) {}

  @Get(':id')
  @ApiOperation({
    operationId: 'getConversation',
    summary: 'Where a conversation stands: the last reply, and what waits for a yes',
    description: 'The fields of a reply, and of each open action what is left of its clocks. Runs and changes nothing.',
  })
  @ApiResponse({ status: 200, description: 'The conversation', standardSchema: conversationSchema })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  get(@Param('id', { schema: conversationIdSchema }) conversationId: string): Promise<ConversationView> {
    return this.conversations.find(conversationId);
  }

  @Get(':id/history')
  @ApiOperation({
    operationId: 'getConversationHistory',
    summary: 'What was said and replied, newest first',
    description: 'A page of turns; `nextBefore` leads to the turns before them.',
  })
  @ApiResponse({ status: 200, description: 'The turns', standardSchema: historySchema })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async history(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Query({ schema: historyQuerySchema }) { before, limit }: HistoryQuery,
  ): Promise<ConversationHistory> {
    const found = await this.conversations.history(conversationId, before, limit + 1);
    const turns = found.slice(0, limit);
    return { conversationId, turns, nextBefore: found.length > limit ? (turns.at(-1)?.turn ?? null) : null };
  }
}
