import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type FileProblem, reasonOf } from './file-problem.js';

/** The files under some paths. */
export interface FoundFiles {
  /** Each once, in the order of the given paths, those of a directory in code-point order. */
  readonly files: readonly string[];
  /** Paths that do not exist or cannot be read. */
  readonly problems: readonly FileProblem[];
  /** Files that were named and are not wanted, by their name. */
  readonly ignored: readonly string[];
}

/** Whether a file is YAML, by its name. */
export function isYamlFile(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/**
 * Finds wanted files in files and, at any depth, in directories. Links are followed, circles are not.
 * @param isLeftOut whether a directory is not looked into, by its name; one that is named always is
 */
export async function findFiles(
  paths: readonly string[],
  isWanted: (path: string) => boolean,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<FoundFiles> {
  const search: Search = { isWanted, isLeftOut, files: [], problems: [], ignored: [], seen: new Set() };
  for (const path of paths) await visit(path, search, true);
  const { files, problems, ignored } = search;
  return { files, problems, ignored };
}

interface Search {
  readonly isWanted: (path: string) => boolean;
  readonly isLeftOut: (name: string) => boolean;
  readonly files: string[];
  readonly problems: FileProblem[];
  readonly ignored: string[];
  readonly seen: Set<string>;
}

/** @param isNamed whether somebody asked for this very path, and did not just find it in a directory */
async function visit(path: string, search: Search, isNamed: boolean): Promise<void> {
  try {
    const isDirectory = (await stat(path)).isDirectory();
    if (!isDirectory && !search.isWanted(path)) {
      if (isNamed) search.ignored.push(path);
      return;
    }
    if (isDirectory && !isNamed && search.isLeftOut(basename(path))) return;
    const real = await realpath(path);
    if (search.seen.has(real)) return;
    search.seen.add(real);
    if (!isDirectory) {
      search.files.push(path);
      return;
    }
    for (const name of (await readdir(path)).sort()) await visit(join(path, name), search, false);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const leadsNowhere = code === 'ENOENT' || code === 'ELOOP';
    // Of the links in a directory, those that are called like a file with tools matter, and no others.
    if (leadsNowhere && !isNamed && !search.isWanted(path)) return;
    search.problems.push({
      file: path,
      message: code === 'ENOENT' ? 'does not exist' : `cannot be read: ${reasonOf(error)}`,
    });
  }
}
