import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Database } from '../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';

const ROWS = 20_000;
const NUMBERS = {
  postgres: `(SELECT n FROM generate_series(1, ${ROWS}) AS n) AS numbers`,
  sqlite: `(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS}) SELECT n FROM numbers)`,
};
const UUID = {
  postgres: `CAST('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0') AS uuid)`,
  sqlite: `printf('00000000-0000-4000-8000-%012x', n)`,
};

/** The index that answers each statement of docs/operations.md, in their order. */
const INDEXES = [
  'ix_ce_action_proposal_(claimed|unfinished)',
  'ix_ce_action_proposal_failed',
  'ix_ce_llm_call_log_time',
  'ix_ce_outbox_event_(due|order)',
  // On PostgreSQL, that of a partition.
  'ix_ce_turn_record_(before_)?failed',
];

/** Many rows of which few are what is watched for, as they are after a while. */
async function fill(database: Database, nowMs: number): Promise<void> {
  const { dialect } = database;
  const [id, from] = [UUID[dialect], NUMBERS[dialect]];
  const rare = (value: string, otherwise: string) => `CASE WHEN n % 500 = 0 THEN ${value} ELSE ${otherwise} END`;
  const time = dialect === 'postgres' ? `now() - n * interval '1 minute'` : `datetime('now', '-' || n || ' minutes')`;
  await database.query(`INSERT INTO ce_conversation (conversation_id, turn_no) SELECT ${id}, 1 FROM ${from}`);
  await database.query(`
    INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
      arguments_json, arguments_hash, status, reason, idempotency_key, created_turn, created_at_ms, closed_at_ms)
    SELECT ${id}, ${id}, 'book', 'rooms:reserve', 'BOOK', 'CONFIRM', '{}', 'hash', ${rare("'IN_PROGRESS'", "'EXECUTED'")},
      CASE WHEN n % 500 = 1 THEN 'HANDLER_FAILED' END, 'key', 1, ${nowMs}, ${nowMs} - n * 60000 FROM ${from}`);
  await database.query(`
    INSERT INTO ce_llm_call_log (conversation_id, llm_call_id, step, provider, model, prompt_text, user_context, success,
      duration_ms, created_at)
    SELECT ${id}, ${id}, 'Step', 'p', 'm', '', '', ${dialect === 'postgres' ? 'true' : '1'}, 5, ${time} FROM ${from}`);
  await database.query(`
    INSERT INTO ce_outbox_event (conversation_id, event_id, event_type, payload_json, created_at_ms, delivered_at_ms)
    SELECT ${id}, ${id}, 'e', '{}', ${nowMs} - n * 60000, ${rare('NULL', String(nowMs))} FROM ${from}`);
  await database.query(`
    INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, created_at, error_code,
      record_hash, events_json)
    SELECT ${id}, 1, 1, 1, ${time}, CASE WHEN n % 500 = 1 THEN 'INTERNAL_ERROR' END, 'none', '[]' FROM ${from}`);
  await database.query('ANALYZE');
}

async function planOf(database: Database, sql: string): Promise<string> {
  const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const rows = await database.query(`${explain} ${sql}`);
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n');
}

describeOnEachDatabase('what docs/operations.md tells people to watch', (open) => {
  it('is answered from an index, whatever the size of its table', async () => {
    const { database } = await open();
    const nowMs = Date.now();
    await fill(database, nowMs);
    const [, section = ''] = (await readFile('docs/operations.md', 'utf8')).split('## What to watch');
    const [, block = ''] = /```sql\n([\s\S]+?)```/.exec(section) ?? [];
    const hourAgo = new Date(nowMs - 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const text = block.replaceAll('NOW_MS', String(nowMs)).replaceAll('AN_HOUR_AGO', hourAgo);
    const statements = text.split(';').filter((sql) => sql.trim() !== '');
    expect(statements).toHaveLength(INDEXES.length);
    for (const [at, sql] of statements.entries()) {
      const plan = await planOf(database, sql);
      expect(plan).toMatch(new RegExp(INDEXES[at] ?? ''));
      expect(plan).not.toMatch(/Seq Scan|SCAN \w+$/m);
      expect((await database.query(sql)).length).toBeGreaterThan(0);
    }
  });
});
