// A file system of its own that can be full: a tmpfs, whose size is set to what is used, and back.
import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** More than a run of hours stores, in bytes; only what is used takes memory. */
const ROOM = 8 * 1024 ** 3;
const IS_ROOT = process.getuid?.() === 0;

/** Mounts one as `folder`; undefined where that is not allowed: its fault is left out then. */
export function mountSmallDisk(folder) {
  mkdirSync(folder, { recursive: true });
  try {
    if (!IS_ROOT) return undefined;
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM},mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined; // a container without the right to mount
  }
  return {
    fill: () => resize(folder, used(folder)),
    free: () => resize(folder, ROOM),
    remove: () => execFileSync('umount', ['--lazy', folder]),
  };
}

function used(folder) {
  const { blocks, bfree, bsize } = statfsSync(folder);
  return (blocks - bfree) * bsize;
}

function resize(folder, bytes) {
  // What is written meanwhile makes the first sizes too small.
  for (let more = 0; more < 64; more += 1) {
    try {
      execFileSync('mount', ['-o', `remount,size=${bytes + more * 65_536}`, folder], { stdio: 'ignore' });
      return;
    } catch {
      bytes = Math.max(bytes, used(folder));
    }
  }
  throw new Error(`${folder} cannot be made ${bytes} bytes large`);
}
