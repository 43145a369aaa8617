import { type Database, type SqlRunner, wasLocked } from '../persistence/index.js';
import {
  BEFORE,
  changeMonths,
  createPartition,
  hasRecords,
  mayChangeMonths,
  partitionOf,
  type RecordMonth,
  recordMonths,
  startOfMonth,
} from './record-months.js';

/** So many months are there before they come. */
const MONTHS_AHEAD = 3;

/** What comes after the last month that was made. */
const REST = 'ce_turn_record_rest';

/** Says that the last partition has nothing of after a moment, so that nobody has to read it under a lock to know. */
const CUT = 'ck_ce_turn_record_cut';
const IS_BEING_CUT = 'SELECT 1 FROM pg_constraint WHERE conname = $1 AND conrelid = to_regclass($2)';

interface MonthMaking {
  /** A last partition with records is left alone where it is larger. */
  readonly mostBytes?: number;
  /** Breaks it off; the next call takes it up. */
  readonly signal?: AbortSignal;
}

/**
 * Makes partitions for the months to come, by cutting them off the last partition, which takes whatever no other one
 * does.
 *
 * Where the last partition is empty, as it is when this is called now and then, that takes a moment. Where it has
 * records, as after the migration, they are read once beside the turns, and the cut is made at the beginning of a
 * month to come. It may be called at any time, by several processes at once, and again after it was interrupted.
 *
 * @returns how many months it has made; 0 on SQLite, and where the tables are somebody else's
 * @throws EngineError DATABASE_UNAVAILABLE, after which it may be called again
 */
export async function makeMonths(
  database: Database,
  nowMs: number,
  { mostBytes = Number.POSITIVE_INFINITY, signal }: MonthMaking = {},
): Promise<number> {
  if (!(await mayChangeMonths(database))) return 0;
  const last = (await recordMonths(database)).at(-1);
  if (!isDue(last, nowMs)) return 0;
  const made = await cutEmpty(database, nowMs);
  if (made !== null) return made;
  if (!(await takeBack(database, last, signal)) || last.bytes > mostBytes) return 0;
  await cutFilled(database, last, nowMs, signal);
  return (await cutEmpty(database, nowMs)) ?? 0;
}

/** Whether months are to be made: whether the last partition begins too soon. */
export function isDue(last: RecordMonth | undefined, nowMs: number): last is RecordMonth {
  return last !== undefined && (last.fromMs === null || last.fromMs <= startOfMonth(nowMs, MONTHS_AHEAD));
}

/** Whether somebody is cutting a partition, or was interrupted; in that case, it takes no records from the month it is cut at. */
export async function isBeingCut(sql: SqlRunner, { name }: RecordMonth): Promise<boolean> {
  return (await sql.query(IS_BEING_CUT, [CUT, name])).length > 0;
}

/** @returns how many months were made; null where the last partition has records */
function cutEmpty(database: Database, nowMs: number): Promise<number | null> {
  return changeMonths(database, async (sql, months) => {
    let last = months.at(-1);
    if (isDue(last, nowMs) && (await hasRecords(sql, last))) return null;
    let made = 0;
    while (isDue(last, nowMs)) {
      const { fromMs } = last;
      if (fromMs !== null) made += 1;
      last = await cut(sql, last, fromMs === null ? startOfMonth(nowMs) : startOfMonth(fromMs, 1));
    }
    return made;
  });
}

/** Reads the records under a lock that no turn waits for. */
async function cutFilled(database: Database, last: RecordMonth, nowMs: number, signal?: AbortSignal): Promise<void> {
  const { name, fromMs } = last;
  const atMs = Math.max(startOfMonth(nowMs, 2), fromMs === null ? 0 : startOfMonth(fromMs, 1));
  const after = fromMs === null ? '' : `created_at >= '${new Date(fromMs).toISOString()}' AND `;
  const check = `CHECK (${after}created_at < '${new Date(atMs).toISOString()}')`;
  const isMine = await changeMonths(database, async (sql, months) => {
    if (months.at(-1)?.name !== name || months.at(-1)?.fromMs !== fromMs) return false;
    await sql.query(`ALTER TABLE ${name} ADD CONSTRAINT ${CUT} ${check} NOT VALID`);
    return true;
  });
  if (!isMine) return;
  try {
    await changeMonths(database, (sql) => cut(sql, last, atMs), {
      prepare: (sql) => sql.query(`ALTER TABLE ${name} VALIDATE CONSTRAINT ${CUT}`),
      signal,
    });
  } catch (error) {
    if (!signal?.aborted) await takeBack(database, last);
    throw error;
  }
}

/**
 * Undoes what somebody has left behind who was interrupted.
 * @returns false where somebody is still at it, and holds the lock of those who read it
 */
async function takeBack(database: Database, last: RecordMonth, signal?: AbortSignal): Promise<boolean> {
  if (!(await isBeingCut(database, last))) return true;
  try {
    await changeMonths(database, (sql) => sql.query(`ALTER TABLE ${last.name} DROP CONSTRAINT IF EXISTS ${CUT}`), {
      prepare: (sql) => sql.query(`LOCK TABLE ${last.name} IN SHARE UPDATE EXCLUSIVE MODE NOWAIT`),
      signal,
    });
    return true;
  } catch (error) {
    if (wasLocked(error)) return false;
    throw error;
  }
}

/**
 * @param atMs PostgreSQL knows that the partition has no record of then or later
 * @returns what is the last partition then
 */
async function cut(sql: SqlRunner, { name, fromMs }: RecordMonth, atMs: number): Promise<RecordMonth> {
  const cutOff = fromMs === null ? BEFORE : nameOf(fromMs);
  await sql.query(`ALTER TABLE ce_turn_record DETACH PARTITION ${name}`);
  if (name !== cutOff) await sql.query(`ALTER TABLE ${name} RENAME TO ${cutOff}`);
  await sql.query(`ALTER TABLE ce_turn_record ATTACH PARTITION ${cutOff} ${partitionOf(fromMs, atMs)}`);
  await sql.query(`ALTER TABLE ${cutOff} DROP CONSTRAINT IF EXISTS ${CUT}`);
  await sql.query(createPartition(REST, atMs, null));
  return { name: REST, fromMs: atMs, toMs: null, bytes: 0 };
}

/** `ce_turn_record_2026_01` */
function nameOf(fromMs: number): string {
  return `ce_turn_record_${new Date(fromMs).toISOString().slice(0, 7).replace('-', '_')}`;
}
