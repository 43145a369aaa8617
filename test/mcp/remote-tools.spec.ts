import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/common/clock.js';
import { isHeld, ToolPins } from '../../src/tools/sources/remote/index.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { BANK, Bank } from './bank.js';
import { call, connect, textOf } from './connect.js';

const ROWS = `
INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, description, side_effect) VALUES
  ('other.picture', 'MCP', 'ANY', 'ANY', 'A picture, as a row says', 'READ');
`;

describeOnEachDatabase('tools of other servers', (open) => {
  let folder: string;
  let database: TestDatabase;
  let otherDatabase: TestDatabase;
  let engine: TestEngine;
  let otherEngine: TestEngine;
  const bank = new Bank();
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convengine-mcp-'));
    await writeFile(join(folder, 'description'), 'Sends a message');
    await writeFile(join(folder, 'sent'), '');
    process.env.MCP_TEST_TOKEN = 't0ken';
    process.env.MCP_TEST_AUTHORIZATION = 'Bearer s3cret';
    otherDatabase = await openSqlite();
    otherEngine = await startEngine({
      database: otherDatabase,
      seeds: [BANK],
      handlers: bank.handlers,
      config: { 'security.conversation-api-key': 's3cret' },
    });
    database = await open();
    engine = await startEngine({
      database,
      seeds: [ROWS],
      config: { 'mcp.servers': servers(), 'consent.agents.tools': ['*'], 'consent.agents.max-risk': 'HIGH' },
    });
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
    await engine.close();
    await otherEngine.close();
    await otherDatabase.close();
    await rm(folder, { recursive: true });
  });

  const servers = () => ({
    other: {
      command: process.execPath,
      args: [resolve('test/mcp/fixtures/other-server.mjs')],
      env: { DESCRIPTION: join(folder, 'description'), SENT: join(folder, 'sent'), TOKEN: 'env:MCP_TEST_TOKEN' },
      tools: ['echo', 'send', 'picture', 'token', 'fail', 'announce', 'die', 'broken'],
      read: ['echo', 'token', 'fail', 'announce', 'die'],
    },
    bank: {
      url: `${otherEngine.url}/mcp`,
      headers: { Authorization: 'env:MCP_TEST_AUTHORIZATION' },
      read: ['*balance'],
    },
    absent: { command: '/no/such/program' },
    ended: { command: process.execPath, args: ['--eval', ''] },
    nobody: { url: 'http://127.0.0.1:9/mcp' },
  });
  const begin = async () => {
    const { client } = await connect(engine.url);
    closing.push(() => client.close());
    return client;
  };
  const tools = async () => (await (await begin()).listTools()).tools.map(({ name }) => name);
  const sent = () => readFile(join(folder, 'sent'), 'utf8');

  it('are offered under the name of their server; servers that cannot be reached disturb nothing', async () => {
    const wanted = expect.arrayContaining(['other.echo', 'bank.bank.pay']);
    await expect.poll(tools, { interval: 100 }).toEqual(wanted);
    const names = await tools();
    expect(names.filter((name) => name.startsWith('other.'))).toEqual(
      ['announce', 'die', 'echo', 'fail', 'picture', 'send', 'token'].map((name) => `other.${name}`),
    );
    expect(names.some((name) => name.startsWith('absent.') || name.startsWith('nobody.'))).toBe(false);
  });

  it('answer with values, words, pictures and failures', async () => {
    const client = await begin();
    expect((await call(client, 'other.echo', { text: 'hi' })).structuredContent).toEqual({ echo: 'hi' });
    expect(textOf(await call(client, 'other.token'))).toBe('t0ken');
    expect((await call(client, 'other.picture')).content).toEqual([
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ]);
    const failed = await call(client, 'other.fail');
    expect([failed.isError, textOf(failed)]).toEqual([true, 'It did not work.']);
    const wrong = await call(client, 'other.echo', { text: 7 });
    expect(textOf(wrong)).toContain('Arguments of other.echo are not valid');
    expect((await call(client, 'bank.bank.balance', { account: 'a' })).structuredContent).toEqual({ balance: 12.5 });
  });

  it('that the configuration does not call READ are asked for first, whatever their server says of them', async () => {
    const client = await begin();
    const opened = await call(client, 'other.send', { text: 'hello' });
    expect(opened.structuredContent?.status).toBe('OPEN');
    expect(await sent()).toBe('');
    const { action_id } = opened.structuredContent ?? {};
    await call(client, 'convengine_confirm_action', { action_id, decision: 'yes' });
    await call(client, 'convengine_confirm_action', { action_id, decision: 'yes' });
    expect(await sent()).toBe(`hello ${String(action_id)}.1\n`);
  });

  it('that have changed are held until they are approved, and an open question about them runs nothing', async () => {
    const client = await begin();
    const before = await sent();
    const { action_id } = (await call(client, 'other.send', { text: 'first' })).structuredContent ?? {};
    await writeFile(join(folder, 'description'), 'Sends a message, and a copy to somebody else');
    await call(client, 'other.announce');
    const pins = new ToolPins(database.database, systemClock);
    const pin = () => pins.find('other', 'send');
    await expect.poll(async () => isHeld((await pin()) ?? { approvedHash: '', seenHash: '' })).toBe(true);
    const late = await call(client, 'convengine_confirm_action', { action_id, decision: 'yes' });
    expect([late.isError, late.structuredContent?.status]).toEqual([true, 'REJECTED']);
    const listed = (await client.listTools()).tools.find(({ name }) => name === 'other.send');
    expect(listed?.description).not.toContain('somebody else');
    expect(await sent()).toBe(before);
    expect((await call(client, 'other.echo', { text: 'still' })).isError).toBeUndefined();
    const held = await pin();
    if (held) await pins.approve(held, { by: 'ann', note: '' });
    const describes = async () =>
      (await client.listTools()).tools.find(({ name }) => name === 'other.send')?.description ?? '';
    await expect.poll(describes).toContain('somebody else');
    const again = (await call(client, 'other.send', { text: 'second' })).structuredContent ?? {};
    await call(client, 'convengine_confirm_action', { action_id: again.action_id, decision: 'yes' });
    expect(await sent()).toContain('second');
  });

  it('that have changed are shown to operators with what has changed, and called at once after an approval of that', async () => {
    const client = await begin();
    const api = async (path = '', body?: object) => {
      const headers = { 'content-type': 'application/json' };
      const init = body && { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${engine.url}/api/v1/mcp-servers${path}`, init);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const server = async (name: string) => {
      const { servers } = (await api()).body as { servers: { name: string; tools: { tool: string }[] }[] };
      return servers.find((one) => one.name === name);
    };
    const send = async () =>
      (await server('other'))?.tools.find(({ tool }) => tool === 'send') as Record<string, unknown>;
    expect(await server('other')).toMatchObject({ isConnected: true, problem: null, place: process.execPath });
    expect(await server('absent')).toMatchObject({ isConnected: false, problem: expect.stringContaining('ENOENT') });
    expect(await server('ended')).toMatchObject({ problem: 'its program has ended; run it by hand to see why' });
    expect(await server('nobody')).toMatchObject({ problem: expect.not.stringContaining('fetch failed') });
    const schema = { type: 'object', properties: { text: { type: 'string' }, urgent: { type: 'boolean' } } };
    const before = (await send()).description;
    await writeFile(join(folder, 'description'), `Sends at once\n${JSON.stringify(schema)}`);
    await call(client, 'other.announce');
    await expect.poll(async () => (await send()).isHeld).toBe(true);
    const held = await send();
    expect(held).toMatchObject({ isListed: true, description: before });
    expect(held.changes).toEqual([
      { part: 'description', before, now: 'Sends at once' },
      { part: 'inputSchema', before: expect.anything(), now: schema },
    ]);
    const approve = (seenHash: unknown) =>
      api('/other/tools/send/approve', { seenHash, by: 'ann', note: 'an argument more' });
    expect(await approve('another')).toMatchObject({ status: 400 });
    expect((await send()).isHeld).toBe(true);
    expect(await approve(held.seenHash)).toMatchObject({ status: 200, body: { approvedBy: 'ann' } });
    expect(await send()).toMatchObject({ isHeld: false, approvedBy: 'ann', approvalNote: 'an argument more' });
    expect((await call(client, 'other.send', { text: 'x', urgent: true })).structuredContent?.status).toBe('OPEN');
    expect(await approve(held.seenHash)).toMatchObject({ status: 400 });
    expect((await api('/other/tools/none/approve', { seenHash: 'a', by: 'ann' })).status).toBe(404);
  });

  it('that are listed under another spelling of their name have changed', async () => {
    const pins = new ToolPins(database.database, systemClock);
    const definition = { name: 'pay', description: 'Pays', inputSchema: {}, outputSchema: null, annotations: {} };
    expect(isHeld(await pins.see('shop', definition))).toBe(false);
    const again = await pins.see('shop', { ...definition, name: 'Pay' });
    expect([again.tool, isHeld(again)]).toEqual(['pay', true]);
    await pins.approve(again, { by: 'ann', note: '' });
    expect(isHeld((await pins.find('shop', 'PAY')) ?? again)).toBe(false);
    expect(isHeld(await pins.see('shop', { ...definition, name: 'Pay' }))).toBe(false);
  });

  it('come back after their server was gone', async () => {
    const client = await begin();
    expect((await call(client, 'other.die')).isError).toBe(true);
    const answers = async () => (await call(client, 'other.echo', { text: 'back' })).structuredContent ?? {};
    await expect.poll(answers, { interval: 200 }).toEqual({ echo: 'back' });
  });
});
