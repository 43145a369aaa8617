import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Those of this process, whichever of its threads has made them. */
const PREFIX = `convengine-${process.pid}-`;

/** For so long nothing must come anew: what a thread has under way, such as the folder of a database, is made with the one around it. */
const SETTLED_MS = 200;
const PAUSE_MS = 20;
/** What cannot be removed by then stays. */
const GIVE_UP_MS = 5_000;

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
  removeFolders();
  process.kill(process.pid, signal);
}

/** Threads go on meanwhile: they make other folders, and write in one that is being removed. Nothing of JavaScript goes on in this one. */
function removeFolders(): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  const begunAt = Date.now();
  let settledAt = begunAt;
  while (Date.now() - settledAt < SETTLED_MS && Date.now() - begunAt < GIVE_UP_MS) {
    if (!removeOnce()) settledAt = Date.now();
    Atomics.wait(pause, 0, 0, PAUSE_MS);
  }
}

/** @returns whether there was none */
function removeOnce(): boolean {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Something was written in it just then: it is there again the next time.
    }
  }
  return names.length === 0;
}
