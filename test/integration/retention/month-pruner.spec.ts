import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type PruneReport, Pruner } from '../../../src/engine/retention/index.js';
import { AuditRepository, makeMonths, recordMonths } from '../../../src/platform/audit/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { converse, problemsOf, takeTurn } from '../audit/conversations-of-months.js';

const DAY_MS = 86_400_000;
const [JANUARY, FEBRUARY, MARCH, APRIL, MAY] = [0, 1, 2, 3, 4].map((month) => Date.UTC(2026, month)) as [
  number,
  number,
  number,
  number,
  number,
];
const NONE = {
  conversationsBeforeMs: null,
  evidenceBeforeMs: null,
  auditBeforeMs: null,
  repliesBeforeMs: null,
  modelCallsBeforeMs: null,
  eventsBeforeMs: null,
};

describe.skipIf(!inject('postgres').available)('dropping months of turn records', () => {
  let test: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    test = await openPostgres();
    ({ database } = test);
    await makeMonths(database, JANUARY);
    await makeMonths(database, FEBRUARY);
    return () => test.close();
  });

  const prune = (rules: Partial<Record<keyof typeof NONE, number>>, more: object = {}): Promise<PruneReport> =>
    new Pruner(database).run({ rules: { ...NONE, ...rules }, nowMs: MAY, batch: 3, ...more });
  const names = async () => (await recordMonths(database)).map(({ name }) => name.replace('ce_turn_record_', ''));
  const recordsOf = async (id: string) => {
    const sql = 'SELECT turn_no FROM ce_turn_record WHERE conversation_id = $1 ORDER BY last_audit_id';
    return (await database.query(sql, [id])).map((row) => row.turn_no);
  };

  it('takes those whose conversations are all past their retention, and gives their space back at once', async () => {
    const old = [];
    for (let n = 0; n < 8; n += 1) old.push(await converse(database, [JANUARY + n * DAY_MS, FEBRUARY - 1]));
    const used = await converse(database, [FEBRUARY, MARCH]);
    expect(await prune({ conversationsBeforeMs: FEBRUARY })).toMatchObject({ months: 1, deleted: 8 });
    expect(await names()).toEqual(['before', '2026_02', '2026_03', '2026_04', '2026_05', 'rest']);
    for (const id of old) expect(await recordsOf(id)).toEqual([]);
    expect(await recordsOf(used)).toEqual([1, 2]);
    expect(await problemsOf(database, used)).toEqual([]);
  });

  it('leaves a month with one conversation that is still used, and takes the others of it row by row', async () => {
    const old = await converse(database, [JANUARY]);
    const used = await converse(database, [JANUARY, MARCH]);
    expect(await prune({ conversationsBeforeMs: FEBRUARY })).toMatchObject({ months: 0, deleted: 1 });
    expect(await names()).toContain('2026_01');
    expect(await recordsOf(old)).toEqual([]);
    expect(await recordsOf(used)).toEqual([1, 2]);
    expect(await problemsOf(database, used)).toEqual([]);
  });

  it('leaves a month with an action that is open', async () => {
    const id = await converse(database, [JANUARY]);
    await database.query(
      `INSERT INTO ce_action_proposal (conversation_id, proposal_id, action_key, action_ref, intent_code, state_code,
         arguments_json, arguments_hash, idempotency_key, created_turn, created_at_ms, status)
       VALUES ($1, $1, 'a', 'a.b', 'A', 'A', '{}', '', 'k', 1, 1, 'OPEN')`,
      [id],
    );
    expect(await prune({ conversationsBeforeMs: FEBRUARY })).toMatchObject({ months: 0, deleted: 0 });
    expect(await recordsOf(id)).toEqual([1]);
  });

  it('leaves what can be verified of a conversation that goes on in another month, before and after it is dropped', async () => {
    const across = await converse(database, [JANUARY, FEBRUARY - 1, FEBRUARY, FEBRUARY + DAY_MS, MARCH]);
    await database.query('UPDATE ce_conversation SET updated_at = $1', [new Date(MARCH)]);
    expect(await prune({ auditBeforeMs: MARCH + 1 }, { dryRun: true })).toMatchObject({ months: 2 });
    expect(await dropJanuary(across)).toMatchObject({ months: 1 });
    expect(await recordsOf(across)).toEqual([3, 4, 5]);
    expect(await problemsOf(database, across)).toEqual([]);
    await takeTurn(database, across, APRIL);
    expect(await problemsOf(database, across)).toEqual([]);
    await database.query('DELETE FROM ce_turn_record WHERE conversation_id = $1 AND turn_no = 3', [across]);
    expect(await problemsOf(database, across)).toEqual(['4: records before it are missing or in another order']);
  });

  /** A run that is ended when it comes to February. What it notes down for January is looked at before January goes. */
  async function dropJanuary(across: string): Promise<PruneReport> {
    const stopping = new AbortController();
    const seen = Object.assign(Object.create(database) as Database, {
      query: async (sql: string, parameters?: readonly unknown[]) => {
        if (sql.includes('FROM ce_turn_record_2026_02')) stopping.abort();
        const rows = await database.query(sql, parameters);
        if (sql.includes('SET removed_record_hash')) expect(await problemsOf(database, across)).toEqual([]);
        return rows;
      },
      transaction: database.transaction.bind(database),
    });
    const run = { rules: { ...NONE, auditBeforeMs: MARCH + 1 }, nowMs: MAY, batch: 3, signal: stopping.signal };
    return new Pruner(seen).run(run);
  }

  it('leaves the audit of a conversation verifiable of which all is gone, and that goes on', async () => {
    const id = await converse(database, [JANUARY, FEBRUARY]);
    expect(await prune({ auditBeforeMs: APRIL })).toMatchObject({ months: 3, audit: 0 });
    expect(await recordsOf(id)).toEqual([]);
    expect(await problemsOf(database, id)).toEqual([]);
    await takeTurn(database, id, MAY);
    expect(await recordsOf(id)).toEqual([3]);
    expect(await problemsOf(database, id)).toEqual([]);
    expect(await new AuditRepository(database).page(id, { limit: 9 })).toMatchObject([{ turnNo: 3 }]);
  });

  it('is no finding of somebody who verifies meanwhile', async () => {
    const id = await converse(database, [JANUARY, FEBRUARY]);
    await database.query('UPDATE ce_conversation SET updated_at = $1', [new Date(JANUARY)]);
    let hasPruned = false;
    const seen = Object.assign(Object.create(database) as Database, {
      query: async (sql: string, parameters?: readonly unknown[]) => {
        if (sql.includes('previous_hash') && !hasPruned) {
          hasPruned = true;
          expect(await prune({ auditBeforeMs: FEBRUARY })).toMatchObject({ months: 1 });
        }
        return database.query(sql, parameters);
      },
    });
    expect(await problemsOf(seen, id)).toEqual([]);
    expect(hasPruned).toBe(true);
  });

  it('goes on beside turns, none of which fails', async () => {
    for (let n = 0; n < 20; n += 1) await converse(database, [JANUARY + n]);
    const talking = await Promise.all(Array.from({ length: 4 }, () => converse(database, [MARCH])));
    let goesOn = true;
    const turns = talking.map(async (id) => {
      let count = 0;
      for (; goesOn; count += 1) await takeTurn(database, id, MARCH + count);
      return count;
    });
    const report = await prune({ conversationsBeforeMs: FEBRUARY });
    await makeMonths(database, Date.UTC(2026, 6));
    goesOn = false;
    const counts = await Promise.all(turns);
    expect(report).toMatchObject({ months: 1, deleted: 20 });
    expect(Math.min(...counts)).toBeGreaterThan(0);
    for (const [place, id] of talking.entries()) {
      expect(await recordsOf(id)).toHaveLength((counts[place] ?? 0) + 1);
      expect(await problemsOf(database, id)).toEqual([]);
    }
  });

  it('is done once by two that run beside each other', async () => {
    for (let n = 0; n < 10; n += 1) await converse(database, [JANUARY + n]);
    const both = await Promise.all([
      prune({ conversationsBeforeMs: FEBRUARY }),
      prune({ conversationsBeforeMs: FEBRUARY }),
    ]);
    expect(both[0].months + both[1].months).toBe(1);
    expect(both[0].deleted + both[1].deleted).toBe(10);
  });

  it('leaves a month where the clock went back over its end, as its records are not the oldest', async () => {
    const id = await converse(database, [FEBRUARY, FEBRUARY - 1]);
    expect(await prune({ auditBeforeMs: FEBRUARY })).toMatchObject({ months: 0, audit: 2 });
    expect(await problemsOf(database, id)).toEqual([]);
  });

  it('tells in a dry run what it would take, and takes nothing', async () => {
    const id = await converse(database, [JANUARY]);
    expect(await prune({ conversationsBeforeMs: FEBRUARY }, { dryRun: true })).toMatchObject({ months: 1, deleted: 1 });
    expect(await recordsOf(id)).toEqual([1]);
    expect(await names()).toContain('2026_01');
  });

  it('leaves months to the owner of the tables, and takes rows instead', async () => {
    const id = await converse(database, [JANUARY]);
    const seen = Object.assign(Object.create(database) as Database, {
      query: async (sql: string, parameters?: readonly unknown[]) =>
        /pg_has_role/.test(sql) ? [{ may: false }] : database.query(sql, parameters),
      transaction: database.transaction.bind(database),
    });
    const run = { rules: { ...NONE, conversationsBeforeMs: FEBRUARY }, nowMs: MAY, batch: 3 };
    expect(await new Pruner(seen).run(run)).toMatchObject({ months: 0, deleted: 1 });
    expect(await recordsOf(id)).toEqual([]);
  });
});
