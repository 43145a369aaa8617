import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { newId } from '../../platform/common/ids.js';

/** As files that somebody writes with an editor. */
const MODE = 0o644;

/**
 * Makes a file say something else, or (null) not be there: whoever reads it finds the old text or the new one, and never
 * a part of it, also after a crash.
 */
export async function writeWhole(file: string, text: string | null): Promise<void> {
  if (text === null) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  // Not called like a file that is read, and on the same disk, so that it can take the place of one.
  const beside = join(dirname(file), `.${basename(file)}.${newId()}.tmp`);
  try {
    const mode = await stat(file).then(
      (one) => one.mode & 0o777,
      () => MODE,
    );
    const handle = await open(beside, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // What a process makes loses bits that its user does not give to others.
    await chmod(beside, mode);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** So that the new name outlives a power cut; some file systems cannot do that for folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
