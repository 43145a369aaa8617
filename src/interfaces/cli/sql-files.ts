import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from './command-error.js';

/**
 * Files as they were given, and in the place of a folder its files of SQL, by their names.
 * @throws CommandError for a folder without any
 */
export async function sqlFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...(await filesOf(path)));
  return files;
}

async function filesOf(path: string): Promise<string[]> {
  // Who reads it says so where it is not there.
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).toSorted();
  if (names.length === 0)
    throw new CommandError(`There is no file of SQL in ${path}.`, 'Name the folder that has the rows.');
  return names.map((name) => join(path, name));
}
