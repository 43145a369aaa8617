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
  type WaitLimits,
  wasLocked,
  wasTooSlow,
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
import { print } from '../terminal.js';
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

/** How long PostgreSQL is waited for with each statement of a check. */
const LIMITS: WaitLimits = { statementTimeoutMs: 30_000, lockTimeoutMs: 3_000, transactionTimeoutMs: 30_000 };

/** Takes what a check has found, as soon as it has. */
type Tell = (finding: Finding) => void;

/** Checks the configured database and the configuration; nothing is changed. */
export async function runDoctor(globals: GlobalOptions, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const findings: Finding[] = [];
  const tell: Tell = (finding) => {
    findings.push(finding);
    if (!json) print(lineOf(finding));
  };
  await examine(loaded, tell);
  // Where the tables cannot be read, the settings still tell.
  if (!findings.some(({ check }) => check === 'keys')) tell(describeKeys(loaded, false));
  if (json) print(JSON.stringify(findings, null, 2));
  return findings.some(({ status }) => status === 'problem') ? 1 : 0;
}

async function examine(loaded: LoadedConfig, tell: Tell): Promise<void> {
  const { url } = loaded.config.database;
  const isSqlite = dialectOf(createDataSource(url)) === 'sqlite';
  if (isSqlite && !existsSync(sqliteFile(url))) {
    const remedy = 'Name the right one by database.url, restore a backup, or run "convengine migrate" to make it.';
    return tell(problem('database', `there is no file ${sqliteFile(url)}`, remedy));
  }
  try {
    await withDatabase(loaded, (dataSource) => examineOpen(loaded, dataSource, tell), LIMITS);
  } catch (error) {
    const remedy = error instanceof CommandError ? error.remedy : 'Restore a backup, or mend what the message names.';
    tell(failed('database', error, remedy));
  }
}

async function examineOpen(loaded: LoadedConfig, dataSource: DataSource, tell: Tell): Promise<void> {
  const { database } = await openEncrypted(dataSource, loaded.config.encryption.keys, LIMITS);
  const patient = { loaded, dataSource, database };
  try {
    const isSqlite = database.dialect === 'sqlite';
    await runChecks(isSqlite ? OF_SQLITE : OF_POSTGRES, patient, tell);
    const migrations = await findingOf('migrations', checkMigrations, patient);
    tell(migrations);
    if (migrations.status === 'problem') return;
    await runChecks(isSqlite ? OF_TABLES : { ...OF_TABLES, ...OF_POSTGRES_TABLES }, patient, tell);
  } finally {
    await database.close();
  }
}

async function runChecks(checks: Checks, patient: Patient, tell: Tell): Promise<void> {
  for (const [name, check] of Object.entries(checks)) tell(await findingOf(name, check, patient));
}

async function findingOf(name: string, check: Check, patient: Patient): Promise<Finding> {
  try {
    return await acrossTenants(() => check(patient));
  } catch (error) {
    return failed(name, error, 'Mend what the message names; docs/operations.md says more.');
  }
}

/** @param remedy what to do, unless the database was only too slow */
function failed(name: string, error: unknown, remedy: string): Finding {
  if (wasLocked(error)) {
    const text = 'did not end: another transaction holds a lock that it needs';
    return problem(name, text, `It is among these, the oldest first: ${TRANSACTIONS}`);
  }
  if (wasTooSlow(error)) {
    const text = `did not end: the database has worked at one statement for ${LIMITS.statementTimeoutMs / 1_000} s`;
    return problem(name, text, `Look at what else it does: ${TRANSACTIONS}`);
  }
  return problem(name, reasonOf(error), remedy);
}

const TRANSACTIONS =
  'SELECT pid, xact_start, state, query FROM pg_stat_activity WHERE xact_start IS NOT NULL ORDER BY xact_start';

async function checkKeys({ loaded, database }: Patient): Promise<Finding> {
  return describeKeys(loaded, await new ApiKeyStore(database).isAny());
}

function describeKeys({ config }: LoadedConfig, hasKeys: boolean): Finding {
  const doors = describeDoors(config, hasKeys);
  return hasKeys || hasAnyKey(config)
    ? ok('keys', doors)
    : warn('keys', doors, 'Set keys, or make one with "convengine keys create", where others can reach it.');
}

/** As wide as the longest of each column is. */
const WIDTHS = { status: 'problem'.length, check: 'held actions'.length };

function lineOf({ status, check, message, remedy }: Finding): string {
  const text = remedy === '' ? message : `${message}. ${remedy}`;
  return `${status.padEnd(WIDTHS.status)}  ${check.padEnd(WIDTHS.check)}  ${text}`;
}
