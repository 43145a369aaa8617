import { Inject, Injectable, Logger } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { type Database, Rounds } from '../../platform/persistence/index.js';
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
  private readonly looks = new Rounds(new Logger('Flow'), 'looking for a newer version of the flow');
  private lastTried = 0;

  constructor(
    private readonly flow: FlowService,
    private readonly versions: FlowVersions,
    @Inject(DATABASE) private readonly database: Pick<Database, 'dialect'>,
  ) {}

  /** Begins to look, until `stop`; not where there are no other processes. */
  start(everyMs = EVERY_MS): void {
    if (this.database.dialect !== 'postgres') return;
    this.looks.start(() => this.look(), { pauseMs: () => everyMs, pausesFirst: true });
  }

  /** Resolves when a look that is under way has ended. */
  stop(): Promise<void> {
    return this.looks.stop();
  }

  private async look(): Promise<void> {
    const newest = await this.versions.newestId();
    if (newest <= Math.max(this.flow.running.versionId ?? 0, this.lastTried)) return;
    await this.flow.reload();
    this.lastTried = newest;
  }
}
