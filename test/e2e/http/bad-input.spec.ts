import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorResponseSchema } from '../../../src/interfaces/http/error-body.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { type HttpApp, post, startHttpApp } from './http-app.js';

const ID = '7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b';

describe('a bad request', () => {
  let opened: TestDatabase;
  let http: HttpApp;
  let message: string;

  beforeAll(async () => {
    opened = await openSqlite();
    http = await startHttpApp({
      database: opened.database,
      config: { 'convengine.http.body-limit-bytes': 4096, 'convengine.limits.json-depth': 8 },
    });
    message = `${http.url}/api/v1/conversation/message`;
  });
  afterAll(async () => {
    await http.close();
    await opened.close();
  });

  /** What the service says: the body always has the documented shape. */
  async function refused(response: Response, status: number): Promise<string> {
    const body = errorResponseSchema.strict().parse(await response.json());
    expect({ status: response.status, body }).toMatchObject({ status });
    expect(JSON.parse(body.payload.value)).toEqual({
      errorCode: body.errorCode,
      message: body.message,
      recoverable: body.recoverable,
    });
    return `${body.errorCode}: ${body.message}`;
  }

  it('is told which field is wrong', async () => {
    const cases: [unknown, string][] = [
      [{}, 'message: expected the words of the user, or a decision'],
      [{ userInput: 'hi' }, 'message: expected the words of the user, or a decision'],
      [{ message: 42 }, 'message: Invalid input: expected string, received number'],
      [{ message: 'hi', conversationId: '42' }, 'conversationId: expected a UUID'],
      [{ message: 'hi', conversationId: 42 }, 'conversationId: expected a UUID'],
      [{ message: 'hi', reset: 'yes' }, 'reset: Invalid input: expected boolean, received string'],
      [{ message: 'hi', inputParams: [] }, 'inputParams: Invalid input: expected record, received array'],
      [[], 'body: Invalid input: expected object, received array'],
      ['"hi"', 'body: Invalid input: expected object, received string'],
      ['null', 'body: Invalid input: expected object, received null'],
      ['', 'the body is empty'],
    ];
    for (const [body, problem] of cases) {
      expect(await refused(await post(message, body), 400)).toBe(
        `INVALID_REQUEST: The request is not valid: ${problem}.`,
      );
    }
  });

  it('is told all that is wrong at once', async () => {
    const text = await refused(await post(message, { message: 1, reset: 1 }), 400);
    expect(text).toMatch(/message: .*; reset: /);
  });

  it('may not carry broken JSON or broken UTF-8', async () => {
    expect(await refused(await post(message, '{"message":'), 400)).toMatch(
      /^INVALID_REQUEST: The body is not valid JSON/,
    );
    const bytes = Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await refused(await post(message, bytes), 400)).toBe('INVALID_REQUEST: The body is not valid UTF-8.');
  });

  it('may not nest deeply, poison prototypes or carry what cannot be stored', async () => {
    const deep = `{"message":"hi","inputParams":{"a":${'['.repeat(1000)}${']'.repeat(1000)}}}`;
    expect(await refused(await post(message, deep), 400)).toMatch(/body\.inputParams\.a.* is nested too deeply/);
    const poison = '{"message":"hi","inputParams":{"__proto__":{"admin":true}}}';
    expect(await refused(await post(message, poison), 400)).toMatch(/body\.inputParams has a key __proto__/);
    expect(await refused(await post(message, { message: 'a\u0000b' }), 400)).toMatch(/body\.message contains a NUL/);
  });

  it('may not be too large, whether it says so or not', async () => {
    const large = JSON.stringify({ message: 'x'.repeat(5000) });
    expect(await refused(await post(message, large), 413)).toBe('REQUEST_TOO_LARGE: The request body is too large.');
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(message, { method: 'POST', headers, body: chunks, duplex: 'half' } as RequestInit);
    expect(await refused(response, 413)).toMatch(/^REQUEST_TOO_LARGE/);
  });

  it('must be JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const response = await post(message, 'message=hi', { 'content-type': type });
      expect(await refused(response, 400)).toBe('INVALID_REQUEST: Content-Type must be application/json.');
    }
  });

  it('may not have an Idempotency-Key that is empty, long or not visible ASCII', async () => {
    for (const key of ['', 'x'.repeat(201), 'a b', 'ä']) {
      const response = await post(message, { message: 'hi' }, { 'idempotency-key': key });
      expect(await refused(response, 400)).toMatch(/^INVALID_REQUEST: Idempotency-Key: expected 1 to 200/);
    }
  });

  it('gets 404 for an address or a method that does not exist', async () => {
    expect(await refused(await fetch(`${http.url}/api/v2/conversation/message?key=s3cret`), 404)).toBe(
      'NOT_FOUND: There is no GET /api/v2/conversation/message.',
    );
    expect(await refused(await fetch(message), 404)).toBe('NOT_FOUND: There is no GET /api/v1/conversation/message.');
    expect(await refused(await fetch(message, { method: 'DELETE' }), 404)).toMatch(/There is no DELETE/);
    expect(await refused(await fetch(`${http.url}/api/v1/conversation/audit/../../../../etc/passwd`), 404)).toMatch(
      /NOT_FOUND/,
    );
  });

  it('finds at / where things are, and a browser the console where it is served', async () => {
    const links = await fetch(`${http.url}/`);
    expect([links.status, await links.json()]).toEqual([200, expect.objectContaining({ apiDocs: '/api/docs' })]);
    const page = await fetch(`${http.url}/?from=mail`, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });
    const isServed = existsSync('dist/console/index.html');
    expect([page.status, page.headers.get('location')]).toEqual(isServed ? [302, '/console'] : [200, null]);
    expect((await fetch(`${http.url}/`, { method: 'POST' })).status).toBe(404);
  });

  it('gets 400 for an address that cannot be read', async () => {
    for (const path of ['/%zz', `/api/v1/conversation/audit/${'a'.repeat(1_000)}`]) {
      expect(await refused(await fetch(`${http.url}${path}`), 400)).toMatch(
        /^INVALID_REQUEST: The address cannot be read/,
      );
    }
  });

  it('is told which part of the address is wrong', async () => {
    const cases = [
      ['42', 'id: expected a UUID'],
      ["1' OR '1'='1", 'id: expected a UUID'],
      [`${ID}/trace?limit=0`, 'limit: Too small'],
      [`${ID}?limit=5001`, 'limit: Too big'],
      [`${ID}?limit=ten`, 'limit: Invalid input'],
      [`${ID}?after=-1`, 'after: Too small'],
      [`${ID}?after=1.5`, 'after: Invalid input'],
      [`${ID}?stage=`, 'stage: Too small'],
      [`${ID}?stage=A&stage=B`, 'stage: Invalid input'],
    ];
    for (const [path, problem] of cases) {
      const response = await fetch(`${http.url}/api/v1/conversation/audit/${path}`);
      expect(await refused(response, 400)).toContain(`The request is not valid: ${problem}`);
    }
  });

  it('does not take the service down, even where it is not HTTP', async () => {
    const { port } = new URL(http.url);
    await new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('GARBAGE\u0000\r\n\r\n'));
      socket.on('close', resolve).resume();
    });
    expect((await fetch(`${http.url}/health`)).status).toBe(200);
  });
});
