import type { IncomingMessage, ServerResponse } from 'node:http';
import { isInitializeRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { Controller, Delete, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EngineError } from '../../common/errors.js';
import type { ConvEngineConfig } from '../../config/index.js';
import { CONFIG } from '../../tokens.js';
import { ClientKeys } from './client-keys.js';
import type { ClientScope } from './client-scope.js';
import { originProblem } from './origin-check.js';
import { type HttpSession, McpSessions } from './sessions.js';

/** Serves the Model Context Protocol over Streamable HTTP. Errors below the protocol are JSON-RPC errors too. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(
    private readonly sessions: McpSessions,
    private readonly keys: ClientKeys,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Post()
  post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.handle(request, reply);
  }

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.handle(request, reply);
  }

  @Delete()
  delete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.handle(request, reply);
  }

  private async handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const session = await this.admit(request);
      reply.hijack();
      // What was set for the reply, such as the headers of CORS, goes with the raw one.
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      agreeOnVersion(request.raw, session.protocolVersion);
      countResponse(session, reply.raw);
      await session.transport.handleRequest(request.raw, reply.raw, request.body);
    } catch (error) {
      if (reply.sent) reply.raw.destroy();
      refuse(error, reply);
    }
  }

  /** @throws EngineError when the request may not, or cannot, be served */
  private async admit(request: FastifyRequest) {
    const { server } = this.config.mcp;
    if (!server.enabled) throw new EngineError('NOT_FOUND', 'The Model Context Protocol is switched off.');
    const allowed = { hosts: server.allowedHosts, origins: this.config.http.corsOrigins };
    const problem = originProblem(request.headers, allowed);
    if (problem) throw new EngineError('FORBIDDEN', problem);
    const scope = this.keys.identify(request.headers);
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return this.open(request.body, scope);
    const session = this.sessions.find(String(id), scope);
    if (!session) throw new EngineError('NOT_FOUND', 'Session not found');
    return session;
  }

  private open(body: unknown, scope: ClientScope): Promise<HttpSession> {
    if (isInitializeRequest(body)) return this.sessions.open(scope, body.params.protocolVersion);
    throw new EngineError('INVALID_REQUEST', 'The Mcp-Session-Id header is missing, and this is no initialize.');
  }
}

/**
 * The revision of a session is what was agreed on, whatever supported one a client writes into a later request: by it
 * the transport knows what the client understands.
 */
function agreeOnVersion(request: IncomingMessage, protocolVersion: string): void {
  const { rawHeaders } = request;
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === VERSION_HEADER);
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(rawHeaders[at + 1] ?? '')) rawHeaders[at + 1] = protocolVersion;
}

const VERSION_HEADER = 'mcp-protocol-version';

function countResponse(session: HttpSession, response: ServerResponse): void {
  session.openResponses += 1;
  response.once('close', () => {
    session.openResponses -= 1;
    session.lastUsedMs = Date.now();
  });
}

/** What the protocol says for a session that is not there. */
const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

function refuse(error: unknown, reply: FastifyReply): void {
  if (!(error instanceof EngineError)) throw error;
  if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (error.recoverable) reply.header('Retry-After', '1');
  const code = error.code === 'NOT_FOUND' ? SESSION_NOT_FOUND : REFUSED;
  reply.status(error.status).send({ jsonrpc: '2.0', error: { code, message: error.message }, id: null });
}
