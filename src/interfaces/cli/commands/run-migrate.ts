import { makeMonths, recordMonths } from '../../../platform/audit/index.js';
import { counted } from '../../../platform/common/counted.js';
import type { LoadedConfig } from '../../../platform/config/index.js';
import { vectorTableStatements } from '../../../platform/embeddings/index.js';
import {
  citusStatements,
  type Database,
  type DataSource,
  migrate,
  openDatabase,
  rowSecurityStatements,
  timeNow,
} from '../../../platform/persistence/index.js';
import { describeMonths } from '../describe-months.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print } from '../terminal.js';
import { describeDatabase, migrationState, withDatabase, withExistingDatabase } from '../use-database.js';

/** What `migrate` is given. */
interface MigrateOptions {
  readonly status?: boolean;
  readonly distributed?: 'citus';
  readonly rowLevelSecurity?: boolean;
  readonly vectors?: number;
}

/**
 * Runs the pending migrations and prints their names. With `status`, prints which have been run and which not. With
 * `distributed`, `rowLevelSecurity` or `vectors`, prints statements for somebody to run, without asking a database.
 */
export async function runMigrate(globals: GlobalOptions, { status, ...asked }: MigrateOptions = {}): Promise<ExitCode> {
  const statements = statementsFor(asked);
  if (statements) {
    for (const statement of statements) print(`${statement};`);
    return 0;
  }
  const loaded = loadCommandConfig(globals);
  if (status) return showStatus(loaded);
  await withDatabase(loaded, async (dataSource) => {
    const names = await migrate(dataSource);
    print(describeDatabase(dataSource, loaded));
    for (const name of names) print(`  applied ${name}`);
    const months = await withOpen(dataSource, async (database) => makeMonths(database, await timeNow(database)));
    if (months > 0) print(`  made ${counted(months, 'month')} for turn records`);
    if (names.length === 0 && months === 0) print('  nothing to do');
  });
  return 0;
}

function statementsFor({ distributed, rowLevelSecurity, vectors }: MigrateOptions): string[] | undefined {
  if (distributed !== undefined) return citusStatements();
  // psql would tell of every policy that was not there yet.
  if (rowLevelSecurity) return ['SET client_min_messages = warning', ...rowSecurityStatements()];
  return vectors === undefined ? undefined : vectorTableStatements(vectors);
}

/** @returns 1 where a migration of this version has not been run */
function showStatus(loaded: LoadedConfig): Promise<ExitCode> {
  return withExistingDatabase(loaded, async (dataSource) => {
    const { run, missing, unknown } = await migrationState(dataSource);
    print(describeDatabase(dataSource, loaded));
    const months = await withOpen(dataSource, (database) => recordMonths(database));
    if (months.length > 0) print(`  ${describeMonths(months)}`);
    for (const name of run) print(`  applied ${name}`);
    for (const name of missing) print(`  pending ${name}`);
    for (const name of unknown) print(`  newer   ${name}, of another version`);
    print(
      missing.length === 0 ? 'All are run.' : `${counted(missing.length, 'migration')} to be run: convengine migrate`,
    );
    return missing.length === 0 ? 0 : 1;
  });
}

async function withOpen<T>(dataSource: DataSource, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(dataSource);
  return work(database).finally(() => database.close());
}
