import { SAFE_FUNCTIONS } from './safe-functions.js';

export type SqlDialect = 'postgres' | 'sqlite';

/** What statements may touch. */
export interface SqlRules {
  /** The database that runs them. */
  readonly dialect: SqlDialect;
  /**
   * Tables by name, `schema.name` or `schema.*`; `*` stands for all but the engine's own and the system's, which must
   * be named in full.
   */
  readonly tables: readonly string[];
  /** Functions beside the built-in list: `name` or `schema.name`. */
  readonly functions: readonly string[];
}

/** A table as a statement names it, in lower case; the schema that is searched anyway is left out. */
export function tableName(schema: string | undefined, name: string): string {
  const place = schema?.toLowerCase();
  return place === undefined || place === 'public' || place === 'main'
    ? name.toLowerCase()
    : `${place}.${name.toLowerCase()}`;
}

/** @param name as `tableName` gives it */
export function isTableAllowed(name: string, rules: SqlRules): boolean {
  const listed = rules.tables.map((entry) => entry.toLowerCase().replace(/^(public|main)\./, ''));
  if (listed.includes(name)) return true;
  if (isReserved(name)) return false;
  const schema = name.includes('.') ? name.slice(0, name.indexOf('.')) : undefined;
  return listed.includes('*') || (schema !== undefined && listed.includes(`${schema}.*`));
}

/** The engine's own tables, wherever they stand, and what the databases keep about themselves. */
function isReserved(name: string): boolean {
  const schema = name.includes('.') ? name.slice(0, name.indexOf('.')) : '';
  const bare = name.slice(name.lastIndexOf('.') + 1);
  return /^(pg_.*|information_schema|temp)$/.test(schema) || /^(ce_|pg_|sqlite_|pragma_|dbstat$)/.test(bare);
}

/** @param name in lower case, with its schema unless that is `pg_catalog` */
export function isFunctionAllowed(name: string, rules: SqlRules): boolean {
  return SAFE_FUNCTIONS.has(name) || rules.functions.some((entry) => entry.toLowerCase() === name);
}
