import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ToolError } from '../../tool-error.js';
import { namesOf, shown } from './file-path.js';

/** A name in a folder that is held open. */
export interface Place {
  /** Address of the folder for the file system. On Linux it is the open folder itself, whatever becomes of its path. */
  readonly folder: string;
  /** Of the file or folder in it, with links resolved; `.` for the folder itself. It may not exist. */
  readonly name: string;
  /** The names from the root to it, with links resolved. */
  readonly names: readonly string[];
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
const HAS_PROC = process.platform === 'linux';

/**
 * Hands over the place a path leads to, links resolved, while its folder is held open.
 *
 * The folder is opened first and asked afterwards where it is, so that nobody can put a link in its place between the
 * look and the use; elsewhere than on Linux, where an open folder has no address, that gap remains.
 * @throws ToolError when the path leads out of the root, or its folder does not exist
 */
export async function withPlace<T>(root: string, path: string, work: (place: Place) => Promise<T>): Promise<T> {
  const names = namesOf(path);
  const realRoot = await realpath(root).catch(() => {
    throw new ToolError('The folder of this root cannot be opened; an operator has to look at it.');
  });
  return translated(names, async () => {
    const real = await resolve(realRoot, names);
    const isRoot = real === realRoot;
    const folder = isRoot ? realRoot : dirname(real);
    const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      const address = HAS_PROC ? `/proc/self/fd/${handle.fd}` : folder;
      refuseOutside(realRoot, HAS_PROC ? await readlink(address) : await realpath(folder), names);
      const inside = isRoot ? [] : relative(realRoot, real).split(sep);
      return await work({ folder: address, name: isRoot ? '.' : basename(real), names: inside });
    } finally {
      await handle.close();
    }
  });
}

/** Opens what stands at a place, never following a link there and never waiting for a pipe. */
export function openAt({ folder, name }: Place, flags: number, mode?: number): Promise<FileHandle> {
  return open(`${folder}/${name}`, flags | O_NOFOLLOW | constants.O_NONBLOCK, mode);
}

async function resolve(realRoot: string, names: readonly string[]): Promise<string> {
  const path = join(realRoot, ...names);
  let real: string;
  try {
    real = await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // What is not there may yet be written: then its folder counts. A dangling link is not there either.
    real = join(await realpath(dirname(path)), basename(path));
  }
  refuseOutside(realRoot, real, names);
  if (real !== realRoot) namesOf(relative(realRoot, real).split(sep).join('/'));
  return real;
}

function refuseOutside(realRoot: string, real: string, names: readonly string[]): void {
  const prefix = realRoot.endsWith(sep) ? realRoot : realRoot + sep;
  if (real !== realRoot && !real.startsWith(prefix)) {
    throw new ToolError(`There is nothing to be had at ${shown(names)}: it leads out of its root.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not in a folder',
  EACCES: 'may not be touched by this service',
  EPERM: 'may not be touched by this service',
  EROFS: 'cannot be written',
  ELOOP: 'is a link, or goes in circles',
  EEXIST: 'exists already',
  EISDIR: 'is a folder',
  ENAMETOOLONG: 'has too long a name',
  ENOSPC: 'cannot be written: the disk is full',
  ENXIO: 'is no regular file',
};

/** The file system's errors in words that tell no address outside of the root. */
async function translated<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError || !(error instanceof Error) || !('code' in error)) throw error;
    const reason = REASONS[String(error.code)] ?? `failed with ${error.code}`;
    throw new ToolError(`The path ${shown(names)} ${reason}.`, { cause: error });
  }
}
