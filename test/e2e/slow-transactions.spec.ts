import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ActionHandler } from '../../src/platform/handlers-api/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { ORDER_FLOW, requestFor } from '../pending-action/order-flow.js';

describe.skipIf(!inject('postgres').available)('ten slow transactional handlers on a pool of ten (postgres)', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let begun = 0;
  const gate = Promise.withResolvers<void>();

  const orders: ActionHandler = {
    kind: 'action',
    name: 'orders',
    methods: {
      cancel: async ({ database: sql, conversationId }) => {
        begun += 1;
        await sql.query("INSERT INTO effect VALUES ($1, 'cancel', NULL, 1)", [conversationId]);
        await gate.promise;
        return { status: 'done', result: null };
      },
      notify: async () => ({ status: 'done', result: null }),
    },
  };

  beforeAll(async () => {
    database = await openPostgres();
    engine = await startEngine({ database, seeds: [ORDER_FLOW], handlers: [orders] });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
  });

  const health = async () => {
    const response = await fetch(`${engine.url}/health`);
    return [response.status, await response.json()];
  };

  it('leave connections to questions and to the health check, and each is done once it has a place', async () => {
    const ids = Array.from({ length: 10 }, () => randomUUID());
    for (const id of ids) await engine.say(requestFor('transactional'), id);
    const yeses = Promise.all(ids.map((id) => engine.say('yes', id)));
    await expect.poll(() => begun).toBe(5);
    // The other five wait for a place no longer than a few seconds.
    const questions = Promise.all(ids.map(() => engine.say(requestFor('transactional'), randomUUID())));
    await expect.poll(health).toMatchObject([200, { status: 'ok' }]);
    for (const { status } of await questions) expect(status).toBe(200);
    expect(begun).toBe(5);
    gate.resolve();
    for (const { status } of await yeses) expect(status).toBe(200);
    expect(await engine.count('SELECT count(*) FROM effect')).toBe(10);
  });
});
