import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { counted } from '../../../platform/common/counted.js';
import { migrate, openDatabase } from '../../../platform/persistence/index.js';
import { DocumentReader, DocumentStore, ingestDocument, mediaTypeOf } from '../../../tools/index.js';
import { CommandError, reasonOf } from '../command-error.js';
import { type ExitCode, type GlobalOptions, loadCommandConfig } from '../options.js';
import { plain, print, table } from '../terminal.js';
import { withDatabase, withMigratedDatabase } from '../use-database.js';

/** How many documents are listed. */
const LISTED = 1_000;

interface FoundFile {
  readonly path: string;
  /** What citations name: the path from where the given one stands. */
  readonly source: string;
}

/** Takes in files and prints a line for each; one that cannot be read is told, and the others go on. */
export async function runDocumentsIngest(
  globals: GlobalOptions,
  paths: readonly string[],
  { collection }: { readonly collection: string },
): Promise<ExitCode> {
  const loaded = loadCommandConfig(globals);
  const files = (await Promise.all(paths.map(findFiles))).flat();
  if (files.length === 0) throw new CommandError('There is no document there.', 'Name txt, md, html or pdf files.');
  const reader = new DocumentReader(loaded.config.mcp.documents);
  const { signal } = new AbortController();
  let failures = 0;
  await withDatabase(loaded, async (dataSource) => {
    await migrate(dataSource);
    const database = openDatabase(dataSource);
    try {
      for (const [index, { path, source }] of files.entries()) {
        const said = await ingest(path, async (content) => {
          const result = await ingestDocument(database, reader, { collection, source, content }, signal);
          return result.outcome === 'ingested' ? counted(result.chunks, 'passage') : 'unchanged';
        });
        if (!said.done) failures += 1;
        print(`${index + 1}/${files.length} ${plain(source)}: ${said.text}`);
      }
    } finally {
      await database.close();
    }
  });
  if (failures > 0) print(`${counted(failures, 'document')} could not be taken in.`);
  return failures > 0 ? 1 : 0;
}

/** Lists what is there. */
export async function runDocumentsList(globals: GlobalOptions, { json }: { json?: boolean }): Promise<ExitCode> {
  await withMigratedDatabase(loadCommandConfig(globals), async (dataSource) => {
    const database = openDatabase(dataSource);
    try {
      const documents = await new DocumentStore(database).list(LISTED);
      if (json) print(JSON.stringify(documents, null, 2));
      else if (documents.length === 0) print('There are no documents.');
      else print(table(documents.map(lineOf)));
    } finally {
      await database.close();
    }
  });
  return 0;
}

/** Removes documents; ends with 1 where one is not there. */
export async function runDocumentsRemove(globals: GlobalOptions, ids: readonly string[]): Promise<ExitCode> {
  const missing: string[] = [];
  await withMigratedDatabase(loadCommandConfig(globals), async (dataSource) => {
    const database = openDatabase(dataSource);
    try {
      const store = new DocumentStore(database);
      for (const id of ids) {
        if (!(/^\d{1,15}$/.test(id) && (await store.remove(Number(id))))) missing.push(id);
      }
    } finally {
      await database.close();
    }
  });
  if (missing.length > 0) throw new CommandError(`There is no document ${missing.join(', ')}.`, 'The others are gone.');
  print(`Removed ${counted(ids.length, 'document')}.`);
  return 0;
}

function lineOf({ documentId, collection, source, title, chunks }: Awaited<ReturnType<DocumentStore['list']>>[number]) {
  return [String(documentId), collection, source, title, counted(chunks, 'passage')].map(plain);
}

async function ingest(
  path: string,
  take: (content: Buffer) => Promise<string>,
): Promise<{ readonly done: boolean; readonly text: string }> {
  try {
    return { done: true, text: await take(await readFile(path)) };
  } catch (error) {
    return { done: false, text: `not taken in: ${reasonOf(error)}.` };
  }
}

/** A file, or the documents in a folder, without hidden ones. @throws CommandError when there is neither */
async function findFiles(given: string): Promise<FoundFile[]> {
  const path = resolve(given);
  const base = dirname(path);
  const found = (file: string) => ({ path: file, source: relative(base, file).split(sep).join('/') });
  try {
    const stats = await stat(path);
    if (stats.isFile()) return [found(path)];
    if (!stats.isDirectory()) return [];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && mediaTypeOf(entry.name));
    const all = files.map((entry) => found(join(entry.parentPath, entry.name)));
    return all.filter(({ source }) => !source.split('/').some((name) => name.startsWith('.'))).sort(bySource);
  } catch (error) {
    throw new CommandError(
      `${given} cannot be read: ${reasonOf(error)}.`,
      'Name files or folders that this user may read. Nothing was taken in.',
      { cause: error },
    );
  }
}

function bySource(left: FoundFile, right: FoundFile): number {
  return left.source < right.source ? -1 : 1;
}
