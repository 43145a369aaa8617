import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import type { Held } from './held.js';

/** What a thread holds conversations with. */
export interface ThreadParts {
  readonly config: ConvEngineConfig;
  readonly rows: FlowRows;
  readonly handlers: readonly string[];
}

/** Starts a thread that does nothing but `holdInThread`, with these as its data. */
export type StartThread = (parts: ThreadParts) => Worker;

/** What a thread says: once when it has started, and of what it was given. */
export type ThreadReply = { readonly held: Held | undefined } | { readonly problem: string };

/** How long a thread may take to end by itself, in milliseconds. */
const END_MS = 10_000;

/** A thread with an engine of its own, seen from outside of it. */
export class ReplayThread {
  /** Never resolves: rejects once the thread has ended, with what it has thrown. */
  readonly #gone: Promise<never>;

  constructor(private readonly worker: Worker) {
    this.#gone = once(worker, 'exit').then(() => {
      throw new Error('A thread of the replay has ended before its time.');
    });
    // Nobody may be waiting for it just then.
    this.#gone.catch(() => undefined);
  }

  /** @throws Error where its engine cannot be started */
  async started(): Promise<void> {
    await this.answer();
  }

  /** @throws Error where conversations cannot be read */
  async hold(ids: readonly string[]): Promise<Held> {
    this.worker.postMessage(ids);
    const held = await this.answer();
    if (!held) throw new Error('A thread of the replay does not say what conversations come to.');
    return held;
  }

  /** Lets it take away what it has made. */
  async end(): Promise<void> {
    this.worker.postMessage([]);
    await Promise.race([this.#gone.catch(() => undefined), sleep(END_MS, undefined, { ref: false })]);
    await this.worker.terminate();
  }

  private async answer(): Promise<Held | undefined> {
    const [reply] = (await Promise.race([once(this.worker, 'message'), this.#gone])) as [ThreadReply];
    if ('problem' in reply) throw new Error(reply.problem);
    return reply.held;
  }
}
