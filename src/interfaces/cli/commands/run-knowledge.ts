import { readFile } from 'node:fs/promises';
import { counted } from '../../../platform/common/counted.js';
import { migrate, openDatabase, openReader } from '../../../platform/persistence/index.js';
import {
  type ImportCounts,
  type ImportOptions,
  importRows,
  readCsv,
  readDatabase,
  type SchemaRow,
} from '../../../tools/knowledge/index.js';
import { CommandError, reasonOf } from '../command-error.js';
import { localUrl } from '../local-url.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, progress } from '../terminal.js';
import { withDatabase, withMigratedDatabase } from '../use-database.js';

/** The command's own options: one of `from` and `csv`. */
export interface KnowledgeImportOptions {
  readonly from?: string;
  readonly csv?: string;
  readonly dryRun?: boolean;
}

/** Fills schema knowledge from the catalogue of a database, or from a CSV file, and prints what became of the rows. */
export async function runKnowledgeImport(globals: GlobalOptions, options: KnowledgeImportOptions): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const rows = await readSource(options);
  const settings = loaded.config.mcp.db.knowledge;
  const dryRun = options.dryRun === true;
  const mode = options.csv === undefined ? 'fill' : 'replace';
  const open = dryRun ? withMigratedDatabase : withDatabase;
  const counts = await open(loaded, async (dataSource) => {
    if (!dryRun) await migrate(dataSource);
    const database = openDatabase(dataSource);
    try {
      return await importRows(database, settings, rows, { mode, dryRun, onProgress: showProgress() });
    } catch (error) {
      const text = `The rows could not be brought into ${settings.schemaCatalogTable}: ${reasonOf(error)}.`;
      throw new CommandError(text, 'Nothing was changed.', { cause: error });
    } finally {
      await database.close();
    }
  });
  print(describe(counts, settings.schemaCatalogTable, dryRun));
  const refresh = `curl -X POST ${localUrl(loaded.config.http)}/api/v1/cache/refresh`;
  if (!dryRun && counts.added + counts.changed > 0) print(`A running service takes them after: ${refresh}`);
  return 0;
}

async function readSource({ from, csv }: KnowledgeImportOptions): Promise<SchemaRow[]> {
  if (csv !== undefined && from === undefined) return readCsv(await readText(csv), csv);
  if (from !== undefined && csv === undefined) return readTables(from);
  throw new CommandError('An import is from a database or from a file.', 'Give one of --from and --csv.');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(
      `${file} cannot be read: ${reasonOf(error)}.`,
      'Name a CSV file that this user may read. Nothing was changed.',
      { cause: error },
    );
  }
}

async function readTables(url: string): Promise<SchemaRow[]> {
  const reader = await openReader(url).catch((error: unknown) => {
    throw new CommandError(`The database of --from cannot be opened: ${reasonOf(error)}.`, 'Nothing was changed.', {
      cause: error,
    });
  });
  try {
    return await readDatabase(reader);
  } finally {
    await reader.close();
  }
}

function showProgress(): NonNullable<ImportOptions['onProgress']> {
  return (done, all) => {
    if (done % 100 === 0 || done === all) progress(`${done} of ${counted(all, 'row')}`, done === all);
  };
}

function describe({ added, changed, unchanged }: ImportCounts, table: string, dryRun: boolean): string {
  const would = dryRun ? ' (dry run: nothing was written)' : '';
  return `${table}: ${counted(added, 'row')} added, ${changed} changed, ${unchanged} unchanged${would}`;
}
