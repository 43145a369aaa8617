// The floor of the table of peers, called in the process: state, claim and outcome by hand-written SQL, no history and
// no audit. Published numbers of other libraries stand beside it.
import BetterSqlite3 from 'better-sqlite3-13';
import pg from 'pg';
import { CONVERSATION } from '../flow.mjs';

const TABLE = `CREATE TABLE thread (thread_id TEXT PRIMARY KEY, status TEXT NOT NULL, arguments TEXT NOT NULL,
  result TEXT)`;
const READ = 'SELECT * FROM thread WHERE thread_id = $1';
const PROPOSE = `INSERT INTO thread (thread_id, status, arguments) VALUES ($1, 'OPEN', $2)`;
const CLAIM = "UPDATE thread SET status = 'IN_PROGRESS' WHERE thread_id = $1 AND status = 'OPEN' RETURNING thread_id";
const SETTLE = "UPDATE thread SET status = 'EXECUTED', result = $2 WHERE thread_id = $1";

/** @returns `send(conversationId, message)` over a table of its own in the scratch database */
export async function openBareFloor(url) {
  const run = url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : await openPostgres(url);
  return async (id, message) => {
    const [thread] = await run(READ, [id]);
    const isYes = message === 'yes' && thread?.status === 'OPEN';
    if (!isYes) await run(PROPOSE, [id, JSON.stringify({ orderId: '7017' })]);
    else if ((await run(CLAIM, [id])).length === 1) await run(SETTLE, [id, JSON.stringify({ cancelled: true })]);
    return CONVERSATION[isYes ? 1 : 0].reply;
  };
}

function openSqlite(file) {
  const connection = new BetterSqlite3(file);
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.exec(TABLE);
  const statements = new Map();
  return (sql, values) => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    const bindings = { 1: values[0], 2: values[1] ?? null };
    if (statement.reader) return statement.all(bindings);
    statement.run(bindings);
    return [];
  };
}

async function openPostgres(url) {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  await pool.query(TABLE);
  return async (sql, values) => (await pool.query({ name: sql.slice(0, 40), text: sql, values })).rows;
}
