import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { Logger } from '@nestjs/common';
import type { FSWatcher } from 'chokidar';
import { EngineError, messageOf } from '../../../platform/common/errors.js';
import { describeProblem } from '../../flow-problem.js';
import type { Follower } from '../../source.js';

/** An editor writes a file in several steps, and a deployment several files. */
const PAUSE_MS = 250;
/** For the first look at all directories. */
const START_MS = 10_000;
/** Until the database is asked again that could not be reached. */
const RETRY_MS = 5_000;

/** Has the tools loaded again, in this process, when a capability file or playbook is written, added or removed. */
export class FileWatch {
  private readonly logger = new Logger('Capability files');
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading: Promise<void> = Promise.resolve();

  /** @param directories some may not be there yet, but what they stand in */
  constructor(
    private readonly directories: readonly string[],
    private readonly follower: Follower,
  ) {}

  /** From now on no change is missed. Does nothing without directories. */
  async start(): Promise<void> {
    if (this.directories.length === 0) return;
    const { watch } = await import('chokidar');
    const directories = this.directories.map((directory) => resolve(directory));
    // Seen from above, a directory can come and go.
    const above = directories.map((directory) => dirname(directory));
    const ignored = (path: string, stats?: Stats) => {
      const isInside = directories.some((directory) => path === directory || path.startsWith(directory + sep));
      return (!isInside && !above.includes(path)) || (stats?.isFile() === true && !/\.ya?ml$/.test(path));
    };
    // It does not keep a process alive that has nothing else to do.
    this.watcher = watch(above, { ignoreInitial: true, ignored, persistent: false });
    this.watcher.on('all', () => this.schedule(PAUSE_MS));
    const onError = (error: unknown) => this.logger.error(`cannot be watched: ${messageOf(error)}`);
    this.watcher.on('error', onError);
    await once(this.watcher, 'ready', { signal: AbortSignal.timeout(START_MS) }).catch(onError);
  }

  /** Ends after the reading that is under way. */
  async stop(): Promise<void> {
    const { watcher } = this;
    this.watcher = undefined;
    clearTimeout(this.timer);
    await watcher?.close();
    await this.reading;
  }

  private schedule(pauseMs: number): void {
    if (!this.watcher || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.reading = this.reading.then(() => this.readAgain());
    }, pauseMs);
  }

  private async readAgain(): Promise<void> {
    const before = new Set(this.follower.problems.map(describeProblem));
    try {
      const { problems } = await this.follower.load();
      this.logger.log('were read again');
      for (const problem of problems.map(describeProblem)) if (!before.has(problem)) this.logger.warn(problem);
    } catch (error) {
      this.logger.error(`could not be read again, and what was served before goes on: ${messageOf(error)}`);
      if (error instanceof EngineError && error.code === 'DATABASE_UNAVAILABLE') this.schedule(RETRY_MS);
    }
  }
}
