import { EngineError } from '../../platform/common/errors.js';
import { type Database, overwriteFreed } from '../../platform/persistence/index.js';
import { reasonOf } from './command-error.js';

/**
 * Writes the file of SQLite anew, without what was deleted or changed in it.
 * @returns where that still stands, behind "What was deleted"; undefined where nothing of it does
 */
export async function overwriteFile(database: Database): Promise<string | undefined> {
  try {
    if (await overwriteFreed(database)) return undefined;
    return 'stands in the -wal file until whoever reads it has ended';
  } catch (error) {
    // As without room for it: the rows are gone all the same, which is to be told.
    if (!(error instanceof EngineError)) throw error;
    return `stands in the bytes of the file, which cannot be written anew (${reasonOf(error)})`;
  }
}
