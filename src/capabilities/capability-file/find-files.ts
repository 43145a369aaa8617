import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../common/errors.js';
import type { FileProblem } from './file-problem.js';

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

/** Finds wanted files in files and, at any depth, in directories. Links are followed, circles are not. */
export async function findFiles(paths: readonly string[], isWanted: (path: string) => boolean): Promise<FoundFiles> {
  const search = {
    isWanted,
    files: [] as string[],
    problems: [] as FileProblem[],
    ignored: [] as string[],
    seen: new Set<string>(),
  };
  for (const path of paths) {
    await visit(path, search, (file) => search.ignored.push(file));
  }
  const { files, problems, ignored } = search;
  return { files, problems, ignored };
}

interface Search {
  readonly isWanted: (path: string) => boolean;
  readonly files: string[];
  readonly problems: FileProblem[];
  readonly seen: Set<string>;
}

async function visit(path: string, search: Search, onOther: (file: string) => void): Promise<void> {
  try {
    const isDirectory = (await stat(path)).isDirectory();
    if (!isDirectory && !search.isWanted(path)) {
      onOther(path);
      return;
    }
    const real = await realpath(path);
    if (search.seen.has(real)) return;
    search.seen.add(real);
    if (!isDirectory) {
      search.files.push(path);
      return;
    }
    for (const name of (await readdir(path)).sort()) await visit(join(path, name), search, () => undefined);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    search.problems.push({ file: path, message: isMissing ? 'does not exist' : `cannot be read: ${messageOf(error)}` });
  }
}
