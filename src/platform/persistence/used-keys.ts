import { isMissingTable } from './database-errors.js';
import type { Row, SqlRunner } from './sql-runner.js';

/** In front of the names of keys that rows may be encrypted with, among the keys of a database. */
const PREFIX = 'encryption:';
/** In front of those that no row is encrypted with any more. */
const RETIRED = 'encryption-retired:';

const USED = `SELECT key_name FROM ce_instance_key WHERE key_name LIKE '${PREFIX}%'`;
/** Asks for the names of all keys that the database has ever had texts of: `namesIn` its rows. */
export const KEYS_EVER_USED = `SELECT key_name FROM ce_instance_key WHERE key_name LIKE '${PREFIX}%' OR key_name LIKE '${RETIRED}%'`;
const NOTE = `
  INSERT INTO ce_instance_key (key_name, secret, created_at_ms) VALUES ($1, $2, $3) ON CONFLICT (key_name) DO NOTHING`;
const OTHERS = `FROM ce_instance_key WHERE key_name LIKE '${PREFIX}%' AND key_name <> $1`;
const RETIRE = `
  INSERT INTO ce_instance_key (key_name, secret, created_at_ms)
  SELECT '${RETIRED}' || substr(key_name, ${PREFIX.length + 1}), '', created_at_ms ${OTHERS}
  ON CONFLICT (key_name) DO NOTHING`;

/** The names of keys that rows may be encrypted with: nobody reads them without. */
export async function usedKeys(sql: Pick<SqlRunner, 'query'>): Promise<string[]> {
  try {
    return (await sql.query(USED, [])).map(({ key_name }) => nameIn(key_name));
  } catch (error) {
    // Without tables there are no rows.
    if (isMissingTable(error)) return [];
    throw error;
  }
}

/**
 * The names of all keys that the database has ever had texts of. A text with the form of an encrypted one and another name is
 * what somebody has said.
 */
export async function keysEverUsed(sql: Pick<SqlRunner, 'query'>): Promise<ReadonlySet<string>> {
  return namesIn(await sql.query(KEYS_EVER_USED, []));
}

/** What `KEYS_EVER_USED` has found. */
export function namesIn(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.map(({ key_name }) => nameIn(key_name)));
}

/** Says that rows are going to be encrypted with a key. @param proof its name, encrypted with it */
export async function noteUsedKey(sql: Pick<SqlRunner, 'query'>, name: string, proof: string): Promise<void> {
  await sql.query(NOTE, [PREFIX + name, proof, Date.now()]);
}

/** What was encrypted with other keys is not there any more: nobody has to have them. */
export async function retireOtherKeys(sql: Pick<SqlRunner, 'query'>, current: string): Promise<void> {
  await sql.query(RETIRE, [PREFIX + current]);
  await sql.query(`DELETE ${OTHERS}`, [PREFIX + current]);
}

/** What the name of a key is encrypted for, as proof. */
export const KEY_PROOF = PREFIX;

function nameIn(key: unknown): string {
  return String(key).replace(/^encryption(-retired)?:/, '');
}
