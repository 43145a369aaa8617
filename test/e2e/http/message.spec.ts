import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TurnRequest, TurnResponse } from '../../../src/engine/turn/index.js';
import { EngineError } from '../../../src/platform/common/errors.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { type HttpApp, post, startHttpApp } from './http-app.js';

const USER = { kind: 'USER', id: '', door: 'message', proof: 'none' };
const ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';

describe('POST /api/v1/conversation/message', () => {
  let opened: TestDatabase;
  let database: Database;
  let http: HttpApp;
  let requests: TurnRequest[];

  beforeAll(async () => {
    opened = await openSqlite();
    database = opened.database;
    return () => opened.close();
  });
  afterEach(() => http.close());

  async function start(
    answer: (request: TurnRequest) => Promise<TurnResponse> = async () => reply('{}'),
    config: Record<string, unknown> = {},
  ): Promise<string> {
    requests = [];
    const handle = (request: TurnRequest) => {
      requests.push(request);
      return answer(request);
    };
    http = await startHttpApp({ database, turns: { handle }, config });
    return `${http.url}/api/v1/conversation/message`;
  }

  function reply(responseText: string, httpStatus = 200): TurnResponse {
    return { conversationId: ID, httpStatus, responseText };
  }

  it('hands over what was sent', async () => {
    const url = await start();
    await post(
      url,
      { conversationId: ID.toUpperCase(), message: 'hi', reset: true, inputParams: { a: [1, { b: null }] }, other: 1 },
      { 'idempotency-key': 'key-1' },
    );
    expect(requests).toEqual([
      {
        conversationId: ID,
        message: 'hi',
        principal: USER,
        reset: true,
        inputParams: { a: [1, { b: null }] },
        idempotencyKey: 'key-1',
      },
    ]);
  });

  it('takes null for absent, as the public chat client sends it', async () => {
    const url = await start();
    const response = await post(url, { conversationId: null, message: '', reset: null, inputParams: null });
    expect(response.status).toBe(200);
    expect(requests).toEqual([{ message: '', principal: USER }]);
  });

  it('sends the reply byte for byte, with its status', async () => {
    const text = '{ "payload": {"type":"TEXT","value":"Grüße 😀"} ,\n"x":1.0}';
    const response = await post(await start(async () => reply(text, 201)), { message: 'hi' });
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8']);
    expect(await response.text()).toBe(text);
  });

  it('answers pages of the configured origins, also before they post', async () => {
    const url = await start();
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Idempotency-Key/);
    const stranger = await post(url, { message: 'hi' }, { origin: 'https://evil.example' });
    expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('tells a failure by its status and by the body of the contract', async () => {
    const url = await start(async () => {
      throw new EngineError('CONVERSATION_BUSY', 'Still answering.', { retryAfterSeconds: 3 });
    });
    const response = await post(url, { conversationId: ID, message: 'hi' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([409, '3']);
    expect(await response.json()).toEqual({
      conversationId: ID,
      intent: 'ERROR',
      state: 'ERROR',
      payload: {
        type: 'ERROR',
        value: '{"errorCode":"CONVERSATION_BUSY","message":"Still answering.","recoverable":true}',
      },
      context: null,
      success: false,
      errorCode: 'CONVERSATION_BUSY',
      recoverable: true,
      message: 'Still answering.',
      remedy: 'Another message of this conversation is being answered; send it again later.',
      data: { retryAfterSeconds: 3 },
    });
  });

  it('says when to try again while the database is away', async () => {
    const url = await start(async () => {
      throw new EngineError('DATABASE_UNAVAILABLE', 'The database cannot be reached.');
    });
    const response = await post(url, { message: 'hi' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('tells nothing of an unforeseen failure but the id of the request', async () => {
    const url = await start(async () => {
      throw Object.assign(new Error('connect postgres://root:hunter2@db'), { query: 'SELECT secret' });
    });
    const response = await post(url, { message: 'hi' });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/hunter2|SELECT|\.ts/);
    expect(JSON.parse(text)).toMatchObject({
      errorCode: 'INTERNAL_ERROR',
      data: { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  it('asks for the conversation key where one is configured', async () => {
    const url = await start(undefined, { 'convengine.security.conversation-api-key': 's3cret' });
    const refused = await post(url, { message: 'hi' });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await refused.json()).toMatchObject({ errorCode: 'UNAUTHORIZED' });
    const wrong = await post(url, { message: 'hi' }, { authorization: 'Bearer s3cres' });
    const bearer = await post(url, { message: 'hi' }, { authorization: 'Bearer s3cret' });
    const header = await post(url, { message: 'hi' }, { 'x-api-key': 's3cret' });
    expect([wrong.status, bearer.status, header.status]).toEqual([401, 200, 200]);
    expect(requests).toHaveLength(2);
  });

  it('finishes the turn of a client that went away', async () => {
    let finished = false;
    const url = await start(async () => {
      await delay(100);
      finished = true;
      return reply('{}');
    });
    const abort = new AbortController();
    const posting = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"message":"hi"}',
      signal: abort.signal,
    });
    while (requests.length === 0) await delay(5);
    abort.abort();
    await expect(posting).rejects.toThrow();
    await delay(150);
    expect(finished).toBe(true);
  });

  it('answers a running turn when the service stops, and then stops at once', async () => {
    const url = await start(async () => {
      await delay(300);
      return reply('{"done":true}');
    });
    const unused = connect(Number(new URL(url).port), '127.0.0.1');
    await once(unused, 'connect');
    const posting = post(url, { message: 'hi' });
    while (requests.length === 0) await delay(5);
    const before = performance.now();
    await http.close();
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(await (await posting).json()).toEqual({ done: true });
  });
});
