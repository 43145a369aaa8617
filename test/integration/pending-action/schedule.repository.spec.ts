import { beforeAll, expect, it } from 'vitest';
import { SCHEDULE_STATEMENTS } from '../../../src/engine/pending-action/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';

const MANY = 5_000;

describeOnEachDatabase('the look for schedules', (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
    const id = (kind: string) => (index: number) => `${kind}0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const [conversation, schedule] = [id('a'), id('b')];
    await database.database.transaction(async (transaction) => {
      for (let index = 0; index < MANY; index += 1) {
        const at = new Date(0);
        await transaction.query(
          `INSERT INTO ce_conversation (conversation_id, created_at, updated_at) VALUES ($1, $2, $2)`,
          [conversation(index), at],
        );
        await transaction.query(
          `INSERT INTO ce_schedule (conversation_id, schedule_id, action_key, argument, rule_text, status, next_at_ms, created_at_ms)
           VALUES ($1, $2, 'pay', 'when', '', $3, $4, 0)`,
          // Most have ended; few have times to come, and none is due.
          [conversation(index), schedule(index), index % 10 ? 'DONE' : 'ACTIVE', index % 10 ? null : 10_000 + index],
        );
      }
    });
    await database.database.query('ANALYZE');
  });

  const planOf = async (sql: string, parameters: unknown[]) => {
    const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
    const rows = await database.database.query(`${explain} ${sql}`, parameters);
    return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');
  };

  it('whose time has come reads an index of those that have times to come, and no other row', async () => {
    const plan = await planOf(SCHEDULE_STATEMENTS.due, [9_000, 0, '00000000-0000-0000-0000-000000000000', 200]);
    expect(plan).toContain('ix_ce_schedule_due');
    expect(plan).not.toMatch(/Seq Scan|SCAN/);
  });

  it('of a conversation reads its rows alone', async () => {
    const plan = await planOf(SCHEDULE_STATEMENTS.ahead, ['a0000000-0000-4000-8000-000000000010', 20]);
    expect(plan).toMatch(/pk_ce_schedule|sqlite_autoindex_ce_schedule/);
    expect(plan).not.toMatch(/Seq Scan|SCAN/);
  });
});
