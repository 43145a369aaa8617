import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';

/** How long others that read the file are waited for, before its log is emptied. */
const WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 50;

/**
 * Writes a SQLite file anew, without what stood in places that are free now, and empties its log: until then what was deleted
 * can be read in the bytes of both. Takes as long as it takes to write the file, and as much room again; meanwhile nobody
 * else can write. Does nothing on PostgreSQL, whose VACUUM goes by itself.
 *
 * @returns false where somebody has read for so long that the log could not be emptied: that happens when the last who has
 *   the file open closes it, or at the next call
 * @throws EngineError DATABASE_UNAVAILABLE, as on a full disk
 */
export async function overwriteFreed(database: Database): Promise<boolean> {
  if (database.dialect !== 'sqlite') return true;
  // Pages are cleared before they are used: nothing of the memory of this process gets into the file.
  await database.query('PRAGMA secure_delete = ON');
  try {
    await database.query('VACUUM');
    for (const untilMs = performance.now() + WAIT_MS; ; ) {
      const [row] = await database.query('PRAGMA wal_checkpoint(TRUNCATE)');
      if (Number(row?.busy) === 0) return true;
      if (performance.now() > untilMs) return false;
      await sleep(LOOK_AGAIN_MS);
    }
  } finally {
    await database.query('PRAGMA secure_delete = OFF');
  }
}
