import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, OutageLog } from '../../platform/persistence/index.js';
import { FlowService } from './flow.service.js';
import { FlowVersions } from './flow-versions.js';

/** How often a process looks whether there is a newer version, in milliseconds. */
const EVERY_MS = 15_000;

/**
 * Sees in the database that another process has made a version and could not tell of it: it was killed in between, or the
 * database tells nobody anything. Each version is loaded once, also where this process cannot use its rows.
 */
@Injectable()
export class VersionFollower {
  private readonly looks = new OutageLog(new Logger('Flow'), 'looking for a newer version of the flow');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private lastTried = 0;

  constructor(
    private readonly flow: FlowService,
    private readonly versions: FlowVersions,
    @Inject(DATABASE) private readonly database: Pick<Database, 'dialect'>,
  ) {}

  /** Begins to look, until `stop`; not where there are no other processes. */
  start(everyMs = EVERY_MS): void {
    if (this.database.dialect === 'postgres') this.running = this.loop(everyMs);
  }

  /** Resolves when a look that is under way has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async loop(everyMs: number): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.look();
        this.looks.worked();
      } catch (error) {
        this.looks.failed(error);
      }
    }
  }

  private async look(): Promise<void> {
    const newest = await this.versions.newestId();
    if (newest <= Math.max(this.flow.running.versionId ?? 0, this.lastTried)) return;
    await this.flow.reload();
    this.lastTried = newest;
  }
}
