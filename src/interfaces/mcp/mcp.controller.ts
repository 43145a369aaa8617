import type { ServerResponse } from 'node:http';
import { Controller, Delete, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TurnGate } from '../../engine/turn/index.js';
import { steadyNow } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { ApiExcludeController } from '../api-description/index.js';
import { AdmittedBy, CallerScope, ClientKeyGuard, type ClientScope, SwitchedOffText } from '../callers/index.js';
import { RpcErrorFilter } from './rpc-error.filter.js';
import { type HttpSession, McpSessions } from './sessions/mcp-sessions.js';
import { StatelessClients } from './stateless/stateless-clients.js';
import { webRequest } from './web-request.js';

/**
 * Serves the Model Context Protocol over Streamable HTTP: with sessions for revisions up to 2025-11-25, and without for
 * 2026-07-28. Errors below the protocol are JSON-RPC errors too.
 */
@ApiExcludeController()
@AdmittedBy(ClientKeyGuard)
@UseFilters(RpcErrorFilter)
@SwitchedOffText('The Model Context Protocol is switched off.')
@Controller('mcp')
export class McpController {
  constructor(
    private readonly sessions: McpSessions,
    private readonly stateless: StatelessClients,
    private readonly gate: TurnGate,
  ) {}

  @Post()
  async post(
    @CallerScope() scope: ClientScope,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // An answer to what the service itself has asked: somebody's work waits for it.
    if (!isAnswer(request.body)) await this.gate.check();
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
    const { isLegacyRequest } = await import('@modelcontextprotocol/server');
    const { body } = request;
    const asked = webRequest(request, reply);
    const isOfSession = await isLegacyRequest(asked, body);
    const response = isOfSession
      ? await this.answerInSession(scope, request, reply)
      : await this.stateless.answer(asked, body, scope);
    await reply.send(response);
  }

  private async answerInSession(scope: ClientScope, request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    const session = await this.sessionOf(scope, request);
    countResponse(session, reply.raw);
    const asked = webRequest(request, reply, await agreedVersion(request, session.protocolVersion));
    return session.transport.handleRequest(asked, { parsedBody: request.body });
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
    const { isInitializeRequest } = await import('@modelcontextprotocol/server');
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
async function agreedVersion({ headers }: FastifyRequest, protocolVersion: string): Promise<Record<string, string>> {
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/server');
  const isSupported = SUPPORTED_PROTOCOL_VERSIONS.includes(String(headers[VERSION_HEADER]));
  return isSupported ? { [VERSION_HEADER]: protocolVersion } : {};
}

const VERSION_HEADER = 'mcp-protocol-version';

function countResponse(session: HttpSession, response: ServerResponse): void {
  session.openResponses += 1;
  response.once('close', () => {
    session.openResponses -= 1;
    session.lastUsedMs = steadyNow();
  });
}
