import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeMonths, recordMonths } from '../../src/platform/audit/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { everyStatement, type SentStatement } from './every-statement.js';
import { type Plan, planOf, uniqueBySql } from './plans.js';

const YEARS = 3;
/** Later than what `everyStatement` stores and then deletes. */
const FIRST_YEAR = 2030;

/** The partitions of turn records that a plan reads. */
function monthsIn(plan: readonly Plan[]): string[] {
  const names = plan.filter((part) => /Scan/.test(part['Node Type'])).flatMap((part) => part['Relation Name'] ?? []);
  return [...new Set(names.filter((name) => name.startsWith('ce_turn_record')))];
}

describe.skipIf(!inject('postgres').available)('turn records in the months of three years', () => {
  let test: TestDatabase;
  let sent: SentStatement[];
  let count: number;
  beforeAll(async () => {
    test = await openPostgres();
    await makeMonths(test.database, Date.UTC(FIRST_YEAR, 0));
    await makeMonths(test.database, Date.UTC(FIRST_YEAR + YEARS, 0));
    count = (await recordMonths(test.database)).length;
    sent = uniqueBySql(await everyStatement(test.database));
    return () => test.close();
  });

  const areOf = (...parts: string[]) => sent.filter(({ part }) => parts.includes(part));

  it('are not read by a turn, nor by an action, the keeper or webhooks: they add to one', async () => {
    expect(count).toBeGreaterThan(YEARS * 12);
    const statements = areOf('turn', 'action', 'keeper', 'outbox');
    expect(statements.some(({ sql }) => sql.includes('INSERT INTO ce_turn_record'))).toBe(true);
    for (const statement of statements) expect(monthsIn(await planOf(test, statement)), statement.sql).toEqual([]);
  });

  it('are read by their key, or by the index of failed turns, wherever they are read', async () => {
    const about = sent.filter(({ sql }) => sql.includes('ce_turn_record'));
    expect(about.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const statement of about) {
      const plan = await planOf(test, statement);
      const scans = plan.filter(
        (part) => part['Relation Name']?.startsWith('ce_turn_record') && part['Node Type'] === 'Seq Scan',
      );
      if (scans.length > 0) wrong.push(`${statement.part}: ${statement.sql}`);
    }
    expect(wrong).toEqual([]);
  });

  it('are read one at a time by what asks for a time', async () => {
    const at = new Date(Date.UTC(FIRST_YEAR + 1, 4, 5));
    const sql = 'SELECT 1 FROM ce_turn_record WHERE error_code IS NOT NULL AND created_at >= $1 AND created_at < $2';
    const plan = await planOf(test, { sql, parameters: [at, new Date(at.getTime() + 1)] });
    expect(monthsIn(plan)).toEqual([`ce_turn_record_${FIRST_YEAR + 1}_05`]);
  });

  it('are looked through by retention one at a time', async () => {
    const reads = areOf('retention').filter(({ sql }) => /SELECT conversation_id, max/.test(sql));
    expect(reads).not.toEqual([]);
    for (const statement of reads) expect(monthsIn(await planOf(test, statement))).toHaveLength(1);
  });
});
