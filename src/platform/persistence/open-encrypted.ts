import type { DataSource } from 'typeorm';
import { EngineError } from '../common/errors.js';
import { KeyRing } from '../secrets/index.js';
import { ColumnCipher } from './column-cipher.js';
import type { Database } from './database.js';
import { isMissingTable } from './database-errors.js';
import { openDatabase } from './open-database.js';
import type { WaitLimits } from './wait-limits.js';

/** The setting that has the references of the keys. */
export const KEYS_SETTING = 'convengine.encryption.keys';

/** In front of the names of keys among the keys of a database. */
const PREFIX = 'encryption:';

const USED = `SELECT key_name FROM ce_instance_key WHERE key_name LIKE '${PREFIX}%'`;
const NOTE = `
  INSERT INTO ce_instance_key (key_name, secret, created_at_ms) VALUES ($1, $2, $3) ON CONFLICT (key_name) DO NOTHING`;
const FORGET = `DELETE FROM ce_instance_key WHERE key_name LIKE '${PREFIX}%' AND key_name <> $1`;

/**
 * The same as `openDatabase`, with the keys of `convengine.encryption.keys`. Without any it costs one statement, and statements
 * nothing.
 * @param references of the secrets
 * @throws EngineError CONFIGURATION_INVALID where rows are encrypted with a key that is not among them, or one is too short,
 *   SECRET_UNAVAILABLE, DATABASE_UNAVAILABLE
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

/** What was encrypted with other keys is not there any more: nobody has to have them. */
export async function forgetOtherKeys(database: Database, current: string): Promise<void> {
  await database.query(FORGET, [PREFIX + current]);
}

/** A database knows the names of the keys that its rows may be encrypted with, so that nobody reads them without. */
async function requireKeys(database: Database, ring: KeyRing | undefined): Promise<void> {
  const used = await namesOfUsed(database);
  const names = ring?.names ?? [];
  const missing = used.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const text =
      `Rows of this database are encrypted with ${missing.length === 1 ? 'the key' : 'the keys'} ${missing.join(', ')}, and ` +
      `${KEYS_SETTING} does not have that. Put its reference back, behind the first.`;
    throw new EngineError('CONFIGURATION_INVALID', text);
  }
  if (!ring || used.includes(ring.current)) return;
  await database.query(NOTE, [PREFIX + ring.current, ring.seal(PREFIX, ring.current), Date.now()]);
}

async function namesOfUsed(database: Database): Promise<string[]> {
  try {
    const rows = await database.query(USED, []);
    return rows.map(({ key_name }) => String(key_name).slice(PREFIX.length));
  } catch (error) {
    // Without tables there are no rows.
    if (isMissingTable(error)) return [];
    throw error;
  }
}
