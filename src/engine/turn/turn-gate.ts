import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import { Troubles } from '../../platform/common/troubles.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { LoopDelay } from './loop-delay.js';

/** For so long after the last refusal health tells of it, in milliseconds. */
const TOLD_MS = 30_000;
/** Who was refused is to come back within so many seconds at the latest: spread out, so that all can be answered then. */
const LATEST_S = 10;
const OVERLOADED = 'More comes in than can be answered: requests were refused within the last half minute.';

/**
 * Keeps this process from taking on more turns than `limits.turns-in-progress`: what has been taken on is answered in
 * bounded time, and the rest is told at once to come back, before anything was done for it.
 */
@Injectable()
export class TurnGate implements OnApplicationShutdown {
  private readonly logger = new Logger('Load');
  private readonly loop = new LoopDelay();
  private readonly most: number;
  private inProgress = 0;
  private refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(@Inject(CONFIG) { limits }: Pick<ConvEngineConfig, 'limits'>, troubles: Troubles) {
    this.most = limits.turnsInProgress;
    troubles.watch(() => (performance.now() < this.refusedAtMs + TOLD_MS ? OVERLOADED : undefined));
    troubles.watch(() => this.loop.trouble());
  }

  onApplicationShutdown(): void {
    this.loop.stop();
  }

  /** How much this process has to do, and how late it is at it: half of the time, over the last second or so. */
  get load(): { readonly inProgress: number; readonly most: number; readonly lateMs: number } {
    return { inProgress: this.inProgress, most: this.most, lateMs: this.loop.lateMs() };
  }

  /**
   * Counts `work` among what is in progress, until it has ended.
   * @throws EngineError SERVICE_OVERLOADED, as `check`
   */
  async count<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    this.inProgress += 1;
    try {
      return await work();
    } finally {
      this.inProgress -= 1;
    }
  }

  /**
   * For what is no turn, and costs as much.
   * @throws EngineError SERVICE_OVERLOADED where as many turns are in progress as there may be; nothing was done
   */
  check(): void {
    if (this.inProgress < this.most) return;
    const nowMs = performance.now();
    if (nowMs > this.refusedAtMs + TOLD_MS) {
      this.logger.warn(`${this.most} turns are in progress (limits.turns-in-progress): requests are refused with 503.`);
    }
    this.refusedAtMs = nowMs;
    const text = 'More messages come in than can be answered, so nothing was done for this one.';
    const retryAfterSeconds = 1 + Math.floor(Math.random() * LATEST_S);
    throw new EngineError('SERVICE_OVERLOADED', text, { retryAfterSeconds });
  }
}
