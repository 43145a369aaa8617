import { type ColumnType, getMetadataArgsStorage } from 'typeorm';
import { DEFAULT_TENANT } from '../common/tenant.js';
import type { Dialect } from './database.js';

/**
 * One set of entities for two databases. Decorators are written in PostgreSQL's words (`jsonb`, `timestamptz`, `uuid`,
 * `identity`); this file alone knows what SQLite has in their place:
 *
 * | decorator                | PostgreSQL          | SQLite                                        |
 * |--------------------------|---------------------|-----------------------------------------------|
 * | `jsonb`, `json`          | the same            | text, left unparsed                           |
 * | `timestamptz`            | timestamptz         | datetime: text `YYYY-MM-DD HH:MM:SS.SSS`, UTC |
 * | `uuid`                   | uuid                | varchar                                       |
 * | generated bigint id      | identity by default | INTEGER PRIMARY KEY AUTOINCREMENT, by itself  |
 * | `default: currentTime`   | `now()`             | `strftime(…, 'now')`                          |
 * | `default: tenantAtWork`  | the setting of the transaction, else `default` | `default`          |
 */
const SQLITE_TYPES: Readonly<Record<string, ColumnType>> = {
  jsonb: 'text',
  json: 'text',
  timestamptz: 'datetime',
  uuid: 'varchar',
};

const SQLITE_CURRENT_TIME = `strftime('%Y-%m-%d %H:%M:%f', 'now')`;

/** The default of a timestamp column: the database's current time, to the millisecond. */
export const currentTime = (): string => 'now()';

/** The default of a column that says whose row it is, as PostgreSQL gives it back. */
export const tenantAtWork = (): string =>
  `COALESCE(NULLIF(current_setting('convengine.tenant', true), ''), '${DEFAULT_TENANT}')`;

const sqliteCurrentTime = (): string => SQLITE_CURRENT_TIME;

const SQLITE_DEFAULTS = new Map<unknown, Declared['default']>([
  [currentTime, sqliteCurrentTime],
  [tenantAtWork, DEFAULT_TENANT],
]);

type ColumnArguments = ReturnType<typeof getMetadataArgsStorage>['columns'][number];
type Declared = Pick<ColumnArguments['options'], 'type' | 'default' | 'primary'>;

const declaredOptions = new WeakMap<ColumnArguments, Declared>();

/**
 * Gives the columns of `entities` the types of `dialect`, in the process-wide store that decorators fill. Starts from
 * what the decorators said each time, so that data sources of both databases can live in one process; to be called
 * right before TypeORM reads that store.
 */
export function adaptColumnsTo(dialect: Dialect, entities: readonly object[]): void {
  const storage = getMetadataArgsStorage();
  const targets = new Set<unknown>(entities);
  const generated = storage.generations.filter((generation) => targets.has(generation.target));
  for (const one of generated) Object.assign(one, { strategy: dialect === 'sqlite' ? 'increment' : 'identity' });
  for (const column of storage.columns) {
    if (!targets.has(column.target)) continue;
    const id = generated.find(({ target }) => target === column.target)?.propertyName;
    const declared = declaredOptionsOf(column);
    Object.assign(column.options, dialect === 'sqlite' ? forSqlite(declared, column.propertyName, id) : declared);
  }
}

/** What the decorator of a column says, in PostgreSQL's words, whatever database it was adapted to since. */
export function declaredOptionsOf(column: ColumnArguments): Declared {
  const { type, default: byDefault, primary } = column.options;
  const declared = declaredOptions.get(column) ?? { type, default: byDefault, primary };
  declaredOptions.set(column, declared);
  return declared;
}

/** @param id the column of the entity that is counted up, if there is one */
function forSqlite(declared: Declared, column: string, id: string | undefined): Declared {
  return {
    primary: id === undefined ? declared.primary : column === id,
    type: column === id ? 'integer' : (SQLITE_TYPES[String(declared.type)] ?? declared.type),
    default: SQLITE_DEFAULTS.get(declared.default) ?? declared.default,
  };
}
