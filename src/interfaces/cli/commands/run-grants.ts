import { grantsFor } from '../../../platform/persistence/index.js';
import type { ExitCode } from '../options.js';
import { print } from '../terminal.js';

/** Prints the statements; no database is asked. */
export function runGrants(role: string, { rows = false }: { readonly rows?: boolean }): ExitCode {
  for (const statement of grantsFor(role, rows)) print(`${statement};`);
  return 0;
}
