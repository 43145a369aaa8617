import { EngineError, messageOf } from '../common/errors.js';

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

/** How the PostgreSQL driver words that it has given up a statement that nobody answers. */
const SILENCE = 'Query read timeout';

/** How the PostgreSQL driver words the loss of a connection that neither side has a code for. */
const DRIVER_MESSAGES = /^(Connection terminated|timeout (exceeded|expired)|Query read timeout|Client .*not queryable)/;

/** How it words that a statement was not sent, because the connection was lost before. */
const NOT_SENT = /^Client .*not queryable/;

/** SQLSTATE: connection exceptions, shutdown and start-up of the server, ended by its time limits, too many connections. */
const CONNECTION_STATES = /^(08...|57P0.|25P0[34]|53300)$/;

const READ_ONLY = '25006';
const NOT_SUPPORTED = '0A000';
/** Where in PostgreSQL it is found out; the message is in the server's language. */
const OUTDATED_PLAN = 'RevalidateCachedQuery';
const ROW_SECURITY_CHECK = 'ExecWithCheckOptions';
const TROUBLE_WITH_FILES = /^58/;

const PERMISSION_DENIED = '42501';
/** What PostgreSQL says where a table is to be made by a role that may use no schema of its search path. */
const NO_SCHEMA = '3F000';
/** The service's own tables and their schema, in whatever language the server says that it does not let somebody at them. */
const OWN_TABLES = /\b(ce_\w+|public)\b/;
const OWN_TABLE = /\bce_\w+/;
const NO_RIGHT =
  'PostgreSQL does not let the role of the service do this to its tables. Have their owner run what "convengine grants ROLE" prints.';

const MISSING_TABLE = '42P01';
const NO_TABLES =
  'PostgreSQL does not find the tables of the service. See to the database and the search path of convengine.database.url and of its role, run "convengine migrate" where they were never made, and else have their owner run what "convengine grants ROLE" prints.';

/** SQLSTATEs of a statement that did nothing and may succeed when it is run again at once. */
const CONFLICTS = new Set(['40001', '40P01']);

/** SQLSTATEs of what the database may well do later, since they tell of its state and not of the statement. */
const LATER: readonly (readonly [RegExp, string])[] = [
  [/^25006$/, 'The database takes no changes at the moment.'],
  [/^(40001|40P01)$/, 'The database had to undo this for the sake of another change.'],
  [/^40003$/, 'The database cannot tell whether this was stored.'],
  [/^53[0-9A-Z]{3}$/, 'The database is short of memory, space or connections.'],
  [/^(55006|55P03)$/, 'Another transaction holds what is needed.'],
  // A database that takes no connections, a view that has no content yet. Others of the class are of the statement.
  [/^55000$/, 'The database is not in a state in which it can do this.'],
  [/^57014$/, 'The database did not answer in time.'],
  [/^(57|58)[0-9A-Z]{3}$/, 'The database cannot work at the moment.'],
];

/** SQLSTATEs of what stays until somebody mends the database, or its address. */
const UNUSABLE: readonly (readonly [RegExp, string])[] = [
  [
    /^28[0-9A-Z]{3}$/,
    'PostgreSQL does not let the role of the service in. See to its name and password in convengine.database.url, and to pg_hba.conf.',
  ],
  [/^3D000$/, 'PostgreSQL has no database of this name. See to convengine.database.url.'],
  [/^XX00[12]$/, 'PostgreSQL has found its data damaged.'],
];

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

/** True when a statement failed because of the values it was to write: a constraint, a type, a length; on either database. */
export function isRefusedValue(error: unknown): boolean {
  return /^(2[23][0-9A-Z]{3}|SQLITE_(CONSTRAINT|MISMATCH|TOOBIG).*)$/.test(codeOf(error) ?? '');
}

/** True when the service's role of PostgreSQL may not do what a statement does, also where that was explained already. */
export function isPermissionDenied(error: unknown): boolean {
  const code = codeOf(error instanceof EngineError ? error.cause : error);
  return code === PERMISSION_DENIED || code === NO_SCHEMA;
}

/** True when a row was to be written in the place of one that another tenant has: neither was changed. */
export function isOfAnotherTenant(error: unknown): boolean {
  return isPermissionDenied(error) && (error as { routine?: unknown }).routine === ROW_SECURITY_CHECK;
}

