import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { call, connect, storedId, textOf } from './connect.js';
import { NewestServer } from './newest-server.js';

describeOnEachDatabase('tools of a server that speaks revision 2026-07-28 alone', (open) => {
  const server = new NewestServer();
  let database: TestDatabase;
  let engine: TestEngine;
  let client: Awaited<ReturnType<typeof connect>>['client'];
  beforeAll(async () => {
    const url = await server.listen();
    database = await open();
    engine = await startEngine({
      database,
      config: {
        'mcp.servers': { newest: { url, read: ['echo', 'ask_first', 'ask_anyway'] } },
        'consent.agents.tools': ['*'],
        'consent.agents.max-risk': 'HIGH',
      },
    });
    ({ client } = await connect(engine.url, { elicit: () => ({ action: 'accept', content: {} }) }));
  });
  afterAll(async () => {
    await client.close();
    await engine.close();
    await server.close();
  });

  /** Its tools as our clients see them: codes and descriptions. */
  const listed = async () => {
    const { tools } = await client.listTools();
    return new Map(
      tools.filter(({ name }) => name.startsWith('newest.')).map(({ name, description }) => [name, description]),
    );
  };
  const isHeld = async () => {
    const answer = await fetch(`${engine.url}/api/v1/mcp-servers`);
    const { servers } = (await answer.json()) as { servers: { tools: { tool: string; isHeld: boolean }[] }[] };
    return servers[0]?.tools.find(({ tool }) => tool === 'send')?.isHeld;
  };
  const approve = async () => {
    const answer = await fetch(`${engine.url}/api/v1/mcp-servers`);
    const { servers } = (await answer.json()) as { servers: { tools: { tool: string; seenHash: string }[] }[] };
    const seenHash = servers[0]?.tools.find(({ tool }) => tool === 'send')?.seenHash;
    await fetch(`${engine.url}/api/v1/mcp-servers/newest/tools/send/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seenHash, by: 'ann' }),
    });
  };

  it('are called, those that write once after a yes and with their key', async () => {
    const echo = async () => (await call(client, 'newest.echo', { text: 'hi' })).structuredContent;
    await expect.poll(echo, { interval: 100, timeout: 20_000 }).toEqual({ echo: 'hi' });
    const sent = await call(client, 'newest.send', { text: 'hello' });
    expect(sent.structuredContent?.status).toBe('EXECUTED');
    const calls = server.calls.filter(({ name }) => name === 'send');
    expect(calls.map(({ _meta }) => _meta?.['convengine/idempotencyKey'])).toEqual([
      `${String(sent.structuredContent?.action_id)}.1`,
    ]);
  });

  it('that ask something back get no answer in the place of the user, who is told what they ask', async () => {
    const refused = await call(client, 'newest.ask_first', { text: 'hello' });
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('elicitation/create')]);
    const anyway = await call(client, 'newest.ask_anyway', { text: 'hello' });
    expect([anyway.isError, textOf(anyway)]).toEqual([true, expect.stringContaining('Really send it?')]);
    const asked = await call(client, 'newest.ask', { text: 'hello' });
    const calls = server.calls.filter(({ name }) => name.startsWith('ask'));
    expect([calls.length, JSON.stringify(calls)]).toEqual([3, expect.not.stringContaining('inputResponses')]);
    const id = storedId(asked.structuredContent?.action_id);
    const rows = await database.database.query('SELECT status FROM ce_action_proposal WHERE proposal_id = $1', [id]);
    expect(rows).toEqual([{ status: 'REJECTED' }]);
  });

  it('that have changed are held, whether their server tells of it or has begun anew', async () => {
    const changes = [() => server.tellOfChange(), () => server.restart()];
    for (const [index, tell] of changes.entries()) {
      const before = server.calls.length;
      server.description = `Sends a message, and copy ${index} to somebody else`;
      await tell();
      await expect.poll(isHeld, { interval: 50, timeout: 10_000 }).toBe(true);
      const refused = await call(client, 'newest.send', { text: 'x' });
      expect([refused.isError, server.calls.length]).toEqual([true, before]);
      await approve();
      expect([await isHeld(), (await listed()).get('newest.send')]).toEqual([
        false,
        expect.stringContaining(server.description),
      ]);
    }
  });
});
