import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { done } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { ORDER_FLOW, requestFor } from '../pending-action/order-flow.js';

describeOnEachDatabase('a service that ends', (open) => {
  it('stores first what came of an action whose caller has hung up, and takes on nothing more', async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const cancel = async () => {
      begun.resolve();
      await goOn.promise;
      return done();
    };
    const handlers = [{ kind: 'action', name: 'orders', methods: { cancel, notify: () => done() } }] as const;
    const database = await open();
    const engine = await startEngine({ database, seeds: [ORDER_FLOW], handlers });
    const id = randomUUID();
    await engine.say(requestFor('at-most-once'), id);
    const hangUp = new AbortController();
    const yes = fetch(`${engine.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: id, message: 'yes' }),
      signal: hangUp.signal,
    });
    await begun.promise;
    hangUp.abort();
    await expect(yes).rejects.toThrow('aborted');

    const closed = engine.app.close();
    const late = await engine.say('hello', randomUUID());
    expect([late.status, late.raw]).toEqual([503, expect.stringContaining('about to end')]);
    expect(await Promise.race([closed, delay(2_000, 'waits')])).toBe('waits');
    goOn.resolve();
    await closed;
    const [action] = await database.database.query('SELECT status FROM ce_action_proposal WHERE conversation_id = $1', [
      id,
    ]);
    expect(action?.status).toBe('EXECUTED');
    await database.close();
  });
});
