import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Those of this process, whichever of its threads has made them. */
const PREFIX = `convengine-${process.pid}-`;

/** Tries to remove a folder in which something is written. */
const RETRIES = 20;

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let isWatched = false;

/**
 * Makes a folder of this process's own, for whoever has asked for it to remove. Where a signal ends the process before, it goes as
 * well: what people have said is not to stay there.
 */
export async function temporaryFolder(): Promise<string> {
  if (isMainThread && !isWatched) {
    isWatched = true;
    for (const signal of ENDING) process.once(signal, () => endBy(signal));
  }
  return mkdtemp(join(tmpdir(), PREFIX));
}

/** As the signal would have, where nobody else has something to do first. */
function endBy(signal: (typeof ENDING)[number]): void {
  if (process.listenerCount(signal) > 0) return;
  // Threads go on meanwhile: they make other folders, and write in one that is being removed.
  for (let names = folders(); names.length > 0; names = folders()) {
    for (const name of names) rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: RETRIES });
  }
  process.kill(process.pid, signal);
}

function folders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
}
