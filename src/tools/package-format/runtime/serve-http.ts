import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server as McpServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { carriesKey, isFromHere, sendJson } from './http.js';

const MAX_SESSIONS = 100;

/** Sessions in the order they were used. */
type Sessions = Map<string, StreamableHTTPServerTransport>;

/**
 * Serves the Model Context Protocol over Streamable HTTP on 127.0.0.1, at `/mcp`, to programs on this machine.
 * @param key what clients send as a bearer token; undefined: none is asked for
 * @returns the server, once it listens
 */
export async function serveHttp(create: () => McpServer, port: number, key: string | undefined): Promise<Server> {
  const sessions: Sessions = new Map();
  const server = createServer((request, response) => {
    answer(request, response, sessions, create, key).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'The request failed.');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  process.stderr.write(`${JSON.stringify({ listening: url })}\n`);
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Sessions,
  create: () => McpServer,
  key: string | undefined,
): Promise<void> {
  if (!isFromHere(request)) return refuse(response, 403, 'Only programs on this machine may call.');
  if (key !== undefined && !carriesKey(request, key)) return refuse(response, 401, 'Send the key as a bearer token.');
  if (request.url?.split('?')[0] !== '/mcp') return refuse(response, 404, 'There is only /mcp.');
  const id = request.headers['mcp-session-id'];
  const transport = id === undefined ? await open(sessions, create) : sessions.get(String(id));
  if (!transport) return refuse(response, 404, 'Session not found');
  if (transport.sessionId !== undefined) touch(sessions, transport.sessionId, transport);
  await transport.handleRequest(request, response);
  // What was not opened for an initialize holds nothing.
  if (id === undefined && transport.sessionId === undefined) await transport.close();
}

/** A session for a request that initialises one; the transport refuses any other. */
async function open(sessions: Sessions, create: () => McpServer): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => touch(sessions, id, transport),
  });
  transport.onclose = () => {
    if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
  };
  await create().connect(transport);
  return transport;
}

/** Makes it the one used last, and room for it where there is none. */
function touch(sessions: Sessions, id: string, transport: StreamableHTTPServerTransport): void {
  sessions.delete(id);
  sessions.set(id, transport);
  const [oldest] = sessions.values();
  if (sessions.size > MAX_SESSIONS) void oldest?.close();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { jsonrpc: '2.0', error: { code: -32000, message }, id: null });
}
