import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EngineError } from '../common/errors.js';
import type { JsonObject } from '../common/json.js';
import type { ConvEngineConfig } from '../config/index.js';
import { ApiErrors, hangUpSignal, readIdempotencyKey } from '../http/index.js';
import { ClientKeys, type ClientScope, originProblem } from '../mcp/index.js';
import { CONFIG } from '../tokens.js';
import {
  actionSchema,
  argumentsSchema,
  decisionSchema,
  readResultSchema,
  toolListSchema,
} from './tool-calls.schema.js';
import { ToolCallsService } from './tool-calls.service.js';

/** Lets a program call tools over plain HTTP, with the keys, the scope and the consent that hold for it at `/mcp`. */
@ApiTags('tools')
@ApiSecurity({})
@ApiSecurity('bearer')
@ApiSecurity('api-key')
@Controller('api/v1/tools')
export class ToolCallsController {
  constructor(
    private readonly calls: ToolCallsService,
    private readonly keys: ClientKeys,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listTools', summary: 'The tools that this caller may call' })
  @ApiResponse({ status: 200, description: 'Sorted by code', standardSchema: toolListSchema })
  @ApiErrors('UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND')
  list(@Req() request: FastifyRequest): z.infer<typeof toolListSchema> {
    return this.calls.list(this.admit(request));
  }

  @Post(':toolCode/calls')
  @ApiOperation({
    operationId: 'callTool',
    summary: 'Call one tool',
    description:
      'What only reads answers at once. What writes is not done: the answer is a question for the user, with exactly ' +
      'these arguments; decideToolAction takes the word.',
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
  )
  async call(
    @Req() request: FastifyRequest,
    @Param('toolCode') code: string,
    @Body({ schema: argumentsSchema }) body: z.infer<typeof argumentsSchema>,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<z.infer<typeof readResultSchema> | z.infer<typeof actionSchema>> {
    const scope = this.admit(request);
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
      'Send yes only after the user has read the question and agreed. The call is then carried out once, however often ' +
      'the word is sent. Only the caller that opened the action can answer for it.',
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
  )
  decide(
    @Req() request: FastifyRequest,
    @Param('actionId') actionId: string,
    @Body({ schema: decisionSchema }) { decision }: z.infer<typeof decisionSchema>,
  ): Promise<z.infer<typeof actionSchema>> {
    return this.calls.decide(this.admit(request), actionId, decision === 'yes');
  }

  /** @throws EngineError NOT_FOUND, FORBIDDEN, UNAUTHORIZED: as at `/mcp`, which is open to the same callers */
  private admit({ headers }: FastifyRequest): ClientScope {
    const { server } = this.config.mcp;
    if (!server.enabled) {
      throw new EngineError('NOT_FOUND', 'Calls of tools are switched off (convengine.mcp.server.enabled).');
    }
    const problem = originProblem(headers, { hosts: server.allowedHosts, origins: this.config.http.corsOrigins });
    if (problem) throw new EngineError('FORBIDDEN', problem);
    return this.keys.identify(headers);
  }
}
