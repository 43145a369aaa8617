import { hostname } from 'node:os';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { newId } from '../common/ids.js';
import { repeat } from '../common/repeat.js';
import { CLOCK, DATABASE } from '../common/tokens.js';
import { packageVersion } from '../config/index.js';
import { type Database, OutageLog } from '../persistence/index.js';

/** A process that serves the database. */
export interface ServingProcess {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAtMs: number;
  /** Its last sign of life. */
  readonly seenAtMs: number;
  /** False where a sign of life is overdue: it was killed, is cut off, or much too busy. */
  readonly isAlive: boolean;
  /** How far the clock of its machine is ahead of the service's time. */
  readonly clockAheadMs: number;
  /** SHA-256 of the files of tools and languages that it reads; null where that is not known. */
  readonly filesHash: string | null;
  /** Whether it is this one. */
  readonly isThis: boolean;
}

/** How often a process gives a sign of life, and after how many of them missing it counts as gone; in milliseconds. */
const EVERY_MS = 15_000;
const GONE_MS = 3 * EVERY_MS;
/** So long the row of a process stays that did not take it away itself. */
const KEPT_MS = 3_600_000;
const MOST = 200;

const COLUMNS = 'process_id, host, pid, version, started_at_ms, seen_at_ms, clock_ahead_ms, files_hash';
const SAY = `INSERT INTO ce_process (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (process_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, clock_ahead_ms = excluded.clock_ahead_ms,
    files_hash = excluded.files_hash`;
const FORGET = 'DELETE FROM ce_process WHERE process_id = $1 OR seen_at_ms < $2';
const LIST = `SELECT ${COLUMNS} FROM ce_process WHERE seen_at_ms >= $1 ORDER BY started_at_ms, process_id LIMIT ${MOST}`;

/** The processes of one database: each says of itself that it is there, beside all that it does, and no turn waits for it. */
@Injectable()
export class ProcessList {
  private readonly attempts = new OutageLog(new Logger('Processes'), 'storing the sign of life of this process');
  private readonly id = newId();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private startedAtMs = 0;
  private filesHash: string | null = null;
  private isStored = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Begins to give signs of life, until `stop`. */
  start(): void {
    this.startedAtMs = Math.round(this.clock.now() - process.uptime() * 1_000);
    this.running = repeat(() => this.attempt(() => this.say()), {
      pauseMs: () => EVERY_MS,
      failed: (error) => this.attempts.failed(error),
      signal: this.stopping.signal,
    });
  }

  /** Says that this process is gone. Does nothing where it never began. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    // A database that could not be reached is not waited for once more.
    if (this.isStored) await this.attempt(() => this.database.query(FORGET, [this.id, 0]));
  }

  /** What files this process reads from now on. */
  async noteFiles(hash: string): Promise<void> {
    this.filesHash = hash;
    if (this.startedAtMs > 0 && !this.stopping.signal.aborted) await this.attempt(() => this.say());
  }

  /** In the order of their start, those that have been gone for less than an hour as well. @throws EngineError DATABASE_UNAVAILABLE */
  async list(): Promise<ServingProcess[]> {
    const nowMs = this.clock.now();
    const rows = await this.database.query(LIST, [nowMs - KEPT_MS]);
    return rows.map((row) => ({
      host: String(row.host),
      pid: Number(row.pid),
      version: String(row.version),
      startedAtMs: Number(row.started_at_ms),
      seenAtMs: Number(row.seen_at_ms),
      isAlive: Number(row.seen_at_ms) >= nowMs - GONE_MS,
      clockAheadMs: Number(row.clock_ahead_ms),
      filesHash: row.files_hash === null ? null : String(row.files_hash),
      isThis: row.process_id === this.id,
    }));
  }

  private async say(): Promise<void> {
    const nowMs = this.clock.now();
    const aheadMs = Math.round(Date.now() - nowMs);
    const { id, startedAtMs, filesHash } = this;
    const row = [id, hostname(), process.pid, packageVersion(), startedAtMs, nowMs, aheadMs, filesHash];
    await this.database.query(SAY, row);
    await this.database.query(FORGET, ['', nowMs - KEPT_MS]);
  }

  /** Whoever misses a sign of life sees that; nothing else depends on it. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.isStored = true;
      this.attempts.worked();
    } catch (error) {
      this.isStored = false;
      this.attempts.failed(error);
    }
  }
}
