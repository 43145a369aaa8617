import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, parseJson, stableJson } from '../../../platform/common/json.js';

const LOCK = 'generated.lock.json';

/** What a build has done, by paths below the folder. */
export interface BuildReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Generated files that were edited by hand: without `force` nothing was written. */
  readonly edited: readonly string[];
}

/** Writes the files that differ, and removes generated ones that are no more. */
export function writePackage(folder: string, files: ReadonlyMap<string, string>, force: boolean): BuildReport {
  const lock = readLock(folder);
  const paths = [...new Set([...files.keys(), ...lock.keys()])].sort();
  const states = paths.map((path) => stateOf(folder, path, files.get(path), lock.get(path)));
  const of = (state: State) => paths.filter((_, index) => states[index] === state);
  const edited = of('edited');
  if (edited.length > 0 && !force) return { written: [], removed: [], unchanged: of('same').length, edited };
  const changed = [...of('stale'), ...edited].sort();
  for (const path of changed) put(folder, path, files.get(path));
  const hashes = Object.fromEntries([...files].map(([path, text]) => [path, hash(text)]));
  put(folder, LOCK, stableJson({ files: hashes }));
  const written = changed.filter((path) => files.has(path));
  const removed = changed.filter((path) => !files.has(path));
  return { written, removed, unchanged: of('same').length, edited };
}

type State = 'same' | 'stale' | 'edited';

function stateOf(folder: string, path: string, text: string | undefined, locked: string | undefined): State {
  const file = join(folder, path);
  if (!existsSync(file)) return text === undefined ? 'same' : 'stale';
  const present = readFileSync(file, 'utf8');
  if (present === text) return 'same';
  return hash(present) === locked ? 'stale' : 'edited';
}

function put(folder: string, path: string, text: string | undefined): void {
  const file = join(folder, path);
  if (text === undefined) {
    rmSync(file, { force: true });
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Path → hash of what was generated. Paths that lead out of the folder are not ours. */
function readLock(folder: string): Map<string, string> {
  const file = join(folder, LOCK);
  const lock = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
  if (!isJsonObject(lock) || !isJsonObject(lock.files)) return new Map();
  const entries = Object.entries(lock.files).map(([path, value]) => [path, String(value)] as const);
  return new Map(entries.filter(([path]) => !path.startsWith('/') && !path.split(/[\\/]/).includes('..')));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
