import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder with data that is not part of this repository: CONVENGINE_SHARED, else `../shared`. */
const SHARED = resolve(process.env.CONVENGINE_SHARED ?? '../shared');

/** A path in that folder; undefined, and said so, where it is not there. */
export function sharedPath(path: string): string | undefined {
  const full = resolve(SHARED, path);
  if (existsSync(full)) return full;
  console.warn(`SKIPPED: there is no ${full}; CONVENGINE_SHARED names the folder that has ${path}.`);
  return undefined;
}
