import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  isLegacyRequest,
  type Server as McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from '@modelcontextprotocol/server';
import { ToolFailure } from './adapters/failure.js';
import { carriesKey, isFromHere, readText, sendJson } from './http.js';
import { Questions } from './questions.js';

const MAX_SESSIONS = 100;

/** Sessions in the order they were used. */
type Sessions = Map<string, SessionTransport>;

/** Makes a server for a session, or for a request that needs none. */
type Create = (questions: Questions) => McpServer;

/** Answers what was let in. */
type Answer = (request: Request) => Promise<Response>;

/**
 * Serves the Model Context Protocol over Streamable HTTP on 127.0.0.1, at `/mcp`, to programs on this machine: revision
 * 2026-07-28, and sessions of 2025-11-25 and older ones.
 * @param key what clients send as a bearer token; undefined: none is asked for
 * @returns the server, once it listens
 */
export async function serveHttp(create: Create, port: number, key: string | undefined): Promise<Server> {
  const answer = answersOf(create);
  const server = createServer((request, response) => {
    handle(request, response, answer, key).catch((error) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof ToolFailure) refuse(response, 413, error.message);
      else refuse(response, 500, 'The request failed.');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  process.stderr.write(`${JSON.stringify({ listening: url })}\n`);
  return server;
}

/** Both revisions are answered at one address: each request shows by itself which one it is of. */
function answersOf(create: Create): Answer {
  const sessions: Sessions = new Map();
  const questions = new Questions();
  const newest = createMcpHandler(() => create(questions), { legacy: 'reject' });
  return async (request) => {
    if (!(await isLegacyRequest(request))) return newest.fetch(request);
    return answerInSession(request, sessions, create);
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  key: string | undefined,
): Promise<void> {
  if (!isFromHere(request)) return refuse(response, 403, 'Only programs on this machine may call.');
  if (key !== undefined && !carriesKey(request, key)) return refuse(response, 401, 'Send the key as a bearer token.');
  if (request.url?.split('?')[0] !== '/mcp') return refuse(response, 404, 'There is only /mcp.');
  const { status, headers, body } = await answer(await webRequest(request, response));
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) response.end();
  else await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response);
}

/** As the protocol's library takes it; aborted when its client leaves. */
async function webRequest(request: IncomingMessage, response: ServerResponse): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const { method = 'GET' } = request;
  const body = method === 'POST' ? await readText(request) : null;
  return new Request('http://127.0.0.1/mcp', { method, headers, body, signal: leaving.signal });
}

async function answerInSession(request: Request, sessions: Sessions, create: Create): Promise<Response> {
  const id = request.headers.get('mcp-session-id');
  const transport = id === null ? await open(sessions, create) : sessions.get(id);
  if (!transport) return Response.json(failure('Session not found'), { status: 404 });
  if (transport.sessionId !== undefined) touch(sessions, transport.sessionId, transport);
  const answer = await transport.handleRequest(request);
  // What was not opened for an initialize holds nothing.
  if (id === null && transport.sessionId === undefined) await transport.close();
  return answer;
}

/** A session for a request that initialises one; the transport refuses any other. */
async function open(sessions: Sessions, create: Create): Promise<SessionTransport> {
  const transport = new SessionTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => touch(sessions, id, transport),
  });
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
  };
  await create(new Questions()).connect(transport);
  return transport;
}

/** Makes it the one used last, and room for it where there is none. */
function touch(sessions: Sessions, id: string, transport: SessionTransport): void {
  sessions.delete(id);
  sessions.set(id, transport);
  const [oldest] = sessions.values();
  if (sessions.size > MAX_SESSIONS) void oldest?.close();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, failure(message));
}

function failure(message: string) {
  return { jsonrpc: '2.0', error: { code: -32000, message }, id: null };
}
