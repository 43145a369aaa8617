import { isJsonObject, type JsonObject, type JsonValue } from '../common/json.js';
import { Confidential } from './column-cipher.js';

/**
 * A JSON column from either database: PostgreSQL gives it parsed, SQLite as text. For columns that hold objects or
 * arrays; a bare JSON string could not be told from text.
 * @returns null for SQL NULL
 * @throws SyntaxError when the text is not JSON
 */
export function readJson(value: unknown): JsonValue {
  if (value === undefined) return null;
  return typeof value === 'string' ? (JSON.parse(value) as JsonValue) : (value as JsonValue);
}

/**
 * As `readJson`, for a column that always holds an object.
 * @throws TypeError when it does not
 */
export function readJsonObject(value: unknown): JsonObject {
  const json = readJson(value);
  if (!isJsonObject(json)) throw new TypeError('The column does not hold a JSON object.');
  return json;
}

/** A timestamp column from either database: PostgreSQL gives a Date, SQLite text in UTC. */
export function readTimestamp(value: unknown): Date {
  if (value instanceof Date) return value;
  const text = String(value).replace(' ', 'T');
  return new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
}

/** A parameter as PostgreSQL's driver takes it: arrays and objects as JSON text, the rest unchanged. */
export function toPostgresValue(value: unknown): unknown {
  if (value instanceof Confidential) return value.text;
  return isJsonStructure(value) ? JSON.stringify(value) : value;
}

/** The text of PostgreSQL for an array of ids. */
export function uuidArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

/** A parameter as SQLite takes it: booleans as 0 and 1, dates as UTC text, arrays and objects as JSON text. */
export function toSqliteValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', '');
  if (value instanceof Confidential) return value.text;
  return isJsonStructure(value) ? JSON.stringify(value) : value;
}

function isJsonStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);
}
