import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, reasonOf } from './command-error.js';

/**
 * Files as they were given, and in the place of a folder its files of SQL, by their names.
 * @throws CommandError for a path that cannot be read, and for a folder without any
 */
export async function sqlFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...(await filesOf(path)));
  return files;
}

async function filesOf(path: string): Promise<string[]> {
  if (!(await isFolder(path))) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith('.sql')).toSorted();
  if (names.length === 0)
    throw new CommandError(`There is no file of SQL in ${path}.`, 'Name the folder that has the rows.');
  return names.map((name) => join(path, name));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const remedy = 'Name files of SQL, or a folder that has some.';
    throw new CommandError(`${path} cannot be read: ${reasonOf(error)}.`, remedy, { cause: error });
  }
}
