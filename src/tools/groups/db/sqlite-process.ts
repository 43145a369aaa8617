import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilAborted } from '../../../platform/common/abort.js';
import type { ChildQuestion, ChildReply } from './sqlite-child.js';

/** The service's side of one SQLite process. */
export class SqliteProcess {
  readonly #child: ChildProcess;
  #settle: { resolve: (reply: ChildReply) => void; reject: (error: Error) => void } | undefined;
  #ended = false;

  constructor(file: string) {
    // The same file under its other name, where the service runs from source.
    const script = new URL(`./sqlite-child${extname(import.meta.url)}`, import.meta.url);
    this.#child = fork(fileURLToPath(script), [file], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // It needs none of the service's secrets.
      env: {},
      execArgv: [],
    });
    this.#child.on('message', (reply: ChildReply) => this.#settle?.resolve(reply));
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', () => this.#end(new Error('The process of the SQLite tools has ended.')));
  }

  get isAlive(): boolean {
    return !this.#ended;
  }

  /**
   * Asks one thing; one at a time. When the signal is aborted the process is ended, whatever it is doing.
   * @throws Error with SQLite's message, or the signal's reason
   */
  async ask<T>(question: ChildQuestion, signal: AbortSignal): Promise<T> {
    const reply = new Promise<ChildReply>((resolve, reject) => {
      this.#settle = { resolve, reject };
      if (this.#ended) reject(new Error('The process of the SQLite tools has ended.'));
      else this.#child.send(question);
    });
    try {
      const settled = await untilAborted(reply, signal);
      if ('error' in settled) throw new Error(settled.error);
      return settled.answer as T;
    } finally {
      if (signal.aborted) this.kill();
      this.#settle = undefined;
    }
  }

  kill(): void {
    this.#ended = true;
    this.#child.kill('SIGKILL');
  }

  #end(error: Error): void {
    this.#ended = true;
    this.#settle?.reject(error);
  }
}
