// The tools of the manifest over the Model Context Protocol: `node src/server.ts` on standard input and output,
// `node src/server.ts --http 8788` over Streamable HTTP; TOOL_GATEWAY_KEY is then the key that clients send, where it is set.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Invoker } from './adapters/invoker.js';
import type { Manifest } from './adapters/manifest.js';
import { createServer } from './mcp-server.js';
import { Questions } from './questions.js';
import { serveHttp } from './serve-http.js';

const { http } = parseArgs({ options: { http: { type: 'string' } } }).values;
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../manifest.json'), 'utf8')) as Manifest;
const invoker = new Invoker(manifest, { base: join(import.meta.dirname, '../..') });
let stop: () => Promise<unknown>;
if (http === undefined) {
  // Its first message says which revision a client speaks.
  const client = serveStdio(() => createServer(invoker, new Questions()));
  stop = () => client.close();
  process.stdin.once('end', close);
} else {
  const server = await serveHttp(
    (questions) => createServer(invoker, questions),
    Number(http),
    process.env.TOOL_GATEWAY_KEY || undefined,
  );
  stop = async () => server.close();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);

async function close(): Promise<void> {
  await invoker.close();
  await stop();
  process.exit(0);
}
