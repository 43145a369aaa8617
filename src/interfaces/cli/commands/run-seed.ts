import { readFile } from 'node:fs/promises';
import { counted } from '../../../platform/common/counted.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import {
  applySeed,
  type Database,
  type DataSource,
  migrate,
  openDatabase,
} from '../../../platform/persistence/index.js';
import { CommandError, reasonOf } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, table } from '../terminal.js';
import { withDatabase } from '../use-database.js';

/** Loads SQL files in the given order, and prints which tables have rows afterwards, and how many. */
export async function runSeed(globals: GlobalOptions, files: readonly string[]): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const scripts = await Promise.all(files.map(readScript));
  await withDatabase(loaded, async (dataSource) => {
    await migrate(dataSource);
    const database = openDatabase(dataSource);
    try {
      for (const { file, text } of scripts) {
        const { statements } = await applySeed(database, text, file);
        print(`${file}: ${counted(statements, 'statement')}`);
      }
      print(`\n${table(await acrossTenants(() => countRows(dataSource, database)))}\n`);
    } finally {
      await database.close();
    }
  });
  print('What is wrong with rows is found by: convengine flow check');
  print('A running service takes the new rows after: curl -X POST ADDRESS/api/v1/cache/refresh');
  return 0;
}

interface Script {
  readonly file: string;
  readonly text: string;
}

/** All files are read before the first is loaded, so that a misspelt name leaves nothing half done. */
async function readScript(file: string): Promise<Script> {
  try {
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    throw new CommandError(
      `${file} cannot be read: ${reasonOf(error)}.`,
      'Name files of SQL that this user may read. Nothing was loaded.',
      { cause: error },
    );
  }
}

/** The rows of the tables that have any, of all tenants. */
async function countRows(dataSource: DataSource, database: Database): Promise<string[][]> {
  const tables = dataSource.entityMetadatas.map(({ tableName }) => tableName).sort();
  const rows: string[][] = [];
  for (const name of tables) {
    const [row] = await database.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`);
    if (row && Number(row.rows) > 0) rows.push([name, String(row.rows)]);
  }
  return rows;
}
