// For libraries that leave storage to the application: one row of text for each conversation, in a table of the bench.
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';

const TABLE = 'CREATE TABLE IF NOT EXISTS state (conversation_id TEXT PRIMARY KEY, document TEXT NOT NULL)';
const READ = 'SELECT document FROM state WHERE conversation_id = $1';
const WRITE = `INSERT INTO state (conversation_id, document) VALUES ($1, $2)
  ON CONFLICT (conversation_id) DO UPDATE SET document = excluded.document`;

export const STATE_TABLE_STORES = {
  sqlite: 'a table of the bench; WAL, synchronous = NORMAL',
  postgres: 'a table of the bench',
};

/** @returns `read(id)`, which gives the text or undefined, and `write(id, text)` */
export async function openStateTable({ kind, url, file }) {
  if (kind === 'sqlite') {
    const connection = new BetterSqlite3(file);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.exec(TABLE);
    const read = connection.prepare(READ.replace('$1', '?'));
    const write = connection.prepare(WRITE.replace('$1', '?').replace('$2', '?'));
    return {
      read: async (id) => read.get(id)?.document,
      write: async (id, document) => void write.run(id, document),
    };
  }
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 1_000 });
  await pool.query(TABLE);
  return {
    read: async (id) => (await pool.query({ name: 'read', text: READ, values: [id] })).rows[0]?.document,
    write: async (id, document) => void (await pool.query({ name: 'write', text: WRITE, values: [id, document] })),
  };
}
