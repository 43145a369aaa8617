import type { LoadedConfig } from '../../../platform/config/index.js';
import type { Database, DataSource } from '../../../platform/persistence/index.js';

/** What one check found. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly check: string;
  /** warn: worth a look, while the service works as it should. */
  readonly status: 'ok' | 'warn' | 'problem';
  readonly message: string;
  /** What to do; nothing where all is well. */
  readonly remedy: string;
}

/** What the checks of a database look at. */
export interface Patient {
  readonly loaded: LoadedConfig;
  readonly dataSource: DataSource;
  readonly database: Database;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, remedy: '' };
}

export function warn(check: string, message: string, remedy: string): Finding {
  return { check, status: 'warn', message, remedy };
}

export function problem(check: string, message: string, remedy: string): Finding {
  return { check, status: 'problem', message, remedy };
}
