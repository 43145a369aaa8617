import { Inject, Injectable, Logger } from '@nestjs/common';
import { makeMonths } from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { repeat, shortened } from '../../platform/common/repeat.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Database, isBrokenOff, OutageLog } from '../../platform/persistence/index.js';
import { type PruneReport, Pruner } from './pruner.js';
import { retentionRules } from './retention-rules.js';

/** Small, so that no turn waits long behind a batch: on SQLite, one takes about a tenth of a second. */
const BATCH = 20;

/** More records than these are not read beside turns to cut months off them: somebody runs `convengine migrate` for that. */
const MOST_READ_BYTES = 10e9;

/**
 * Deletes what `convengine.retention` says, while the service runs, and makes the months that turn records are to be stored
 * in. Every process may do so at once.
 */
@Injectable()
export class RetentionKeeper {
  private readonly logger = new Logger(RetentionKeeper.name);
  private readonly makings = new OutageLog(this.logger, 'making the months of turn records');
  private readonly deletions = new OutageLog(this.logger, 'deleting what is past its retention');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'retention'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Begins to look, at once and then at intervals, until `stop`. Does nothing when the interval is 0. */
  start(): void {
    const { everyMinutes } = this.config.retention;
    if (everyMinutes === 0) return;
    this.running = repeat(() => this.round(), {
      pauseMs: () => shortened(everyMinutes * 60_000),
      failed: (error) => this.deletions.failed(error),
      signal: this.stopping.signal,
    });
  }

  /** Begins no other batch, and breaks the one at work off: the next run takes it up. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async round(): Promise<void> {
    const { signal } = this.stopping;
    await this.attempt(this.makings, async (nowMs) => {
      await makeMonths(this.database, nowMs, { mostBytes: MOST_READ_BYTES, signal });
    });
    await this.attempt(this.deletions, async (nowMs) => {
      const rules = retentionRules(this.config, nowMs);
      this.tell(await new Pruner(this.database).run({ rules, nowMs, batch: BATCH, signal }));
    });
  }

  private async attempt(log: OutageLog, work: (nowMs: number) => Promise<void>): Promise<void> {
    if (this.stopping.signal.aborted) return;
    try {
      await work(this.clock.now());
      log.worked();
    } catch (error) {
      if (!isBrokenOff(error, this.stopping.signal)) log.failed(error);
    }
  }

  private tell({ looked: _, place: __, ...done }: PruneReport): void {
    if (Object.values(done).some((count) => count > 0)) {
      this.logger.log({ msg: 'deleted what is past its retention', ...done });
    }
  }
}
