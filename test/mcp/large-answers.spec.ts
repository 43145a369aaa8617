import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { call, connect, textOf } from './connect.js';

const MEBIBYTE = 1_048_576;
const PIECES = 50;

/** What a server answers to everything but a call of its one tool. */
const ANSWERS = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'large', version: '1' },
  },
  'tools/list': { tools: [{ name: 'flood', inputSchema: { type: 'object' } }] },
};

/** The same server on standard input and output. */
const PROGRAM = `
  const answers = ${JSON.stringify(ANSWERS)};
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const isKnown = method === 'tools/call' || answers[method];
    const error = { code: -32601, message: 'Method not found' };
    if (!isKnown) return void process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error }) + '\\n');
    const result = answers[method] ?? { content: [{ type: 'text', text: 'x'.repeat(${PIECES * MEBIBYTE}) }] };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  });`;

describe('the answer of another server that has 50 MB', () => {
  let server: Server;
  let database: TestDatabase;
  let engine: TestEngine;
  let sentBytes = 0;

  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    database = await openSqlite();
    const servers = {
      json: { url: `${url}/json`, read: ['*'] },
      events: { url: `${url}/events`, read: ['*'] },
      program: { command: process.execPath, args: ['-e', PROGRAM], read: ['*'] },
    };
    // What is tested is how much of it is read, and not how fast.
    engine = await startEngine({ database, config: { 'mcp.servers': servers, 'mcp.tool-timeout-ms': 60_000 } });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['json', 'its answer has more than 8388608 bytes'],
    ['events', 'its answer has more than 8388608 bytes'],
    ['program', 'maximum size of 8388608 bytes'],
  ])('is not read to its end, and the caller is told: %s', async (name, message) => {
    const { client } = await connect(engine.url);
    const names = async () => (await client.listTools()).tools.map((tool) => tool.name);
    await expect.poll(names, { interval: 100 }).toContain(`${name}.flood`);
    sentBytes = 0;
    const answered = await call(client, `${name}.flood`);
    expect([answered.isError, textOf(answered)]).toEqual([true, expect.stringContaining(message)]);
    // What the sockets hold on both sides is sent, too.
    expect(sentBytes).toBeLessThan(30 * MEBIBYTE);
    await client.close();
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(await text(request)) as {
      id?: number;
      method: keyof typeof ANSWERS | 'tools/call';
    };
    if (id === undefined) return void response.writeHead(202).end();
    if (method !== 'tools/call' && !ANSWERS[method])
      return void response.writeHead(400).end('There are sessions only.');
    const isEvents = request.url === '/events';
    response.writeHead(200, { 'content-type': isEvents ? 'text/event-stream' : 'application/json' });
    if (isEvents) response.write('event: message\ndata: ');
    const result = method === 'tools/call' ? undefined : ANSWERS[method];
    if (result) return void response.end(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    await flood(response);
    response.end('"}]}}\n\n');
  }

  /** Sends as much as is taken. */
  async function flood(response: ServerResponse): Promise<void> {
    for (let piece = 0; piece < PIECES && !response.destroyed; piece += 1) {
      sentBytes += MEBIBYTE;
      if (response.write('x'.repeat(MEBIBYTE))) continue;
      const other = new AbortController();
      const events = ['drain', 'close'].map((name) => once(response, name, { signal: other.signal }));
      await Promise.race(events);
      other.abort();
    }
  }
});
