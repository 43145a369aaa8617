import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTenant } from '../../../src/platform/common/tenant.js';
import type { WorkflowHandler } from '../../../src/platform/handlers-api/index.js';
import { openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { isRestateInstalled, type RestateServer, startRestate } from '../../helpers/restate/server.mjs';
import {
  type EngineProcess,
  type EngineProcesses,
  openRestateProcesses,
  ownProcesses,
} from '../../helpers/workflow-processes.js';

const SOON_MS = 1_500;

describe.skipIf(!isRestateInstalled)('durable workflows with Restate', () => {
  let server: RestateServer;
  let database: TestDatabase;
  let restate: EngineProcesses & { readonly serviceName: string };
  let processes: EngineProcess[];
  let world: string[];
  /** What Restate and the processes have told each other. */
  let told = '';
  let key: { conversationId: string; runId: string };
  beforeAll(async () => {
    server = await startRestate();
    database = await openSqlite();
    restate = await openRestateProcesses(server, (data) => {
      told += data.toString('latin1');
    });
  });
  afterAll(async () => {
    await restate?.close();
    await database?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    processes = [];
    world = [];
    key = { conversationId: randomUUID(), runId: 'k.1' };
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [key.conversationId]);
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.stop()));
  });

  const journey: WorkflowHandler = {
    kind: 'workflow',
    name: 'book',
    durable: true,
    run: async ({ step, sleep, arguments: { to } }) => {
      await step('a', ({ idempotencyKey }) => world.push(idempotencyKey) && `seat in ${to}`);
      await sleep('night', SOON_MS);
      return step('b', ({ idempotencyKey }) => world.push(idempotencyKey));
    },
  };
  const begin = async (by: EngineProcesses) => {
    const begun = await by.begin(database.database, [journey]);
    processes.push(begun);
    return begun;
  };
  const start = ({ engine }: EngineProcess) =>
    inTenant('default', () => engine.start({ ...key, workflow: 'book', arguments: { to: 'Ouagadougou' } }));
  const reach = ({ engine }: EngineProcess, status: string) =>
    expect.poll(async () => (await engine.status(key))?.status, { interval: 50 }).toBe(status);

  it('begin when Restate is back, where they were started while it was away', async () => {
    const one = await begin(restate);
    await server.kill();
    expect(await start(one)).toMatchObject({ status: 'RUNNING', steps: [] });
    await server.restart();
    await reach(one, 'DONE');
    expect(world).toEqual(['k.1.a', 'k.1.b']);
  });

  it('wait as long as they were to, where Restate was away meanwhile', async () => {
    const one = await begin(restate);
    await start(one);
    await reach(one, 'WAITING');
    await server.kill();
    await server.restart();
    await reach(one, 'DONE');
    expect(world).toEqual(['k.1.a', 'k.1.b']);
  });

  it('are gone on with by one that has lost all it knew, as late as a look finds that out', async () => {
    const one = await begin(restate);
    await start(one);
    await reach(one, 'WAITING');
    await server.kill();
    await server.restart({ forgets: true });
    await reach(one, 'DONE');
    expect(world).toEqual(['k.1.a', 'k.1.b']);
  });

  it('tell it which run is meant, and nothing that stands in it', async () => {
    const one = await begin(restate);
    await start(one);
    await reach(one, 'DONE');
    expect(told).toContain(`${key.conversationId}/k.1`);
    expect(told).not.toContain('Ouagadougou');
  });

  it('do nothing that is not due, however often and by whomever it is called', async () => {
    const one = await begin(restate);
    await start(one);
    await reach(one, 'WAITING');
    const call = async (object: string) => {
      const url = `${server.ingressUrl}/${restate.serviceName}/${encodeURIComponent(object)}/goOn`;
      return (await fetch(url, { method: 'POST' })).status;
    };
    const mine = `${key.conversationId}/${key.runId}`;
    expect(await Promise.all([mine, mine, `${key.conversationId}/none`].map(call))).toEqual([200, 200, 200]);
    expect(await call('no run')).toBe(500);
    expect(world).toEqual(['k.1.a']);
    await reach(one, 'DONE');
    await call(mine);
    expect(world).toEqual(['k.1.a', 'k.1.b']);
  });

  it.each([
    ['from its own engine to Restate', () => [ownProcesses, restate]],
    ['from Restate to its own engine', () => [restate, ownProcesses]],
  ])('go over %s when the settings change', async (_, engines) => {
    const [before, after] = engines() as [EngineProcesses, EngineProcesses];
    const one = await begin(before);
    await start(one);
    await reach(one, 'WAITING');
    await one.stop();
    const other = await begin(after);
    await reach(other, 'DONE');
    expect(world).toEqual(['k.1.a', 'k.1.b']);
  });
});
