import { EngineError } from '../common/errors.js';

/** What the operating system reports when the other side of a connection is not there, or no longer. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/** How the PostgreSQL driver words the loss of a connection that neither side has a code for. */
const DRIVER_MESSAGES = /^(Connection terminated|timeout (exceeded|expired)|Client .*not queryable)/;

/** SQLSTATE: connection exceptions, shutdown and start-up of the server, too many connections. */
const CONNECTION_STATES = /^(08...|57P0.|53300)$/;

const UNIQUE_VIOLATIONS = new Set([
  '23505',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_ROWID',
]);

/** True when a statement failed because a row with the same unique key exists, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && UNIQUE_VIOLATIONS.has(code);
}

/** True when PostgreSQL could not be reached, or the connection was lost; false for errors in the statement. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return SOCKET_CODES.has(code) || CONNECTION_STATES.test(code);
  return error instanceof Error && DRIVER_MESSAGES.test(error.message);
}

/** What to throw in place of a PostgreSQL driver's error: EngineError DATABASE_UNAVAILABLE for a lost connection. */
export function asDatabaseError(error: unknown): unknown {
  return isConnectionError(error) ? databaseUnavailable(error) : error;
}

/** The EngineError for a database that does not answer. */
export function databaseUnavailable(cause: unknown): EngineError {
  return new EngineError('DATABASE_UNAVAILABLE', 'The database cannot be reached.', {}, { cause });
}

/** The driver's code, also when TypeORM has wrapped the driver's error. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string') return code;
  return driverError === undefined || driverError === error ? undefined : codeOf(driverError);
}
