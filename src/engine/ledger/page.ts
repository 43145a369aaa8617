import { EngineError } from '../../platform/common/errors.js';
import type { Database, Row } from '../../platform/persistence/index.js';

/** Some items of a list, and where the next ones begin. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null where nothing follows. */
  readonly nextCursor: string | null;
}

/** Which page is asked for. */
export interface PageRequest {
  readonly limit: number;
  /** Of the page before; left out for the first. */
  readonly cursor?: string | undefined;
}

/** Where an item stands: what its list is ordered by, as text that the database takes back. */
export interface Place {
  readonly time: string;
  readonly id: string;
}

/** Before every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Behind every id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** How many rows a page looks through at most for those that no index leads to. */
export const MOST_SCANNED = 500;

/** The condition that leads a list to an index of the rows of its tenant; none where the database has those of one alone. */
export async function ofTenant(database: Database): Promise<string[]> {
  return (await database.keepsTenantsApart()) ? [`tenant_id = current_setting('convengine.tenant', true)`] : [];
}

/** The values of a statement, numbered as they are added. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the value's name in the statement */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** A list as statements read it, newest first. */
export interface ListQuery {
  /** The columns the list is ordered by: a time, and an id that tells equal times apart. */
  readonly order: readonly [time: string, id: string];
  /** The time as the text that a place has. */
  readonly timeText: string;
  /** What else is read of the rows of a `page`. */
  readonly about?: readonly string[];
  /** SELECTs without order whose rows make up the list. An index gives each of them in the order. */
  readonly sources: readonly string[];
  /** The table that the rows are read from by their id, where the sources have the columns of the order alone. */
  readonly table?: string;
  /** What a row has to be that no index knows of. */
  readonly conditions: readonly string[];
  /** The values of the statement: first those of the sources, then those of the conditions. */
  readonly values: readonly unknown[];
  readonly sourceValues: number;
  /** How many rows a page looks through where there are conditions; all of them where it is null. */
  readonly mostScanned: number | null;
}

/**
 * The rows of one page. Where rows are looked through for conditions, that ends after `mostScanned` of them: a page may
 * have fewer rows than asked for, or none, and the cursor of what is still to be looked through.
 */
export async function readPage(database: Database, query: ListQuery, limit: number): Promise<Page<Row>> {
  const { conditions, mostScanned, values } = query;
  const isBounded = conditions.length > 0 && mostScanned !== null;
  const scanned = scan(query, isBounded ? mostScanned : undefined, limit + 1);
  const found = await database.query(pageStatement(query, scanned, limit + 1), values);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length > limit && last) return { items: rows, nextCursor: cursorOf(query, last) };
  const end = isBounded ? await endOfScan(database, query, scanned) : undefined;
  return { items: rows, nextCursor: end ? cursorOf(query, end) : null };
}

/** What is read about rows is read of those of the page alone. */
function pageStatement(query: ListQuery, scanned: string, limit: number): string {
  const { conditions, timeText, about = [] } = query;
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const page = `SELECT * FROM ${rowsOf(query, scanned)} ${where} ${newestFirst(query)} LIMIT ${limit}`;
  return `SELECT ${['page.*', `${timeText} AS place_time`, ...about].join(', ')} FROM (${page}) page ${newestFirst(query)}`;
}

function rowsOf({ table, order: [, id] }: ListQuery, scanned: string): string {
  if (table === undefined) return `(${scanned}) scanned`;
  return `(SELECT ${id} AS scanned_id FROM (${scanned}) keys) scanned JOIN ${table} ON ${table}.${id} = scanned.scanned_id`;
}

/** The rows that a page looks through: all of them, where none of them is left out. */
function scan(query: ListQuery, mostScanned: number | undefined, mostWanted: number): string {
  const { sources, conditions } = query;
  const most = mostScanned ?? (conditions.length === 0 ? mostWanted : undefined);
  const bound = most === undefined ? '' : `${newestFirst(query)} LIMIT ${most}`;
  if (sources.length === 1) return `${sources[0]} ${bound}`;
  return `${sources.map((source) => `SELECT * FROM (${source} ${bound}) part`).join(' UNION ALL ')} ${bound}`;
}

function newestFirst({ order: [time, id] }: ListQuery): string {
  return `ORDER BY ${time} DESC, ${id} DESC`;
}

/** The last row that was looked through; undefined where there is none after it. */
async function endOfScan(database: Database, query: ListQuery, scanned: string): Promise<Row | undefined> {
  const { timeText, order } = query;
  const [time, id] = order;
  const counted = `SELECT ${time}, ${id}, count(*) OVER () AS scanned FROM (${scanned}) scanned`;
  const sql = `SELECT ${timeText} AS place_time, ${id}, scanned FROM (${counted}) counted ORDER BY ${time}, ${id} LIMIT 1`;
  const [row] = await database.query(sql, query.values.slice(0, query.sourceValues));
  return row && Number(row.scanned) === query.mostScanned ? row : undefined;
}

function cursorOf({ order: [, id] }: ListQuery, row: Row): string {
  return writeCursor({ time: String(row.place_time), id: String(row[id]) });
}

/** A place as callers hand it back. */
export function writeCursor({ time, id }: Place): string {
  return Buffer.from(JSON.stringify([time, id])).toString('base64url');
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The place that a cursor stands for.
 * @param isTime whether a text is a time as the list's places have them
 * @throws EngineError INVALID_REQUEST where it is no cursor of such a list
 */
export function readCursor(cursor: string, isTime: (text: string) => boolean): Place {
  const [time, id] = decode(cursor);
  if (typeof time === 'string' && typeof id === 'string' && isTime(time) && ID.test(id)) return { time, id };
  throw new EngineError('INVALID_REQUEST', 'cursor: expected the nextCursor of a page of this list.');
}

function decode(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/**
 * The condition that a text is part of one of these expressions, without regard to the case of Latin letters.
 * @throws EngineError INVALID_REQUEST where the database cannot read what is searched
 */
export function textIn(
  expressions: readonly string[],
  text: string,
  { dialect, cipher }: Pick<Database, 'dialect' | 'cipher'>,
  parameters: Parameters,
): string {
  if (cipher.isOn) {
    throw new EngineError('INVALID_REQUEST', 'text: what people said is encrypted, and cannot be searched for words.');
  }
  const pattern = parameters.add(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const like = dialect === 'postgres' ? 'ILIKE' : 'LIKE';
  return `(${expressions.map((one) => `${one} ${like} ${pattern} ESCAPE '\\'`).join(' OR ')})`;
}
