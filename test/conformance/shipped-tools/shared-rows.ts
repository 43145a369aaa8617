import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Rows of a conformance file that is kept outside the project, in CONFORMANCE_DATA or ../shared/conformance.
 * @returns `undefined` where there is none, after saying so
 */
export function sharedRows<T>(file: string): T | undefined {
  const folder = process.env.CONFORMANCE_DATA ?? '../shared/conformance';
  const path = join(resolve(folder), file);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as T;
  process.stderr.write(`skipped: there is no ${path}; CONFORMANCE_DATA names the folder of ${file}\n`);
  return undefined;
}