/** True for the end of a transaction that the signal has broken off: nothing of it is left, and nothing has failed. */
export function isBrokenOff(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && error instanceof EngineError && error.code === 'DATABASE_UNAVAILABLE';
}

/** True when PostgreSQL could not be reached, or the connection was lost; false for errors in the statement. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return SOCKET_CODES.has(code) || CONNECTION_STATES.test(code);
  return error instanceof Error && DRIVER_MESSAGES.test(error.message);
}

/** True when PostgreSQL did not answer a statement in time, nor said why. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === SILENCE;
}

/** True when a statement was prepared before a migration changed what it gives; it did nothing. */
function isOutdated(error: unknown): boolean {
  return codeOf(error) === NOT_SUPPORTED && (error as { routine?: unknown }).routine === OUTDATED_PLAN;
}

/**
 * True when a connection must not be used again: it is lost, its server is not the one to write to, what is prepared on
 * it is outdated, or it looks for the service's tables where they are not.
 */
export function endsConnection(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return (
    isConnectionError(error) ||
    isOutdated(error) ||
    lacksTable(error) ||
    code === READ_ONLY ||
    TROUBLE_WITH_FILES.test(code)
  );
}

/** True when what became of one connection is to be expected of all that were opened before. */
export function castsDoubt(error: unknown): boolean {
  return isSilence(error) || isOutdated(error) || lacksTable(error) || codeOf(error) === READ_ONLY;
}

/** True when a single statement did certainly nothing, and may succeed when it is run again at once. */
export function mayRunAgain(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return CONFLICTS.has(code) || code === READ_ONLY || isOutdated(error);
  return error instanceof Error && NOT_SENT.test(error.message);
}

/** True when a transaction was undone as a whole for the sake of another one, also where that was explained already. */
export function wasUndone(error: unknown): boolean {
  const code = codeOf(error instanceof EngineError ? error.cause : error);
  return code !== undefined && CONFLICTS.has(code);
}

/** True when a statement of PostgreSQL names a table that is not there, also where that was explained already. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error instanceof EngineError ? error.cause : error) === MISSING_TABLE;
}

/** True when a lock was not to be had in time, also where that was explained already: nothing was done. */
export function wasLocked(error: unknown): boolean {
  return codeOf(error instanceof EngineError ? error.cause : error) === '55P03';
}

/** True when the role lacks a privilege on a table of the service; a handler's own tables are the handler's business. */
function lacksGrant(error: unknown): boolean {
  return codeOf(error) === PERMISSION_DENIED && !isOfAnotherTenant(error) && OWN_TABLES.test(messageOf(error));
}

/** True when a table of the service is not there, or in a schema that its role does not see; a handler's own are the handler's business. */
function lacksTable(error: unknown): boolean {
  return codeOf(error) === MISSING_TABLE && OWN_TABLE.test(messageOf(error));
}

/** True when a statement was given up because it took too long, also where that was explained already. */
export function wasTooSlow(error: unknown): boolean {
  const cause = error instanceof EngineError ? error.cause : error;
  return codeOf(cause) === '57014' || isSilence(cause);
}

/**
 * What to throw in place of a PostgreSQL driver's error: EngineError DATABASE_UNAVAILABLE for a lost connection and for
 * what the database may well do later, DATABASE_UNUSABLE for what somebody has to mend first; any other error as it is.
 */
export function asDatabaseError(error: unknown): unknown {
  const unusable = lacksGrant(error) ? NO_RIGHT : lacksTable(error) ? NO_TABLES : explained(error, UNUSABLE);
  if (unusable !== undefined) return new EngineError('DATABASE_UNUSABLE', unusable, {}, { cause: error });
  return isConnectionError(error) || isOutdated(error) || explained(error, LATER) !== undefined
    ? databaseUnavailable(error)
    : error;
}

/** The EngineError for a database that does not answer, or cannot do its work just now. */
export function databaseUnavailable(cause: unknown): EngineError {
  const message = (isConnectionError(cause) ? undefined : explained(cause, LATER)) ?? 'The database cannot be reached.';
  return new EngineError('DATABASE_UNAVAILABLE', message, {}, { cause });
}

function explained(error: unknown, texts: typeof LATER): string | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : texts.find(([states]) => states.test(code))?.[1];
}

/** The driver's code, also when TypeORM has wrapped the driver's error. */
function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (typeof code === 'string') return code;
  return driverError === undefined || driverError === error ? undefined : codeOf(driverError);
}
