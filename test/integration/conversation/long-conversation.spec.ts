import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PROPOSALS } from '../../../src/engine/conversation/read-turn-rows.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';

/** A step that PostgreSQL has taken. */
interface Taken {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Taken[];
}

describe.skipIf(!inject('postgres').available)('what a turn reads of the actions of a long conversation', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openPostgres();
    return () => test.close();
  });

  /** A conversation with so many actions that were carried out, and one that was asked in its first turn and is open. */
  async function conversationOf(actions: number): Promise<string> {
    const id = randomUUID();
    const { database } = test;
    await database.query(
      `INSERT INTO ce_conversation (conversation_id, status, intent_code, state_code, turn_no, last_audit_id)
       VALUES ($1, 'RUNNING', 'A', 'A', $2, 0)`,
      [id, actions + 1],
    );
    await database.query(
      `INSERT INTO ce_action_proposal (conversation_id, proposal_id, pending_action_id, action_key, action_ref, intent_code,
              state_code, arguments_json, arguments_hash, question, revision, status, execution_policy, idempotency_key,
              created_turn, created_at_ms, expires_turn, expires_at_ms, closed_turn, closed_at_ms)
       SELECT $1::uuid, gen_random_uuid(), 1, 'a', 'a:a', 'A', 'A', '{}', 'h', 'Q?', 1,
              CASE WHEN turn = 1 THEN 'OPEN' ELSE 'EXECUTED' END, 'at-most-once', gen_random_uuid(),
              turn, turn, turn + 3, turn + 1800000, CASE WHEN turn > 1 THEN turn END, CASE WHEN turn > 1 THEN turn END
         FROM generate_series(1, $2::int) turn`,
      [id, actions],
    );
    return id;
  }

  async function rowsReadOf(id: string): Promise<number> {
    const [row] = await test.database.query<{ 'QUERY PLAN': { Plan: Taken }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${PROPOSALS.postgres}`,
      [id],
    );
    return (row?.['QUERY PLAN'] ?? []).reduce((sum, { Plan }) => sum + rowsIn(Plan), 0);
  }

  function rowsIn(step: Taken): number {
    const read = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0);
    const own =
      /Scan/.test(step['Node Type']) && step['Node Type'] !== 'Subquery Scan' ? read * step['Actual Loops'] : 0;
    return (step.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), own);
  }

  it.each(['before the server has counted anything', 'and after'])('is as much as of a short one, %s', async (when) => {
    const short = await conversationOf(10);
    for (const actions of [50, 200, 700, 1_000]) {
      const long = await conversationOf(actions);
      if (when === 'and after') await test.database.query('ANALYZE ce_action_proposal');
      const [ofShort, ofLong] = [await rowsReadOf(short), await rowsReadOf(long)];
      expect(ofShort).toBeGreaterThan(1);
      expect(ofLong, `${actions} actions`).toBeLessThanOrEqual(ofShort + 2);
      const found = await test.database.query<{ created_turn: number }>(PROPOSALS.postgres, [long]);
      expect(found.map(({ created_turn }) => Number(created_turn))).toEqual([1, actions]);
    }
  });
});
