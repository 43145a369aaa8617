import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Delete, Get, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TurnGate } from '../../engine/turn/index.js';
import { steadyNow } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { ApiExcludeController } from '../api-description/index.js';
import { CallerScope, ClientKeyGuard, type ClientScope, SwitchedOffText } from '../callers/index.js';
import { RpcErrorFilter } from './rpc-error.filter.js';
import { type HttpSession, McpSessions } from './sessions.js';

/** Serves the Model Context Protocol over Streamable HTTP. Errors below the protocol are JSON-RPC errors too. */
@ApiExcludeController()
@UseGuards(ClientKeyGuard)
@UseFilters(RpcErrorFilter)
@SwitchedOffText('The Model Context Protocol is switched off.')
@Controller('mcp')
export class McpController {
  constructor(
    private readonly sessions: McpSessions,
    private readonly gate: TurnGate,
  ) {}

  @Post()
  async post(
    @CallerScope() scope: ClientScope,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // An answer to what the service itself has asked: somebody's work waits for it.
    if (!isAnswer(request.body)) this.gate.check();
    return this.handle(scope, request, reply);
  }

  @Get()
  get(@CallerScope() scope: ClientScope, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.handle(scope, request, reply);
  }

  @Delete()
  delete(@CallerScope() scope: ClientScope, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.handle(scope, request, reply);
  }

  private async handle(scope: ClientScope, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.sessionOf(scope, request);
    reply.hijack();
    try {
      // What was set for the reply, such as the headers of CORS, goes with the raw one.
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      await agreeOnVersion(request.raw, session.protocolVersion);
      countResponse(session, reply.raw);
      await session.transport.handleRequest(request.raw, reply.raw, request.body);
    } catch (error) {
      reply.raw.destroy();
      throw error;
    }
  }

  /** @throws EngineError where there is no session for the request, and none can be opened */
  private async sessionOf(scope: ClientScope, request: FastifyRequest): Promise<HttpSession> {
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return this.open(request.body, scope);
    const session = this.sessions.find(String(id), scope);
    if (!session) throw new EngineError('NOT_FOUND', 'Session not found');
    return session;
  }

  private async open(body: unknown, scope: ClientScope): Promise<HttpSession> {
    const { isInitializeRequest } = await import('@modelcontextprotocol/sdk/types.js');
    if (isInitializeRequest(body)) return this.sessions.open(scope, body.params.protocolVersion);
    throw new EngineError('INVALID_REQUEST', 'The Mcp-Session-Id header is missing, and this is no initialize.');
  }
}

function isAnswer(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('result' in body || 'error' in body) && !('method' in body);
}

/**
 * The revision of a session is what was agreed on, whatever supported one a client writes into a later request: by it
 * the transport knows what the client understands.
 */
async function agreeOnVersion(request: IncomingMessage, protocolVersion: string): Promise<void> {
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
  const { rawHeaders } = request;
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === VERSION_HEADER);
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(rawHeaders[at + 1] ?? '')) rawHeaders[at + 1] = protocolVersion;
}

const VERSION_HEADER = 'mcp-protocol-version';

function countResponse(session: HttpSession, response: ServerResponse): void {
  session.openResponses += 1;
  response.once('close', () => {
    session.openResponses -= 1;
    session.lastUsedMs = steadyNow();
  });
}
