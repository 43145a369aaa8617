import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { JsonObject } from '../../platform/common/json.js';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { CallerScope, ClientKeyGuard, type ClientScope, GuardedBy, SwitchedOffText } from '../callers/index.js';
import { ApiErrors, hangUpSignal, readIdempotencyKey } from '../http/index.js';
import {
  actionSchema,
  argumentsSchema,
  decisionSchema,
  readResultSchema,
  toolListSchema,
  toolQuerySchema,
} from './tool-calls.schema.js';
import { ToolCallsService } from './tool-calls.service.js';

/** Lets a program call tools over plain HTTP, with the keys, the scope and the consent that hold for it at `/mcp`. */
@ApiTags('tools')
@GuardedBy(ClientKeyGuard)
@SwitchedOffText('Calls of tools are switched off (convengine.mcp.server.enabled).')
@Controller('api/v1/tools')
export class ToolCallsController {
  constructor(private readonly calls: ToolCallsService) {}

  @Get()
  @ApiOperation({ operationId: 'listTools', summary: 'The tools that this caller may call' })
  @ApiResponse({ status: 200, description: 'Sorted by code', standardSchema: toolListSchema })
  @ApiErrors('UNAUTHORIZED', 'FORBIDDEN', 'INVALID_REQUEST', 'NOT_FOUND')
  list(
    @CallerScope() scope: ClientScope,
    @Query({ schema: toolQuerySchema }) { shipped }: z.infer<typeof toolQuerySchema>,
  ): z.infer<typeof toolListSchema> {
    return this.calls.list(scope, shipped === 'true');
  }

  @Post(':toolCode/calls')
  @ApiOperation({
    operationId: 'callTool',
    summary: 'Call one tool',
    description:
      'What only reads answers at once. What writes is not done: the answer is a question for the user, with exactly ' +
      'these arguments, and the page on which to decide (consent_url), where the service has a code for that page ' +
      '(convengine.consent.page-code); decideToolAction tells what it has come to.',
  })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Calls with the same key are one call: what writes is asked once',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
  })
  @ApiResponse({ status: 200, description: 'What the tool answered', standardSchema: readResultSchema })
  @ApiResponse({ status: 202, description: 'The tool writes: the user is to be asked', standardSchema: actionSchema })
  @ApiErrors(
    'INVALID_REQUEST',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONVERSATION_BUSY',
    'REQUEST_TOO_LARGE',
    'IDEMPOTENCY_KEY_REUSED',
    'TOOL_FAILED',
    'DATABASE_UNAVAILABLE',
    'TURN_TIMEOUT',
    'SERVICE_OVERLOADED',
    'TOO_MANY_REQUESTS',
  )
  async call(
    @CallerScope() scope: ClientScope,
    @Param('toolCode') code: string,
    @Body({ schema: argumentsSchema }) body: z.infer<typeof argumentsSchema>,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<z.infer<typeof readResultSchema> | z.infer<typeof actionSchema>> {
    // The body was parsed from JSON, so what is in it is JSON.
    const args = body as JsonObject;
    const idempotencyKey = readIdempotencyKey(key);
    const answer = await this.calls.call({ scope, code, args, idempotencyKey, signal: hangUpSignal(reply) });
    reply.status(answer.kind === 'action' ? 202 : 200);
    return answer.kind === 'action' ? answer.action : { result: answer.result };
  }

  @Post('actions/:actionId/decision')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'decideToolAction',
    summary: "Pass on the user's word about a call that writes",
    description:
      'The yes of a client counts where it is configured as a service, which asks its user itself, or where ' +
      'convengine.consent.agents leaves the tool to agents; then the call is carried out once, however often the word is ' +
      'sent. Any other yes leaves it OPEN: the user decides at consent_url, or consent_problem says why not. A no always ' +
      'counts. Once decided, this answers what it has come to. Only the caller that opened the action can answer for it.',
  })
  @ApiResponse({ status: 200, description: 'What it has come to', standardSchema: actionSchema })
  @ApiErrors(
    'INVALID_REQUEST',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONVERSATION_BUSY',
    'CONVERSATION_PERSIST_FAILED',
    'DATABASE_UNAVAILABLE',
    'TURN_TIMEOUT',
    'SERVICE_OVERLOADED',
    'TOO_MANY_REQUESTS',
  )
  decide(
    @CallerScope() scope: ClientScope,
    @Param('actionId') actionId: string,
    @Body({ schema: decisionSchema }) { decision, by }: z.infer<typeof decisionSchema>,
  ): Promise<z.infer<typeof actionSchema>> {
    return this.calls.decide(by === 'agent' ? { ...scope, kind: 'agent' } : scope, actionId, decision === 'yes');
  }
}
