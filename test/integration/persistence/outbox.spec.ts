import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { changeAndTell, type OutboxEvent } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';

describeOnEachDatabase('a change that the outside is told of', (open) => {
  let opened: Promise<TestDatabase> | undefined;
  let database: TestDatabase['database'];
  let conversationId: string;
  beforeEach(async () => {
    opened ??= open();
    ({ database } = await opened);
    conversationId = randomUUID();
    await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [conversationId]);
  });

  const sql = `UPDATE ce_conversation SET status = $2 WHERE conversation_id = $1 AND status = 'RUNNING' RETURNING status`;
  const change = () => ({ sql, parameters: [conversationId, 'DONE'] });
  const event = (): OutboxEvent => ({
    conversationId,
    eventId: randomUUID(),
    type: 'TEST',
    payload: { text: 'odd \0 text' },
    createdAtMs: 5,
  });
  const status = async () => {
    const [row] = await database.query('SELECT status FROM ce_conversation WHERE conversation_id = $1', [
      conversationId,
    ]);
    return row?.status;
  };
  const events = () =>
    database.query('SELECT event_id FROM ce_outbox_event WHERE conversation_id = $1', [conversationId]);

  it('is stored with its event, which is due at once', async () => {
    expect(await changeAndTell(database, change(), event())).toEqual([{ status: 'DONE' }]);
    const rows = await database.query('SELECT * FROM ce_outbox_event WHERE conversation_id = $1', [conversationId]);
    expect(rows).toMatchObject([{ event_type: 'TEST', created_at_ms: 5, next_attempt_at_ms: 5, attempts: 0 }]);
  });

  it('tells nothing where its condition does not hold', async () => {
    await changeAndTell(database, change(), event());
    expect(await changeAndTell(database, change(), event())).toEqual([]);
    expect(await events()).toHaveLength(1);
  });

  it('tells nothing where nobody listens', async () => {
    expect(await changeAndTell(database, change(), undefined)).toEqual([{ status: 'DONE' }]);
    expect(await events()).toEqual([]);
  });

  it('is not made when its event cannot be stored', async () => {
    const impossible = { ...event(), conversationId: randomUUID() };
    await expect(changeAndTell(database, change(), impossible)).rejects.toThrow(/foreign key/i);
    expect(await status()).toBe('RUNNING');
  });

  it('is undone with the transaction that it is part of, and its event too', async () => {
    const failing = database.transaction(async (transaction) => {
      expect(await changeAndTell(database, change(), event(), transaction)).toHaveLength(1);
      throw new Error('boom');
    });
    await expect(failing).rejects.toThrow('boom');
    expect([await status(), await events()]).toEqual(['RUNNING', []]);
  });
});
