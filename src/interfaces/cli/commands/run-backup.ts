import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUpSqlite, createDataSource, dialectOf, sqliteFile } from '../../../platform/persistence/index.js';
import { CommandError, reasonOf } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { print, progress } from '../terminal.js';
import { untilToldToEnd } from '../until-told-to-end.js';

/** Copies the configured SQLite database into a file. Ends early, without a copy, on Ctrl-C and SIGTERM, and with 1 then. */
export async function runBackup(
  globals: GlobalOptions,
  file: string,
  { force = false }: { readonly force?: boolean },
): Promise<ExitCode> {
  const { url } = loadCommandConfig(globals).config.database;
  if (dialectOf(createDataSource(url)) === 'postgres') throw usePgDump(url, file);
  const source = sqliteFile(url);
  const target = resolve(file);
  if (!existsSync(source)) throw new CommandError(`There is no database ${source}.`, 'Name it with --database.');
  refuseTarget(source, target, force);
  return untilToldToEnd((signal) => copy(source, target, signal));
}

async function copy(source: string, target: string, signal: AbortSignal): Promise<ExitCode> {
  try {
    await backUpSqlite(source, target, (copied, total) => {
      signal.throwIfAborted();
      showProgress(copied, total);
    });
  } catch (error) {
    if (signal.aborted) {
      print('Stopped. No copy was made.');
      return 1;
    }
    const text = `${source} could not be copied to ${target}: ${reasonOf(error)}.`;
    const advice =
      'There is no copy. Name a file where this user may write and there is room; "convengine doctor" checks the database.';
    throw new CommandError(text, advice, { cause: error });
  }
  print(`${target}: ${megabytes(statSync(target).size)} MB, checked`);
  return 0;
}

/** @throws CommandError where something would be lost by writing there */
function refuseTarget(source: string, target: string, force: boolean): void {
  if (existsSync(`${target}-wal`)) {
    throw new CommandError(`${target} is in use: there is ${target}-wal.`, 'Name another file.');
  }
  if (!existsSync(target)) return;
  if (!statSync(target).isFile()) throw new CommandError(`${target} is no file.`, 'Name another one.');
  if (isSameFile(source, target)) throw new CommandError(`${target} is the database itself.`, 'Name another file.');
  if (!force) throw new CommandError(`${target} is there already.`, 'Name another file, or replace it with --force.');
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

function showProgress(copied: number, total: number): void {
  progress(`copied ${copied} of ${total} pages`, copied === total);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function usePgDump(url: string, file: string): CommandError {
  const address = new URL(url);
  address.password = '';
  address.searchParams.delete('password');
  const command = `pg_dump --format=custom --file=${quoted(file)} ${quoted(address.href)}`;
  return new CommandError(
    `This command copies SQLite files; for PostgreSQL: ${command}`,
    'pg_dump asks for the password, or takes it from PGPASSWORD or ~/.pgpass.',
  );
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
