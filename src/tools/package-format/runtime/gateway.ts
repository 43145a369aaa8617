// The tools of the manifest over plain HTTP, as adapters/openapi.facade.json describes: `node src/gateway.ts`.
// TOOL_GATEWAY_KEY is the key that callers send as a bearer token; HOST and PORT say where to listen.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { ToolFailure } from './adapters/failure.js';
import { Invoker } from './adapters/invoker.js';
import type { Manifest } from './adapters/manifest.js';
import { carriesKey, readJson, sendJson } from './http.js';

const STATUSES: Readonly<Record<string, number>> = {
  INVALID_INPUT: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  UPSTREAM_ERROR: 502,
  TIMEOUT: 504,
};

const { TOOL_GATEWAY_KEY: key, HOST: host = '127.0.0.1', PORT: port = '8787' } = process.env;
if (!key) {
  process.stderr.write('TOOL_GATEWAY_KEY is not set: choose the key that callers send as a bearer token.\n');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../manifest.json'), 'utf8')) as Manifest;
const invoker = new Invoker(manifest, { base: join(import.meta.dirname, '../..') });

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    const failure = error instanceof ToolFailure ? error : new ToolFailure('INTERNAL_ERROR', 'The call failed.');
    sendJson(response, STATUSES[failure.code] ?? 500, { error: failure.toError() });
  });
});
server.listen(Number(port), host, () => {
  const address = server.address();
  const actual = typeof address === 'object' ? address?.port : port;
  process.stderr.write(`${JSON.stringify({ listening: `http://${host}:${actual}` })}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!carriesKey(request, String(key))) throw new ToolFailure('UNAUTHORIZED', 'Send the key as a bearer token.');
  const [, name] = /^\/tools\/([a-z][a-z0-9_]*)$/.exec(request.url ?? '') ?? [];
  if (request.method !== 'POST' || name === undefined)
    throw new ToolFailure('NOT_FOUND', 'There is only POST /tools/NAME.');
  const input = await readJson(request);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const requestId = request.headers['x-request-id'];
  const outcome = await invoker.invoke(name, input, { requestId: requestId?.toString(), signal: gone.signal });
  if (outcome.ok) sendJson(response, 200, outcome.output);
  else sendJson(response, STATUSES[outcome.error.code] ?? 500, { error: outcome.error });
}

async function close(): Promise<void> {
  await invoker.close();
  server.closeAllConnections();
  server.close();
}
