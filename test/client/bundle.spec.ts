import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser } from '../console/browser.js';
import { rooms } from '../docs/rooms.handler.js';
import { openSqlite } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

/** Bytes, compressed: of all of the client, and of what a page needs that shows questions and their buttons. */
const MOST = { all: 7_000, chat: 5_000 };

const ENTRY = resolve('src/interfaces/client/index.ts');

/** What a bundler makes for a browser of what is taken from the client. */
async function bundled(taken: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convengine-bundle-'));
  const entry = join(folder, 'entry.ts');
  await writeFile(entry, `export ${taken} from ${JSON.stringify(ENTRY)};`);
  const lib = { entry, name: 'convengine', formats: ['iife' as const] };
  const built = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib, target: 'es2022' } });
  await rm(folder, { recursive: true });
  const [{ output = [] } = {}] = [built].flat() as { output?: { code?: string }[] }[];
  return output.map(({ code = '' }) => code).join('');
}

/** What the three places below run: a question, its yes, and what was told meanwhile. Needs `convengine`, and `url`. */
const TALK = `(async () => {
  const { connect, follow, say } = convengine;
  const service = connect({ url });
  const asked = await say(service, { message: 'book room 12 for 3 hours' });
  const stages = [];
  const followed = (async () => {
    for await (const event of follow(service, asked.conversationId, { after: 0 })) {
      if (event.eventType === 'AUDIT') stages.push(event.stage);
      if (stages.includes('PENDING_ACTION_EXECUTED')) return;
    }
  })();
  const told = await asked.open[0].confirm();
  await followed;
  return [asked.text, told.text.slice(0, 17), stages.includes('USER_INPUT')];
})()`;

const TALKED = ['Shall I book room 12 for 3 hours?', 'Room 12 is booked', true];

let site: Server;
let page = '';
let engine: TestEngine;
let all: string;
beforeAll(async () => {
  site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  engine = await startEngine({
    database: await openSqlite(),
    seeds: ['test/docs/book-room.sql'],
    handlers: [rooms],
    config: { 'http.cors-origins': [siteUrl()] },
  });
  all = await bundled('*');
});
afterAll(async () => {
  await engine.close();
  await engine.database.close();
  site.closeAllConnections();
  site.close();
});

const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

describe('the client as a bundler takes it', () => {
  it('is small, and what is not used is left out', async () => {
    const chat = await bundled('{ connect, say }');
    const sizes = { all: gzipSync(all).length, chat: gzipSync(chat).length };
    console.log(`the client, compressed: ${sizes.all} bytes; without event stream and lists: ${sizes.chat} bytes`);
    expect(sizes.all).toBeLessThanOrEqual(MOST.all);
    expect(sizes.chat).toBeLessThanOrEqual(MOST.chat);
    expect(all).not.toMatch(/node:|require\(|browser-external/);
    expect(all).toContain('Last-Event-ID');
    expect(chat).not.toContain('Last-Event-ID');
    expect(chat).not.toContain('nextCursor');
  });

  it('talks where there is nothing but what the web has, as at an edge', async () => {
    const web = { AbortController, AbortSignal, DOMException, Headers, Request, Response, TextDecoderStream, URL };
    const context = createContext({
      ...web,
      URLSearchParams,
      FormData,
      crypto,
      fetch,
      setTimeout,
      clearTimeout,
      url: engine.url,
    });
    runInContext('globalThis.self = globalThis', context);
    runInContext(`${all}\n;globalThis.convengine = convengine`, context);
    expect([...(await runInContext(TALK, context))]).toEqual(TALKED);
  });
});

describeInBrowser('the client in a browser', (reader) => {
  it('asks, is told the yes by a button, and follows, from a page of another origin', async () => {
    page = `<!DOCTYPE html><script>${all}</script><script>var url = ${JSON.stringify(engine.url)}</script>`;
    const opened = await reader.open(siteUrl());
    expect(await opened.evaluate(TALK)).toEqual(TALKED);
  });
});
