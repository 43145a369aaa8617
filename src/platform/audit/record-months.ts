import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type SqlRunner, wasLocked } from '../persistence/index.js';

/** A partition of the turn records on PostgreSQL: those of a time, most often a month of UTC. */
export interface RecordMonth {
  /** The table it is; a plain name. */
  readonly name: string;
  /** Its first moment, in milliseconds since 1970 UTC; null for the first partition, which has all that is before the next. */
  readonly fromMs: number | null;
  /** The first moment that is no longer of it; null for the last one, which has whatever comes. */
  readonly toMs: number | null;
  /** On disk, with its index and what is kept beside it. */
  readonly bytes: number;
}

/** Where there is nothing older than the records of a month, or of before all months. */
export const BEFORE = 'ce_turn_record_before';

const MONTHS = `
  SELECT name, extract(epoch FROM CAST(substring(bounds FROM 'FROM \\(''([^'']+)') AS timestamptz)) AS from_s,
         extract(epoch FROM CAST(substring(bounds FROM 'TO \\(''([^'']+)') AS timestamptz)) AS to_s, bytes
    FROM (SELECT p.relname AS name, pg_get_expr(p.relpartbound, p.oid) AS bounds, pg_total_relation_size(p.oid) AS bytes
            FROM pg_partitioned_table t JOIN pg_inherits i ON i.inhparent = t.partrelid JOIN pg_class p ON p.oid = i.inhrelid
           WHERE t.partrelid = to_regclass('ce_turn_record') AND t.partstrat = 'r') partitions
   ORDER BY from_s NULLS FIRST`;

const MAY_CHANGE = `
  SELECT pg_has_role(relowner, 'USAGE') AS may FROM pg_class WHERE oid = to_regclass('ce_turn_record')`;

const ANY_RECORD = 'SELECT 1 FROM ce_turn_record WHERE created_at >= $1 AND created_at < $2 LIMIT 1';

/** For so long do turns wait at most behind somebody who changes months and has to wait for yet another. */
const LOCK_MS = 250;
const MOST_ATTEMPTS = 5;
/**
 * And for so long behind one whose process or network has gone meanwhile, and who has yet to commit: nothing but short
 * statements stands between its lock and its end.
 */
const CHANGE_MS = 4_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * The partitions, oldest first. Together they have all times, so that a turn finds a place whatever the time is. None on
 * SQLite, and where somebody has divided the table in another way.
 */
export async function recordMonths(database: Database, sql: SqlRunner = database): Promise<readonly RecordMonth[]> {
  if (database.dialect === 'sqlite') return [];
  const rows = await sql.query(MONTHS, []);
  return rows.map((row) => ({
    name: String(row.name),
    fromMs: milliseconds(row.from_s),
    toMs: milliseconds(row.to_s),
    bytes: Number(row.bytes),
  }));
}

/** Whether this role may make and drop months: who owns the tables may. */
export async function mayChangeMonths(database: Database): Promise<boolean> {
  if (database.dialect === 'sqlite') return false;
  return (await database.query(MAY_CHANGE, []))[0]?.may === true;
}

/** Whether there is a record of the partition's time. */
export async function hasRecords(sql: SqlRunner, { fromMs, toMs }: RecordMonth): Promise<boolean> {
  const bounds = [fromMs === null ? '-infinity' : new Date(fromMs), toMs === null ? 'infinity' : new Date(toMs)];
  return (await sql.query(ANY_RECORD, bounds)).length > 0;
}

interface MonthChange {
  /** What takes long, and needs no lock that turns wait for. */
  readonly prepare?: (sql: SqlRunner) => Promise<unknown>;
  /** Breaks it off. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` in a transaction while nobody else reads or writes turn records; it gets the months as they are then. The
 * tables are locked in the order in which a turn locks them.
 * @throws EngineError DATABASE_UNAVAILABLE where the lock cannot be had, or this process stands still; nothing was changed then
 */
export function changeMonths<T>(
  database: Database,
  work: (sql: SqlRunner, months: readonly RecordMonth[]) => Promise<T>,
  { prepare, signal }: MonthChange = {},
): Promise<T> {
  const change = async (sql: SqlRunner) => {
    await prepare?.(sql);
    await sql.query(`SET LOCAL idle_in_transaction_session_timeout = ${CHANGE_MS}`);
    for (let attempt = 1; ; attempt += 1) {
      await sql.query('SAVEPOINT unlocked');
      try {
        await sql.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
        await sql.query('LOCK TABLE ce_conversation, ONLY ce_turn_record IN ACCESS EXCLUSIVE MODE');
        return await work(sql, await recordMonths(database, sql));
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !wasLocked(error)) throw error;
      }
      await sql.query('ROLLBACK TO unlocked');
      await sleep(Math.random() * LONGEST_PAUSE_MS);
    }
  };
  return database.transaction(change, { limitMs: prepare ? undefined : CHANGE_MS, signal });
}

/** The definition of a partition of so long a time; null: without a bound there. */
export function partitionOf(fromMs: number | null, toMs: number | null): string {
  const bound = (ms: number | null, none: string) => (ms === null ? none : `'${new Date(ms).toISOString()}'`);
  return `FOR VALUES FROM (${bound(fromMs, 'MINVALUE')}) TO (${bound(toMs, 'MAXVALUE')})`;
}

/** The statement that makes a partition. Its key is its own: no key of the whole table can do without the time. */
export function createPartition(name: string, fromMs: number | null, toMs: number | null): string {
  const key = 'PRIMARY KEY (conversation_id, last_audit_id)';
  return `CREATE TABLE ${name} PARTITION OF ce_turn_record (${key}) ${partitionOf(fromMs, toMs)}`;
}

/** The first moment of a month of UTC: that of a moment, or so many months later. */
export function startOfMonth(ms: number, later = 0): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

function milliseconds(seconds: unknown): number | null {
  return seconds === null ? null : Number(seconds) * 1_000;
}
