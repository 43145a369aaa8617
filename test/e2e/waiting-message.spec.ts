import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { ORDER_FLOW, requestFor } from '../pending-action/order-flow.js';

describeOnEachDatabase('a message that waits for an earlier one', (open) => {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const missed: unknown[] = [];
  const miss = (reason: unknown) => void missed.push(reason);
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    process.on('unhandledRejection', miss);
    database = await open();
    const cancel = async () => {
      begun.resolve();
      await goOn.promise;
      return done();
    };
    const handlers = [{ kind: 'action', name: 'orders', methods: { cancel, notify: () => done() } }] as const;
    engine = await startEngine({ database, seeds: [ORDER_FLOW], handlers });
  });
  afterAll(async () => {
    process.off('unhandledRejection', miss);
    await engine.close();
  });

  it('leaves the process alive when its arrival cannot be stored', async () => {
    const id = randomUUID();
    await engine.say(requestFor('at-most-once'), id);
    const first = engine.say('yes', id);
    await begun.promise;
    await database.database.query('ALTER TABLE ce_message_arrival RENAME TO ce_message_arrival_away');
    const second = engine.say('hello', id);
    // Long enough for a rejection to be missed: the answer to a later request.
    await engine.say('hello', randomUUID()).catch(() => undefined);
    await expect.poll(() => fetch(`${engine.url}/health`).then(({ status }) => status)).toBe(200);
    await database.database.query('ALTER TABLE ce_message_arrival_away RENAME TO ce_message_arrival');
    goOn.resolve();
    expect((await first).text).toMatch(/^Done\./);
    expect((await second).status).toBeGreaterThanOrEqual(500);
    expect(missed).toEqual([]);
  });
});
