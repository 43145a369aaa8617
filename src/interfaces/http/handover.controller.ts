import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import { type HandoverState, Handovers } from '../../engine/turn/index.js';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import {
  AccessGuard,
  type Admitted,
  type Caller,
  GuardedBy,
  LetIn,
  operatorPrincipal,
  provedName,
} from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { conversationIdSchema } from './conversation-id.js';
import { handBackSchema, handOverSchema, handoverStateSchema, personReplySchema } from './handover.schema.js';
import { readIdempotencyKey } from './validation.js';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description: 'A repeated key gets the first answer and does nothing',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
} as const;

const ERRORS = [
  'UNAUTHORIZED',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'CONVERSATION_BUSY',
  'IDEMPOTENCY_KEY_REUSED',
  'CONVERSATION_PERSIST_FAILED',
  'SERVICE_OVERLOADED',
  'DATABASE_UNAVAILABLE',
  'TURN_TIMEOUT',
] as const;

/** Lets people answer a conversation in the place of the engine. */
@ApiTags('handover')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversations/:id/handover')
export class HandoverController {
  constructor(private readonly handovers: Handovers) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'handOverConversation',
    summary: 'Hand a conversation over to a person',
    description:
      'From then on messages are kept for the person, nothing is read from them and no yes counts. One that is handed over ' +
      'already goes to another queue.',
  })
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiResponse({ status: 200, description: 'A person answers', standardSchema: handoverStateSchema })
  @ApiErrors(...ERRORS)
  begin(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Body({ schema: handOverSchema }) given: z.infer<typeof handOverSchema>,
    @Headers('idempotency-key') key: string | undefined,
    @LetIn() { caller }: Admitted,
  ): Promise<HandoverState> {
    return this.handovers.begin(call(conversationId, key, caller), { ...given, by: provedName(caller, given.by) });
  }

  @Post('replies')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'replyAsPerson',
    summary: 'Say something to the user of a conversation that is handed over',
    description:
      'It stands in the history with who said it, and reaches whoever follows the conversation as ASSISTANT_OUTPUT, and the ' +
      'webhook as PERSON_REPLY.',
  })
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiResponse({ status: 200, description: 'It was said', standardSchema: handoverStateSchema })
  @ApiErrors(...ERRORS, 'NOT_HANDED_OVER', 'REQUEST_TOO_LARGE')
  reply(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Body({ schema: personReplySchema }) given: z.infer<typeof personReplySchema>,
    @Headers('idempotency-key') key: string | undefined,
    @LetIn() { caller }: Admitted,
  ): Promise<HandoverState> {
    return this.handovers.reply(call(conversationId, key, caller), given);
  }

  @Post('end')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'handBackConversation',
    summary: 'Hand a conversation back to the engine',
    description: 'The engine goes on where the conversation stood. What was said meanwhile stands in its history.',
  })
  @ApiHeader(IDEMPOTENCY_KEY)
  @ApiResponse({ status: 200, description: 'The engine answers', standardSchema: handoverStateSchema })
  @ApiErrors(...ERRORS, 'NOT_HANDED_OVER')
  end(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Body({ schema: handBackSchema }) given: z.infer<typeof handBackSchema>,
    @Headers('idempotency-key') key: string | undefined,
    @LetIn() { caller }: Admitted,
  ): Promise<HandoverState> {
    return this.handovers.end(call(conversationId, key, caller), { ...given, by: provedName(caller, given.by) });
  }
}

function call(conversationId: string, key: string | undefined, caller: Caller) {
  return { conversationId, principal: operatorPrincipal(caller), idempotencyKey: readIdempotencyKey(key) };
}
