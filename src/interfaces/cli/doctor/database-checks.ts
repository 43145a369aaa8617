import { hasRecords, isBeingCut, isDue, recordMonths } from '../../../platform/audit/index.js';
import { counted } from '../../../platform/common/counted.js';
import { missingGrants, schemaDifferences, tenantTrouble, timeNow } from '../../../platform/persistence/index.js';
import { describeMonths } from '../describe-months.js';

import { describeDatabase, migrationState } from '../use-database.js';
import { type Finding, ok, type Patient, problem, warn } from './finding.js';

/** How many of a list are shown. */
const SHOWN = 5;

/** How far the clocks of this machine and the database may be apart before it matters, in milliseconds. */
const OFFSET_WORTH_A_LOOK_MS = 1_000;
const OFFSET_TOO_LARGE_MS = 5_000;

/** Whether it can be read and written. */
export async function checkWriting({ dataSource, database, loaded }: Patient): Promise<Finding> {
  await database.check();
  return ok('database', `${describeDatabase(dataSource, loaded)}: can be read and written`);
}

/** Whether its tables are those of this version. */
export async function checkMigrations({ dataSource }: Patient): Promise<Finding> {
  const { missing, unknown } = await migrationState(dataSource);
  if (missing.length > 0) {
    const text = `${counted(missing.length, 'migration')} to be run: ${shown(missing)}`;
    return problem('migrations', text, 'Run "convengine migrate".');
  }
  if (unknown.length > 0) {
    return warn('migrations', `run by a newer version: ${shown(unknown)}`, 'Use that version here too.');
  }
  return ok('migrations', 'all are run');
}

/** Whether tables and indexes still are as the migrations make them; what somebody has added is theirs. */
export async function checkSchema({ database, dataSource }: Patient): Promise<Finding> {
  const differences = await schemaDifferences(dataSource);
  const changes = differences.filter((statement) => !/^DROP INDEX/i.test(statement));
  if (changes.length === 0) return ok('schema', 'tables and indexes are as the migrations make them');
  const indexes = changes.filter((query) => /^CREATE (UNIQUE )?INDEX/i.test(query));
  if (indexes.length < changes.length) {
    // Tables that the role may not read look as if they were not there.
    if (database.dialect === 'postgres' && (await missingGrants(database)).missing.length > 0)
      return warn('schema', 'cannot be seen as a whole without the grants', 'Give them, and look again.');
    const text = `tables differ from what the migrations make: ${counted(changes.length, 'difference')}`;
    return problem('schema', text, 'Restore a backup, or undo what was changed by hand.');
  }
  const text = `indexes are missing (${indexes.length}), which makes the service slow`;
  return problem('schema', text, `Run: ${indexes.join('; ')}`);
}

/** Whether turn records come to stand in the months that they are dropped by. */
export async function checkMonths({ database }: Patient): Promise<Finding> {
  const months = await recordMonths(database);
  const last = months.at(-1);
  if (last === undefined) return ok('months', 'turn records are not divided by month');
  const text = describeMonths(months);
  const remedy = 'Run "convengine migrate" as the owner of the tables, beside the service.';
  if (await isBeingCut(database, last))
    return problem('months', `${text}; the last is being cut, or was left so`, remedy);
  if (!isDue(last, await timeNow(database)) || !(await hasRecords(database, last))) return ok('months', text);
  return warn('months', `${text}; the last one takes records, and has no end`, remedy);
}

/** Whether PostgreSQL keeps the rows of tenants apart from this role. */
export async function checkTenants({ loaded, database }: Patient): Promise<Finding> {
  const trouble = await tenantTrouble(database);
  if (trouble !== undefined) return problem('tenants', 'kept apart, but not from this role', trouble);
  if (await database.keepsTenantsApart()) return ok('tenants', 'kept apart by row-level security');
  return ok('tenants', `one, "${loaded.config.auth.tenant}"`);
}

/** Whether the file holds together, all of it. */
export async function checkIntegrity({ database }: Patient): Promise<Finding> {
  const found = await database.query(`PRAGMA integrity_check(${SHOWN})`);
  const damages = found.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok');
  if (damages.length > 0) {
    return problem('integrity', `the file is damaged: ${shown(damages)}`, 'Restore a backup.');
  }
  const orphans = await database.query('PRAGMA foreign_key_check');
  if (orphans.length === 0) return ok('integrity', 'every page and every reference is whole');
  const tables = [...new Set(orphans.map((row) => String(row.table)))];
  const text = `${counted(orphans.length, 'row')} of ${shown(tables)} refer to nothing`;
  return problem('integrity', text, '"PRAGMA foreign_key_check" lists them; delete them, or restore a backup.');
}

/** Whether PostgreSQL is one that takes changes. */
export async function checkServer({ database }: Patient): Promise<Finding> {
  const [row] = await database.query(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
            current_setting('default_transaction_read_only') AS read_only`,
  );
  const version = `PostgreSQL ${String(row?.version)}`;
  if (row?.standby === true) return problem('server', `${version}, a standby`, 'Name the primary in database.url.');
  if (row?.read_only === 'on') {
    return problem('server', `${version}, read-only`, 'Set default_transaction_read_only to off.');
  }
  return ok('server', version);
}

/** Whether the role has what `convengine grants` prints; an owner or a superuser has it without. */
export async function checkGrants({ database }: Patient): Promise<Finding> {
  const { role, missing } = await missingGrants(database);
  if (missing.length === 0) return ok('grants', `the role ${role} has what the service needs`);
  const remedy = `Have the owner of the tables run what "convengine grants ${role}" prints, after each migration.`;
  return problem('grants', `the role ${role} lacks ${shown(missing)}`, remedy);
}

/** How far the database's clock is from this machine's. */
export async function checkClock({ database }: Patient): Promise<Finding> {
  if (database.dialect === 'sqlite') return ok('clock', 'there is one, that of this machine');
  await timeNow(database);
  const before = Date.now();
  const theirs = await timeNow(database);
  const offset = Math.round(theirs - (before + Date.now()) / 2);
  const text = `this machine is ${Math.abs(offset)} ms ${offset > 0 ? 'behind' : 'ahead of'} the database`;
  if (Math.abs(offset) <= OFFSET_WORTH_A_LOOK_MS) return ok('clock', text);
  const judge = Math.abs(offset) > OFFSET_TOO_LARGE_MS ? problem : warn;
  return judge('clock', `${text}, whose time counts`, 'Set the clocks by NTP.');
}

function shown(texts: readonly string[]): string {
  const more = texts.length - SHOWN;
  return texts.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
