import type { Logger } from '@nestjs/common';
import { steadyNow } from '../common/clock.js';
import { messageOf } from '../common/errors.js';

/** How often what still fails is told again, in milliseconds. */
const REMINDER_MS = 300_000;

/**
 * Tells the log about work that is repeated and fails while the database is away: why it fails, each reason once in
 * five minutes at most, and that it works again.
 */
export class OutageLog {
  private readonly told = new Set<string>();
  private toldSinceMs = 0;
  private failingSinceMs: number | undefined;

  /** @param what the work, as the beginning of a sentence: `looking after schedules` */
  constructor(
    private readonly logger: Pick<Logger, 'warn' | 'log'>,
    private readonly what: string,
  ) {}

  /** The work has failed, and is tried again. */
  failed(error: unknown): void {
    const nowMs = steadyNow();
    this.failingSinceMs ??= nowMs;
    if (nowMs >= this.toldSinceMs + REMINDER_MS) {
      this.told.clear();
      this.toldSinceMs = nowMs;
    }
    const reason = messageOf(error);
    if (this.told.has(reason)) return;
    this.told.add(reason);
    this.logger.warn(`${this.what} failed, and is tried again: ${reason}`);
  }

  /** The work has been done. */
  worked(): void {
    if (this.failingSinceMs === undefined) return;
    const seconds = ((steadyNow() - this.failingSinceMs) / 1_000).toFixed(1);
    this.failingSinceMs = undefined;
    this.told.clear();
    this.logger.log(`${this.what} works again, after ${seconds} s`);
  }
}
