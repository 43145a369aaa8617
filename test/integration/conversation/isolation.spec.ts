import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTurnStore } from '../../../src/engine/conversation/index.js';
import { createDataSource, openDatabase } from '../../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';

const NOW = 1_700_000_000_000;
const LIMITS = { statementTimeoutMs: 30_000, lockTimeoutMs: 30_000, transactionTimeoutMs: 60_000 };
const WAITING = `
  SELECT 1 FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ce_conversation%'`;

describe.skipIf(!inject('postgres').available)('a turn on a database that is stricter by default', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openPostgres();
    const [row] = await test.database.query('SELECT current_database() AS name');
    await test.database.query(`ALTER DATABASE ${row?.name} SET default_transaction_isolation = 'repeatable read'`);
  });
  afterAll(() => test.close());

  it('knows which turn was the newest when its message came, also where it waited for the next one to be stored', async () => {
    const dataSource = await createDataSource(test.url, { poolSize: 2, limits: LIMITS }).initialize();
    const database = openDatabase(dataSource, LIMITS);
    const store = createTurnStore(database);
    const conversationId = randomUUID();
    const insert = 'INSERT INTO ce_conversation (conversation_id, turn_no) VALUES ($1, 1)';
    await test.database.query(insert, [conversationId]);
    const lease = { conversationId, owner: 'p1.a', expiresAtMs: NOW + 60_000 };
    const request = { lease, process: 'p1', nowMs: NOW, idempotencyKey: null, historyTurns: 1 };
    const opened = await test.database.transaction(async (sql) => {
      await sql.query('UPDATE ce_conversation SET turn_no = 2 WHERE conversation_id = $1', [conversationId]);
      const waiting = store.open(request);
      // Within a transaction, PostgreSQL goes on showing what its first look at the others' activity saw.
      const look = () => sql.query('SELECT pg_stat_clear_snapshot()').then(() => sql.query(WAITING));
      await expect.poll(look).toHaveLength(1);
      return { waiting };
    });
    expect(await opened.waiting).toMatchObject({ outcome: 'opened', seenTurn: 1, conversation: { turnNo: 2 } });
    await database.close();
    await dataSource.destroy();
  });
});
