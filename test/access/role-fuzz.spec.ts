import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PERMISSIONS, type Reach, reachOf } from '../../src/interfaces/callers/index.js';
import { ROLES, type Role } from '../../src/platform/config/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from '../mcp/bank.js';
import { keyFor } from './keys.js';
import { askRoute, GUARDED_ROUTES as guarded, JSON_OR_EVENTS, MCP_METHODS, OWN_NAMES } from './routes.js';

/** What they are sent here is no valid request: they are about no conversation, or have tests of their own below. */
const UNREAD = /\/mcp$|\/(files|flow|mcp-servers)\/|legacy-rule-conversion$/;

describeOnEachDatabase('what each role may', (open) => {
  let opened: TestDatabase;
  let engine: TestEngine;
  const bank = new Bank();
  const keys = new Map<Role, Record<string, string>>();
  /** The conversation of another user, and one that nobody has begun. */
  const others = randomUUID();

  beforeAll(async () => {
    opened = await open();
    engine = await startEngine({ database: opened, seeds: [BANK], handlers: bank.handlers });
    for (const role of ROLES) keys.set(role, (await keyFor(opened, role, `${role}-me`)).headers);
    const service = { ...keys.get('service'), 'x-on-behalf-of': 'somebody-else' };
    expect((await engine.say('hello', others, {}, service)).status).toBe(200);
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
  });

  const ask = (route: string, id: string, headers: Record<string, string>) => askRoute(engine, route, id, headers);
  const turnsOf = (id: string) => engine.count('SELECT turn_no FROM ce_conversation WHERE conversation_id = $1', [id]);

  it('is nothing at all without a key, or with one that is made up', async () => {
    const forged = [{}, { 'x-api-key': 'x' }, { authorization: `Bearer cek_${'0'.repeat(12)}_${'A'.repeat(43)}` }];
    const open: string[] = [];
    for (const { route } of guarded) {
      for (const headers of forged) {
        const { status } = await ask(route, others, headers as Record<string, string>);
        if (status !== 401) open.push(`${route} ${JSON.stringify(headers)}: ${status}`);
      }
    }
    expect(open).toEqual([]);
    expect(await turnsOf(others)).toBe(1);
  });

  it.each(ROLES)('is what the table says of it and no more, whatever ids it sends: %s', async (role) => {
    const headers = keys.get(role) ?? {};
    const beyond: string[] = [];
    const turnsBefore = await turnsOf(others);
    for (const { route, needs, conversation } of guarded) {
      const reach: Reach | undefined = reachOf([role], needs);
      for (const id of [others, randomUUID(), 'no-id']) {
        const { status, text } = await ask(route, id, headers);
        const isHeld = reach === 'own' && conversation !== undefined && !OWN_NAMES.has(route) && id !== 'no-id';
        const expected = reach === undefined ? status === 403 : isHeld ? status === 404 : ![401, 403].includes(status);
        // What is not even read is no trial of who may.
        const isRead = status !== 400 || id === 'no-id' || UNREAD.test(route);
        if (!expected || !isRead) beyond.push(`${route} with ${id}: ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(beyond).toEqual([]);
    // By a message, a run and a response; and by taking it over, answering in it, and handing it back.
    const turns = (['conversation.talk', 'conversation.answer'] as const).filter(
      (permission) => reachOf([role], permission) === 'any',
    );
    expect((await turnsOf(others)) - turnsBefore).toBe(3 * turns.length);
    expect(bank.paid).toEqual([]);
  });

  it.each(ROLES)('is the same for every method of the Model Context Protocol: %s', async (role) => {
    const statuses = await Promise.all(
      MCP_METHODS.map(async (method) => {
        const response = await fetch(`${engine.url}/mcp`, {
          method: 'POST',
          headers: {
            ...keys.get(role),
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
        });
        await response.body?.cancel();
        return response.status;
      }),
    );
    const isClosed = reachOf([role], 'mcp.use') === undefined;
    expect(statuses.filter((status) => (status === 403) !== isClosed || status === 401)).toEqual([]);
  });

  it('tells a user the same of a conversation of somebody else as of one that is not there', async () => {
    const headers = keys.get('user') ?? {};
    for (const { route, needs, conversation } of guarded) {
      if (reachOf(['user'], needs) !== 'own' || conversation === undefined || OWN_NAMES.has(route)) continue;
      const unknown = randomUUID();
      const [foreign, missing] = [await ask(route, others, headers), await ask(route, unknown, headers)];
      expect(foreign).toEqual({ ...missing, text: missing.text.replaceAll(unknown, others) });
    }
  });

  it('opens to a user the conversations that they have begun', async () => {
    const headers = keys.get('user') ?? {};
    const begun = await fetch(`${engine.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'hello' }),
    });
    const { conversationId } = (await begun.json()) as { conversationId: string };
    for (const { route, needs, conversation } of guarded) {
      if (reachOf(['user'], needs) !== 'own' || conversation === undefined || OWN_NAMES.has(route)) continue;
      expect([route, (await ask(route, conversationId, headers)).status]).toEqual([route, 200]);
    }
    const another = (await keyFor(opened, 'user', 'another')).headers;
    expect((await ask('GET /api/v1/conversations/:id', conversationId, another)).status).toBe(404);
    expect((await engine.say('hello', conversationId, {}, another)).status).toBe(404);
  });

  it('holds for conversations over the Model Context Protocol, too', async () => {
    const { headers } = await keyFor(opened, 'user', 'mia');
    const call = async (body: object, session: Record<string, string> = {}) => {
      const response = await fetch(`${engine.url}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...session, ...JSON_OR_EVENTS },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
      });
      return { text: await response.text(), session: response.headers.get('mcp-session-id') ?? '' };
    };
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const { session } = await call({ method: 'initialize', params });
    const say = (given: object) =>
      call(
        { method: 'tools/call', params: { name: 'convengine_message', arguments: { message: 'hello', ...given } } },
        { 'mcp-session-id': session },
      );
    const before = await turnsOf(others);
    expect((await say({ conversation_id: others })).text).toContain(`There is no conversation ${others} of yours.`);
    expect((await say({ conversation_id: randomUUID() })).text).toContain('of yours. Leave conversationId out');
    expect(await turnsOf(others)).toBe(before);
    expect((await say({})).text).toContain('conversation_id');
    const mine = await engine.count(`SELECT count(*) FROM ce_conversation WHERE user_id = 'mia'`);
    expect(mine).toBe(1);
  });

  it('is neither the word of a user for those who administer, nor an approval for those who talk', () => {
    const talk = Object.keys(PERMISSIONS['conversation.talk'].roles);
    expect(talk).toEqual(['user', 'service']);
    expect(Object.keys(PERMISSIONS['actions.approve'].roles)).toEqual(['approver', 'admin']);
  });
});
