import { beforeAll, describe, expect, inject, it } from 'vitest';
import { divideTables } from '../../bench/partitions/divide-tables.mjs';
import { conversationTables } from '../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { everyStatement, type SentStatement } from './every-statement.js';
import { type Plan, planOf, uniqueBySql } from './plans.js';
import { reachOf } from './shard-key.js';
import { queriesOf } from './sql-tree.js';

const PARTITIONS = 64;
const DIVIDED = new Set(conversationTables());

/** The partitions of each table that a plan reads: `ce_conversation_7` is the seventh of its table. */
function partitionsIn(plan: readonly Plan[]): number[] {
  const names = plan.filter((part) => /Scan/.test(part['Node Type'])).flatMap((part) => part['Relation Name'] ?? []);
  const own = names.filter((name) => name.startsWith('ce_'));
  return [...new Set(own.map((name) => Number(/_(\d+)$/.exec(name)?.[1] ?? -1)))];
}

describe.skipIf(!inject('postgres').available)(`tables in ${PARTITIONS} partitions by conversation`, () => {
  let test: TestDatabase;
  let sent: SentStatement[];
  beforeAll(async () => {
    test = await openPostgres();
    await divideTables((sql) => test.database.query(sql), PARTITIONS);
    const isAboutAny = ({ sql }: SentStatement) => queriesOf(sql).some((query) => reachOf(query, DIVIDED) !== 'none');
    sent = uniqueBySql(await everyStatement(test.database)).filter(isAboutAny);
    return () => test.close();
  });

  const isAboutOne = ({ sql }: SentStatement) =>
    queriesOf(sql).every((query) => ['none', 'one'].includes(reachOf(query, DIVIDED)));

  it('are read one partition at a time by every statement that names its conversation', async () => {
    const about = sent.filter(isAboutOne);
    expect(about.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const statement of about) {
      const read = partitionsIn(await planOf(test, statement));
      if (read.length > 1 || read.includes(-1)) wrong.push(`${statement.part}: ${statement.sql}`);
    }
    expect(wrong).toEqual([]);
  });

  it('are all read by a statement that names none, from end to end where no index is for it', async () => {
    const plan = await planOf(test, {
      sql: 'SELECT 1 FROM ce_conversation WHERE turn_no = $1',
      parameters: [5],
    });
    expect(partitionsIn(plan)).toHaveLength(PARTITIONS);
    expect(plan.some((part) => part['Node Type'] === 'Seq Scan')).toBe(true);
  });

  it('are read by an index by every statement that looks for work, and by no more than the partitions there are', async () => {
    const wide = sent.filter((statement) => !isAboutOne(statement));
    expect(new Set(wide.map(({ part }) => part))).toEqual(
      new Set([
        ...[
          'keeper',
          'outbox',
          'lists',
          'ledger',
          'audit',
          'retention',
          'schedules',
          'shadows',
          'workflows',
          'privacy',
        ],
        'replay',
      ]),
    );
    const wrong: string[] = [];
    for (const statement of wide) {
      const plan = await planOf(test, statement);
      if (plan.some((part) => part['Node Type'] === 'Seq Scan')) wrong.push(`${statement.part}: ${statement.sql}`);
    }
    expect(wrong).toEqual([]);
  });
});
