import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { EngineError, messageOf } from '../common/errors.js';
import { repeat } from '../common/repeat.js';
import type { Troubles } from '../common/troubles.js';
import type { Database } from './database.js';
import { TimeEstimate } from './time-estimate.js';
import { type TimeSource, timeOf, timeOfMachine } from './time-sources.js';

/** How often the time is asked for again, and how often while it is not known well; in milliseconds. */
const INTERVAL_MS = 5_000;
const SOON_MS = 1_000;

/** What is well enough, in milliseconds; and how often it is asked for at most before the process begins. */
const KNOWN_WELL_MS = 4;
const MOST_READINGS = 5;

/** How precisely the time has to be known for all to be well, and for a process to begin at all; in milliseconds. */
const WELL_WITHIN_MS = 500;
const BEGINS_WITHIN_MS = 1_000;

/** How far the machine's own clock may be off before somebody should see to it, in milliseconds. */
const MACHINE_WITHIN_MS = 5_000;

/** How far the time may be set back so that it rather stands still for as long; in milliseconds. */
const STANDS_STILL_MS = 1_000;

/** By how much the time has to be set for operators to read of it, in milliseconds. */
const WORTH_A_LINE_MS = 100;

/**
 * The time of a service: that of its database's server, so that all its processes share it. It is measured when the
 * process begins and every five seconds from then on, and counted on in between by the process's monotonic clock, which
 * nobody can set. On SQLite, where one process has the file, it is the machine's as it was when the process began.
 */
export class ServiceClock implements Clock, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Clock');
  private readonly estimate = new TimeEstimate();
  private readonly stopping = new AbortController();
  private offset = 0;
  private latest = Number.NEGATIVE_INFINITY;

  /** @param owner whose time it is, for people */
  constructor(
    private readonly source: TimeSource,
    private readonly owner: string,
    troubles: Troubles,
  ) {
    troubles.watch(() => this.uncertain());
    troubles.watch(() => this.machineIsOff());
  }

  /** It never goes back, unless the database's own clock was set back by more than a second. */
  now(): number {
    this.latest = Math.max(this.latest, Math.floor(performance.now() + this.offset));
    return this.latest;
  }

  /**
   * Asks for the time for the first time; `now` says nothing before.
   * @throws EngineError DATABASE_UNAVAILABLE when it cannot be told to within a second
   */
  async begin(): Promise<this> {
    for (let reading = 0; reading < MOST_READINGS && this.uncertaintyMs > KNOWN_WELL_MS; reading += 1) {
      await this.measure();
    }
    if (this.uncertaintyMs <= BEGINS_WITHIN_MS) return this;
    const text = `The time of ${this.owner} cannot be told to within ${BEGINS_WITHIN_MS} ms: it takes too long to answer.`;
    throw new EngineError('DATABASE_UNAVAILABLE', text);
  }

  onApplicationBootstrap(): void {
    void repeat(() => this.measure(), {
      pauseMs: () => (this.uncertaintyMs > KNOWN_WELL_MS ? SOON_MS : INTERVAL_MS),
      pausesFirst: true,
      // Where the database is away, health says so by itself.
      failed: (error) => this.logger.debug(`no time was told: ${messageOf(error)}`),
      signal: this.stopping.signal,
    });
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Asks once, and follows. */
  async measure(): Promise<void> {
    const setByMs = this.estimate.observe(await this.source());
    this.offset = this.estimate.offset;
    if (setByMs === 0) return;
    if (setByMs < -STANDS_STILL_MS) this.latest = Number.NEGATIVE_INFINITY;
    const text = `the time of ${this.owner} went ${setByMs > 0 ? 'forward' : 'back'} by ${Math.abs(setByMs).toFixed(1)} ms`;
    if (Math.abs(setByMs) < WORTH_A_LINE_MS) this.logger.debug(text);
    else this.logger.warn(text);
  }

  private get uncertaintyMs(): number {
    return this.estimate.uncertaintyAt(performance.now());
  }

  private uncertain(): string | undefined {
    const { uncertaintyMs } = this;
    if (uncertaintyMs <= WELL_WITHIN_MS) return undefined;
    return `The time of ${this.owner} is known to ${Math.round(uncertaintyMs)} ms only.`;
  }

  private machineIsOff(): string | undefined {
    const offMs = Date.now() - this.now();
    if (Math.abs(offMs) <= MACHINE_WITHIN_MS) return undefined;
    const seconds = Math.round(Math.abs(offMs) / 1_000);
    return `The clock of this machine is ${seconds} s ${offMs > 0 ? 'ahead of' : 'behind'} the time of ${this.owner}, which counts.`;
  }
}

/**
 * The clock of a service on this database, with the time on it.
 * @throws EngineError DATABASE_UNAVAILABLE when the database's cannot be told to within a second
 */
export function beginServiceClock(database: Database, troubles: Troubles): Promise<ServiceClock> {
  const [source, owner] =
    database.dialect === 'postgres'
      ? [timeOf(database), 'the database']
      : [timeOfMachine(), 'this process when it began'];
  return new ServiceClock(source, owner, troubles).begin();
}
