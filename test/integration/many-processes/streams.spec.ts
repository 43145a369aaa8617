import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { AuditRelay, AuditStream } from '../../../src/platform/audit/index.js';
import { LocalNotifications } from '../../../src/platform/persistence/index.js';
import type { SseClient } from '../../e2e/http/sse-client.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import {
  countListeners,
  cutListeners,
  follow,
  received,
  startTwo,
  stored,
  type TwoProcesses,
  until,
} from './two-processes.js';

describe.skipIf(!inject('postgres').available)('an event stream of one process (postgres)', () => {
  let database: TestDatabase;
  let processes: TwoProcesses;
  const clients: SseClient[] = [];
  beforeAll(async () => {
    database = await openPostgres();
    processes = await startTwo(database);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
    vi.useRealTimers();
  });
  afterAll(async () => {
    await processes.close();
    await database.close();
  });

  async function followAtB(id: string, lastEventId?: number): Promise<SseClient> {
    const client = await follow(processes.b.url, id, lastEventId);
    clients.push(client);
    return client;
  }

  /** Waits until as much has come as is stored, and a moment longer for what must not come. */
  async function expectEverything(client: SseClient, id: string, fromIndex = 0): Promise<void> {
    const expected = (await stored(database, id)).slice(fromIndex);
    expect(expected.length).toBeGreaterThan(0);
    await until(`${expected.length} events have come`, () => client.ids.length >= expected.length);
    await sleep(100);
    expect(received(client)).toEqual(expected);
  }

  it('carries the events of a turn that another process ran, in order, once, with their ids', async () => {
    const id = randomUUID();
    const client = await followAtB(id);
    await processes.a.say('hello', id);
    await expectEverything(client, id);
  });

  it('carries what comes after it was opened, and nothing from before', async () => {
    const id = randomUUID();
    await processes.a.say('hello', id);
    const before = (await stored(database, id)).length;
    const client = await followAtB(id);
    await processes.a.say('hello again', id);
    await expectEverything(client, id, before);
  });

  it('carries the turns of both processes in the order in which they were stored', async () => {
    const id = randomUUID();
    const client = await followAtB(id);
    for (let turn = 0; turn < 10; turn += 1) await processes[turn % 3 === 0 ? 'b' : 'a'].say('hello', id);
    await expectEverything(client, id);
  });

  it('carries turns that both processes are asked for at once, and those of its own conversation only', async () => {
    const ids = [randomUUID(), randomUUID()];
    const followed = await Promise.all(ids.map((id) => followAtB(id)));
    const turns = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? processes.a : processes.b));
    await Promise.all(turns.flatMap((engine) => ids.map((id) => engine.say('hello', id))));
    for (const [index, client] of followed.entries()) await expectEverything(client, ids[index] ?? '');
  });

  it('misses nothing that was recorded while the process could not listen', async () => {
    const [known, fresh] = [randomUUID(), randomUUID()];
    await processes.a.say('hello', known);
    const clients = [await followAtB(known, 0), await followAtB(fresh)] as const;
    expect(await cutListeners(database)).toBe(2);
    for (const id of [known, fresh]) await processes.a.say('hello', id);
    await expectEverything(clients[0], known);
    await expectEverything(clients[1], fresh);
    await until('both listen again', async () => (await countListeners(database)) === 2);
    for (const id of [known, fresh]) await processes.a.say('hello', id);
    await expectEverything(clients[0], known);
    await expectEverything(clients[1], fresh);
  });

  it('finds after a while what the process that recorded it could not announce', async () => {
    const id = randomUUID();
    const stream = new AuditStream();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const relay = new AuditRelay(stream, database.database, new LocalNotifications());
    relay.start();
    const heard: unknown[] = [];
    stream.subscribe(id, { receive: (message) => heard.push(message), end: () => undefined });
    await processes.a.say('hello', id);
    const newestId = (await stored(database, id)).length;
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(30_000);
    await until('it has looked', () => heard.length > 0);
    relay.stop();
    vi.advanceTimersByTime(30_000);
    await sleep(50);
    expect(heard).toEqual([{ kind: 'recorded', newestId }]);
  });
});
