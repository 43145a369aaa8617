// Turn records in one plain table, as they were before they were kept by month, and in the months of some time.
import { makeMonths } from '../../dist/src/platform/audit/index.js';
import { createDataSource, openDatabase } from '../../dist/src/platform/persistence/index.js';

/**
 * Makes the partitions of turn records one plain table again. They hold no records yet, and nothing else uses the database.
 * @param {(sql: string) => Promise<Record<string, unknown>[]>} query runs one statement
 */
export async function joinMonths(query) {
  const [view] = await query(`SELECT pg_get_viewdef('ce_audit'::regclass) AS means`);
  for (const statement of [
    'DROP VIEW ce_audit',
    'ALTER TABLE ce_turn_record DETACH PARTITION ce_turn_record_before',
    'DROP TABLE ce_turn_record',
    'ALTER TABLE ce_turn_record_before RENAME TO ce_turn_record',
    'ALTER INDEX ix_ce_turn_record_before_failed RENAME TO ix_ce_turn_record_failed',
    `CREATE VIEW ce_audit AS ${view.means}`,
  ]) {
    await query(statement);
  }
}

/** Makes the months from so many before now on. */
export async function addMonths(url, months) {
  const dataSource = await createDataSource(url).initialize();
  const database = openDatabase(dataSource);
  const begin = new Date();
  begin.setUTCMonth(begin.getUTCMonth() - months, 1);
  await makeMonths(database, begin.getTime());
  await makeMonths(database, Date.now());
  await database.close();
  await dataSource.destroy();
}
