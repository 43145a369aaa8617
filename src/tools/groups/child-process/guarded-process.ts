import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { untilAborted } from '../../../platform/common/abort.js';
import type { ChildReply } from './answer-service.js';

/** The process ended while it was asked, and nobody had ended it here. */
export class ProcessEnded extends Error {
  /** @param signal what ended it; null where it ended itself */
  constructor(readonly signal: NodeJS.Signals | null) {
    super(`The process has ended${signal === null ? '' : ` by ${signal}`}.`);
  }
}

/** The service's side of a process that does what must be possible to end at any time, and that knows no secret. */
export class GuardedProcess {
  readonly #child: ChildProcess;
  #settle: { resolve: (reply: ChildReply) => void; reject: (error: Error) => void } | undefined;
  #ended: Error | undefined;

  /**
   * @param script the compiled file, which calls `answerService`
   * @param args for its `process.argv`, behind the id of this process
   * @param nodeOptions such as `--max-old-space-size`
   */
  constructor(script: URL, args: readonly string[], nodeOptions: readonly string[] = []) {
    this.#child = fork(fileURLToPath(asRun(script)), [String(process.pid), ...args], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      execArgv: [...nodeOptions],
    });
    this.#child.on('message', (reply: ChildReply) => this.#settle?.resolve(reply));
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', (_code, signal) => this.#end(new ProcessEnded(signal)));
  }

  get isAlive(): boolean {
    return this.#ended === undefined;
  }

  /**
   * Asks one thing; one at a time. When the signal is aborted the process is ended, whatever it is doing.
   * @throws Error with the child's message; ProcessEnded; the signal's reason
   */
  async ask<T>(question: object, signal: AbortSignal): Promise<T> {
    const reply = new Promise<ChildReply>((resolve, reject) => {
      this.#settle = { resolve, reject };
      if (this.#ended) reject(this.#ended);
      // A process that has just ended is told of by its exit.
      else this.#child.send(question, () => undefined);
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
    this.#ended ??= new ProcessEnded('SIGKILL');
    this.#child.kill('SIGKILL');
  }

  #end(error: Error): void {
    this.#ended = error;
    this.#settle?.reject(error);
  }
}

/** The same file under its other name, where the service runs from source. */
function asRun(script: URL): URL {
  return new URL(script.href.replace(/\.js$/, extname(import.meta.url)));
}
