import pg from 'pg';
import { steadyNow } from '../../../platform/common/clock.js';
import { getTypeParser, PostgresClient } from '../../../platform/persistence/index.js';
import { ToolError } from '../../tool-error.js';
import { readByCursor } from './read-by-cursor.js';
import type { BoundedQuery, QueryAnswer, ToolDatabase } from './tool-database.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** How long after its deadline the server ends a statement that nobody could cancel. */
const GRACE_MS = 500;
/** How long after its deadline the connection of a statement is cut whose server does not even say that it is over. */
const SILENCE_MS = 2_000;
/** Types that JavaScript would change on the way (days would move with the time zone), and lists of them: as text. */
const AS_TEXT: ReadonlySet<number> = new Set([1082, 1182, 1114, 1115, 1186, 1187, 17, 1001]);
/** Lists of amounts, which are read as lists of texts: an amount alone is text, too. */
const AMOUNTS = 1231;
const TEXTS = 1009;

/** SQL tools on PostgreSQL, on connections of their own, so that slow tools do not keep turns from theirs. */
export class PostgresToolDatabase implements ToolDatabase {
  readonly #settings: pg.PoolConfig;
  readonly #pool: pg.Pool;

  constructor(url: string, poolSize: number) {
    this.#settings = {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'convengine-tools',
      types: { getTypeParser: parserOf },
    };
    this.#pool = new pg.Pool({ ...this.#settings, Client: PostgresClient, keepAlive: true, max: poolSize });
    // A connection that is lost while nobody uses it has left the pool already.
    this.#pool.on('error', ignore);
  }

  async run(query: BoundedQuery): Promise<QueryAnswer> {
    const client = await this.#pool.connect();
    let cutting: NodeJS.Timeout | undefined;
    const cancel = () => {
      cutting = setTimeout(() => cut(client), SILENCE_MS);
      void this.#cancel(client);
    };
    query.signal.addEventListener('abort', cancel, { once: true });
    let isDone = false;
    try {
      query.signal.throwIfAborted();
      const answer = await inTransaction(client, query);
      isDone = true;
      return answer;
    } finally {
      query.signal.removeEventListener('abort', cancel);
      clearTimeout(cutting);
      // A connection that failed is closed, and with it its transaction.
      client.release(!isDone || query.signal.aborted);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }

  /** Ends what the server is doing; on a new connection, since all of the pool may be busy. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as unknown as { processID: number | null };
    const canceller = new PostgresClient({ ...this.#settings, query_timeout: SILENCE_MS });
    try {
      await canceller.connect();
      await canceller.query('SELECT pg_cancel_backend($1)', [processID]);
    } catch {
      // The statement's own timeout ends it.
    } finally {
      await canceller.end().catch(ignore);
    }
  }
}

async function inTransaction(client: pg.PoolClient, query: BoundedQuery): Promise<QueryAnswer> {
  const isRead = query.mode === 'read';
  const timeoutMs = Math.max(1, Math.ceil(query.deadline - steadyNow())) + GRACE_MS;
  await client.query(isRead ? 'BEGIN READ ONLY' : 'BEGIN READ WRITE');
  await client.query(
    `SELECT set_config('statement_timeout', $1, true), set_config('standard_conforming_strings', 'on', true)`,
    [String(timeoutMs)],
  );
  const text = isRead ? `SELECT * FROM (${query.sql}) AS result LIMIT ${query.maxRows + 1}` : query.sql;
  const answer = await readByCursor(client, text, query);
  await commit(client);
  return answer;
}

/** Only when the connection is lost here does nobody know what became of the statement. */
async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    if (error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')) throw error;
    const text = 'The connection was lost during COMMIT, so that it is not known whether the change was stored.';
    throw new ToolError(text, { cause: error, mayHaveHappened: true });
  }
}

function parserOf(oid: number): (value: string) => unknown {
  if (AS_TEXT.has(oid)) return asText;
  const parse = getTypeParser(oid === AMOUNTS ? TEXTS : oid);
  // A time or a number without an end, and what is no number, would be null in JSON.
  return (text) => {
    const value = parse(text);
    return typeof value === 'number' && !Number.isFinite(value) ? text : value;
  };
}

function asText(value: string): string {
  return value;
}

function cut(client: pg.PoolClient): void {
  if (client instanceof PostgresClient) client.hangUp();
}

function ignore(): void {}
