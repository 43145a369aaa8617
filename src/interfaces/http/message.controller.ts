import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { TurnService } from '../../engine/turn/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, chatPrincipal, GuardedBy, LetIn } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { type MessageRequestBody, messageRequestSchema, messageResponseSchema, readAddress } from './message.schema.js';
import { readIdempotencyKey } from './validation.js';

/** Takes one message of a user and sends the reply. */
@ApiTags('conversation')
@GuardedBy(AccessGuard)
@Controller('api/v1/conversation')
export class MessageController {
  constructor(private readonly turns: TurnService) {}

  @Post('message')
  @ApiOperation({
    operationId: 'postMessage',
    summary: 'Answer one message',
    description:
      'One message of a conversation is answered at a time; a turn is stored whole or not at all. Send an ' +
      'Idempotency-Key to be able to repeat the request without repeating what it did.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A repeated key gets the first reply, byte for byte, and runs nothing',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  })
  @ApiResponse({ status: 200, description: 'The reply', standardSchema: messageResponseSchema })
  @ApiErrors(
    'INVALID_REQUEST',
    'INVALID_INPUT_PARAMS',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONVERSATION_BUSY',
    'REQUEST_TOO_LARGE',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID_CONTEXT',
    'CONVERSATION_PERSIST_FAILED',
    'SERVICE_OVERLOADED',
    'TOO_MANY_REQUESTS',
    'DATABASE_UNAVAILABLE',
    'TURN_TIMEOUT',
  )
  async post(
    @LetIn() admitted: Admitted,
    @Body({ schema: messageRequestSchema }) body: MessageRequestBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const principal = chatPrincipal(admitted);
    const response = await this.turns.handle({
      message: body.message ?? '',
      principal,
      inReplyTo: readAddress(body.inReplyTo),
      decision: body.decision ?? undefined,
      sentAtMs: body.sentAt ? Date.parse(body.sentAt) : undefined,
      conversationId: body.conversationId ?? undefined,
      reset: body.reset ?? undefined,
      // The body was parsed from JSON, so what is in it is JSON.
      inputParams: (body.inputParams as JsonObject | null | undefined) ?? undefined,
      idempotencyKey: readIdempotencyKey(idempotencyKey),
    });
    if (reply.raw.destroyed) await this.turns.notHandedOut(response, principal);
    reply.status(response.httpStatus).type('application/json').send(response.responseText);
  }
}
