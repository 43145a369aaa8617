import { existsSync } from 'node:fs';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { hasAnyKey, type LoadedConfig } from '../../../platform/config/index.js';
import { ApiKeyStore } from '../../../platform/identity/index.js';
import {
  createDataSource,
  type DataSource,
  dialectOf,
  openEncrypted,
  sqliteFile,
} from '../../../platform/persistence/index.js';
import { describeDoors } from '../../callers/index.js';
import { CommandError, reasonOf } from '../command-error.js';
import {
  checkClock,
  checkGrants,
  checkIntegrity,
  checkMigrations,
  checkMonths,
  checkSchema,
  checkServer,
  checkTenants,
  checkWriting,
} from '../doctor/database-checks.js';
import { type Finding, ok, type Patient, problem, warn } from '../doctor/finding.js';
import {
  checkDeadLetters,
  checkHeld,
  checkLeases,
  checkOpen,
  checkOutbox,
  checkSweeps,
  checkWorkflows,
} from '../doctor/work-checks.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, table } from '../terminal.js';
import { withDatabase } from '../use-database.js';

type Check = (patient: Patient) => Promise<Finding>;

/** By the name that stands for a check that failed itself. */
type Checks = Readonly<Record<string, Check>>;

const OF_SQLITE: Checks = { integrity: checkIntegrity };
const OF_POSTGRES: Checks = { server: checkServer, grants: checkGrants };
const OF_TABLES: Checks = {
  database: checkWriting,
  schema: checkSchema,
  clock: checkClock,
  'open actions': checkOpen,
  'held actions': checkHeld,
  sweeps: checkSweeps,
  workflows: checkWorkflows,
  leases: checkLeases,
  webhook: checkOutbox,
  'dead letters': checkDeadLetters,
  keys: checkKeys,
};
const OF_POSTGRES_TABLES: Checks = { months: checkMonths, tenants: checkTenants };

/** Checks the configured database and the configuration; nothing is changed. */
export async function runDoctor(globals: GlobalOptions, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const findings = await examine(loaded);
  // Where the tables cannot be read, the settings still tell.
  if (!findings.some(({ check }) => check === 'keys')) findings.push(describeKeys(loaded, false));
  print(json ? JSON.stringify(findings, null, 2) : table(findings.map(lineOf)));
  return findings.some(({ status }) => status === 'problem') ? 1 : 0;
}

async function examine(loaded: LoadedConfig): Promise<Finding[]> {
  const { url } = loaded.config.database;
  const isSqlite = dialectOf(createDataSource(url)) === 'sqlite';
  if (isSqlite && !existsSync(sqliteFile(url))) {
    const remedy = 'Name the right one by database.url, restore a backup, or run "convengine migrate" to make it.';
    return [problem('database', `there is no file ${sqliteFile(url)}`, remedy)];
  }
  try {
    return await withDatabase(loaded, (dataSource) => examineOpen(loaded, dataSource));
  } catch (error) {
    const isAddress = !isSqlite && error instanceof CommandError;
    const remedy = isAddress ? error.remedy : 'Restore a backup, or mend what the message names.';
    return [problem('database', reasonOf(error), remedy)];
  }
}

async function examineOpen(loaded: LoadedConfig, dataSource: DataSource): Promise<Finding[]> {
  const { database } = await openEncrypted(dataSource, loaded.config.encryption.keys);
  const patient = { loaded, dataSource, database };
  try {
    const isSqlite = database.dialect === 'sqlite';
    const own = await runChecks(isSqlite ? OF_SQLITE : OF_POSTGRES, patient);
    const [migrations] = await runChecks({ migrations: checkMigrations }, patient);
    if (migrations === undefined || migrations.status === 'problem')
      return [...own, ...(migrations ? [migrations] : [])];
    return [
      ...own,
      migrations,
      ...(await runChecks(isSqlite ? OF_TABLES : { ...OF_TABLES, ...OF_POSTGRES_TABLES }, patient)),
    ];
  } finally {
    await database.close();
  }
}

async function runChecks(checks: Checks, patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      findings.push(await acrossTenants(() => check(patient)));
    } catch (error) {
      findings.push(problem(name, reasonOf(error), 'Mend what the message names; docs/operations.md says more.'));
    }
  }
  return findings;
}

async function checkKeys({ loaded, database }: Patient): Promise<Finding> {
  return describeKeys(loaded, await new ApiKeyStore(database).isAny());
}

function describeKeys({ config }: LoadedConfig, hasKeys: boolean): Finding {
  const doors = describeDoors(config, hasKeys);
  return hasKeys || hasAnyKey(config)
    ? ok('keys', doors)
    : warn('keys', doors, 'Set keys, or make one with "convengine keys create", where others can reach it.');
}

function lineOf({ status, check, message, remedy }: Finding): string[] {
  return [status, check, remedy === '' ? message : `${message}. ${remedy}`];
}
