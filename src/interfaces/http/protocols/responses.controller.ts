import { Body, Controller, Headers, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type MessageResponse, TurnService } from '../../../engine/turn/index.js';
import type { Clock } from '../../../platform/common/clock.js';
import { CLOCK } from '../../../platform/common/tokens.js';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, type Admitted, chatPrincipal, GuardedBy, LetIn } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { EventStream } from '../event-stream.js';
import { readIdempotencyKey } from '../validation.js';
import { answersTo } from './answers.js';
import { type ResponseRequest, responseRequestSchema, responseSchema } from './responses.schema.js';
import { answeredResponse, eventsOf, responseOf, saidInRequest } from './responses-turn.js';

/** OpenAI's Responses API: one message of a user, or the approvals that he has given or refused. */
@ApiTags('conversation')
@GuardedBy(AccessGuard)
@Controller('v1/responses')
export class ResponsesController {
  constructor(
    private readonly turns: TurnService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'createResponse',
    summary: 'Answer one request of a client of OpenAI’s Responses API',
    description:
      'An open question is an item `mcp_approval_request`; an item `mcp_approval_response` answers it, as a button does. ' +
      '`previous_response_id` goes on with the conversation. Errors have the shape of OpenAI’s API.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'A request that is sent again with its key does nothing again',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  })
  @ApiResponse({ status: 200, description: 'The response, or its events', standardSchema: responseSchema })
  @ApiErrors(
    'INVALID_REQUEST',
    'INVALID_INPUT_PARAMS',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'CONVERSATION_BUSY',
    'REQUEST_TOO_LARGE',
    'IDEMPOTENCY_KEY_REUSED',
    'SERVICE_OVERLOADED',
    'TOO_MANY_REQUESTS',
    'DATABASE_UNAVAILABLE',
    'TURN_TIMEOUT',
  )
  async create(
    @LetIn() admitted: Admitted,
    @Body({ schema: responseRequestSchema }) body: ResponseRequest,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const createdAtMs = this.clock.now();
    const answered = answeredResponse(body);
    const said = saidInRequest(body, answered);
    const common = {
      principal: chatPrincipal(admitted, 'responses'),
      ...(answered && { conversationId: answered.conversationId }),
      idempotencyKey: readIdempotencyKey(idempotencyKey),
    };
    const replies: MessageResponse[] = [];
    for await (const one of answersTo(this.turns, common, said)) replies.push(one);
    const response = responseOf(replies, body, { createdAtMs, endedAtMs: this.clock.now() });
    if (body.stream) this.stream(response, reply);
    else reply.status(200).type('application/json').send(JSON.stringify(response));
  }

  private stream(response: Parameters<typeof eventsOf>[0], reply: FastifyReply): void {
    const stream = new EventStream(reply.raw);
    reply.hijack();
    stream.open();
    for (const event of eventsOf(response)) stream.send(event);
    stream.end();
  }
}
