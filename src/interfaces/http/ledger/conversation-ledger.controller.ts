import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  type ConversationItem,
  ConversationLedger,
  type Page,
  type TurnItem,
  type Verification,
} from '../../../engine/ledger/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, GuardedBy } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { conversationIdSchema } from '../conversation-id.js';
import {
  type ConversationQuery,
  conversationListSchema,
  conversationQuerySchema,
  type TurnsQuery,
  turnListSchema,
  turnsQuerySchema,
  verificationSchema,
} from './conversation.schema.js';
import { WithEtag } from './etag.interceptor.js';

/** Shows operators every chat, turn by turn. */
@ApiTags('ledger')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversations')
export class ConversationLedgerController {
  constructor(private readonly ledger: ConversationLedger) {}

  @Get()
  @WithEtag()
  @ApiOperation({
    operationId: 'listConversations',
    summary: 'All chats, those that began last first',
    description:
      'By time an index finds them. For the other filters a page looks through 500 chats at most, and through 250 for ' +
      '`text` and `principal`: it may be short, or empty, and has a cursor while there are more to look through.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: conversationListSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  list(@Query({ schema: conversationQuerySchema }) query: ConversationQuery): Promise<Page<ConversationItem>> {
    const { since, until, ...filter } = query;
    return this.ledger.page({ ...filter, sinceMs: since, untilMs: until }, query);
  }

  @Get(':id/turns')
  @WithEtag()
  @ApiOperation({
    operationId: 'listTurns',
    summary: 'What was recorded of the turns of a conversation',
    description: 'What was said, what came of it, and each event of the audit, as far as `audit.level` keeps them.',
  })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: turnListSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  turns(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Query({ schema: turnsQuerySchema }) query: TurnsQuery,
  ): Promise<Page<TurnItem>> {
    return this.ledger.turns(conversationId, query);
  }

  @Get(':id/verification')
  @ApiOperation({
    operationId: 'verifyConversation',
    summary: 'Whether the records of a conversation are as the service has written them',
    description: 'Computes their hashes anew, as `convengine audit verify --conversation ID` does.',
  })
  @ApiResponse({ status: 200, description: 'What was found', standardSchema: verificationSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  verify(@Param('id', { schema: conversationIdSchema }) conversationId: string): Promise<Verification> {
    return this.ledger.verify(conversationId);
  }
}
