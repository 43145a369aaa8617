import type { DataSource } from 'typeorm';
import { EngineError } from '../common/errors.js';
import { KeyRing } from '../secrets/index.js';
import { ColumnCipher } from './column-cipher.js';
import type { Database } from './database.js';
import { openDatabase } from './open-database.js';
import { KEY_PROOF, noteUsedKey, usedKeys } from './used-keys.js';
import type { WaitLimits } from './wait-limits.js';

/** The setting that has the references of the keys. */
const KEYS_SETTING = 'convengine.encryption.keys';

/**
 * Opens a database as `openDatabase` does, with the keys of `convengine.encryption.keys`. Without keys that costs one
 * statement at the start, and nothing afterwards.
 * @param references of the secrets
 * @throws EngineError CONFIGURATION_INVALID where rows are encrypted with a key that is not among them, or a key is
 *   too short
 * @throws EngineError SECRET_UNAVAILABLE, DATABASE_UNAVAILABLE
 */
export async function openEncrypted(
  dataSource: DataSource,
  references: readonly string[],
  limits?: WaitLimits,
): Promise<{ database: Database; ring: KeyRing | undefined }> {
  const ring = await KeyRing.read(references, KEYS_SETTING);
  const database = openDatabase(dataSource, limits, new ColumnCipher(ring));
  try {
    await requireKeys(database, ring);
    return { database, ring };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A database knows the names of the keys that its rows may be encrypted with, so that nobody reads them without. */
async function requireKeys(database: Database, ring: KeyRing | undefined): Promise<void> {
  const used = await usedKeys(database);
  const names = ring?.names ?? [];
  const missing = used.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const text =
      `Rows of this database are encrypted with ${missing.length === 1 ? 'the key' : 'the keys'} ${missing.join(', ')}, and ` +
      `${KEYS_SETTING} does not have that. Put its reference back, behind the first.`;
    throw new EngineError('CONFIGURATION_INVALID', text);
  }
  if (!ring || used.includes(ring.current)) return;
  await noteUsedKey(database, ring.current, ring.seal(KEY_PROOF, ring.current));
}
