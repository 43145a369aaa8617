import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';
import { currentTenant } from '../../platform/common/tenant.js';
import { CONFIG } from '../../platform/common/tokens.js';
import { Troubles } from '../../platform/common/troubles.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { LoopDelay } from './loop-delay.js';

/** For so long after the last refusal health tells of it, in milliseconds. */
const TOLD_MS = 30_000;
/**
 * Whoever is refused is told to come back within so many seconds, each at another time, so that all can be answered
 * then.
 */
const LATEST_S = 10;
/**
 * How long a refusal is held back, in milliseconds: a caller that repeats at once, whatever it was told, would take
 * the time of those who are answered.
 */
const REFUSED_AFTER_MS = 500;
/** More than so many do not wait for their refusal: each of them holds a connection. */
const MOST_WAITING = 1_000;
/** A process whose thread is so late at everything leaves new messages to others until it has caught up. */
const TOO_LATE_MS = 1_000;
const OVERLOADED = 'More comes in than can be answered: requests were refused within the last half minute.';

/**
 * Keeps this process from taking on more turns than `limits.turns-in-progress`, and any at all while its thread is
 * late by more than a second. What it has taken on is then answered in bounded time; everybody else is told to come
 * back soon, before anything was done for them.
 */
@Injectable()
export class TurnGate implements OnApplicationShutdown {
  private readonly logger = new Logger('Load');
  private readonly loop = new LoopDelay();
  private readonly most: number;
  private readonly mostOfTenant: number;
  /** Of tenants that have a limit of their own. */
  private readonly mostOf = new Map<string, number>();
  /** Those of each tenant that has any. */
  private readonly byTenant = new Map<string, number>();
  private inProgress = 0;
  /** To be refused. */
  private waiting = 0;
  private isClosed = false;
  private readonly ended: (() => void)[] = [];
  private refusedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(CONFIG) { limits, tenants }: Pick<ConvEngineConfig, 'limits'> & Partial<Pick<ConvEngineConfig, 'tenants'>>,
    troubles: Troubles,
  ) {
    for (const [tenant, own] of Object.entries(tenants ?? {})) {
      const most = own['limits.turns-in-progress'];
      if (most !== undefined) this.mostOf.set(tenant, most);
    }
    this.most = limits.turnsInProgress;
    this.mostOfTenant = limits.turnsInProgressOfTenant || Number.POSITIVE_INFINITY;
    troubles.watch(() => (performance.now() < this.refusedAtMs + TOLD_MS ? OVERLOADED : undefined));
    troubles.watch(() => this.loop.trouble());
  }

  onApplicationShutdown(): void {
    this.loop.stop();
  }

  /** Takes on no more, and waits until what was taken on has ended, whether or not its callers are still there. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.inProgress > 0) await new Promise<void>((resolve) => this.ended.push(resolve));
  }

  /** How much this process has to do, and how late it is at it: half of the time, over the last second or so. */
  get load(): { readonly inProgress: number; readonly most: number; readonly lateMs: number } {
    return { inProgress: this.inProgress, most: this.most, lateMs: this.loop.lateMs() };
  }

  /**
   * Counts `work` among what is in progress, until it has ended.
   * @param onRefused called at once in the place of `work`, and not waited for
   * @throws EngineError SERVICE_OVERLOADED, as `check`
   */
  async count<T>(work: () => Promise<T>, onRefused?: () => unknown): Promise<T> {
    const refusal = this.refusal();
    if (refusal) {
      onRefused?.();
      return this.refuse(refusal);
    }
    const tenant = currentTenant() ?? '';
    this.add(tenant, 1);
    try {
      return await work();
    } finally {
      this.add(tenant, -1);
    }
  }

  private add(tenant: string, turns: 1 | -1): void {
    this.inProgress += turns;
    if (this.inProgress === 0) for (const tell of this.ended.splice(0)) tell();
    const left = (this.byTenant.get(tenant) ?? 0) + turns;
    if (left === 0) this.byTenant.delete(tenant);
    else this.byTenant.set(tenant, left);
  }

  /**
   * To be called before work that is no turn and costs as much as one.
   * @throws EngineError SERVICE_OVERLOADED where as many turns are in progress as there may be, in all or of the
   *   tenant, or where the thread of the process is late; nothing was done
   */
  async check(): Promise<void> {
    const refusal = this.refusal();
    if (refusal) await this.refuse(refusal);
  }

  private async refuse(refusal: EngineError): Promise<never> {
    if (this.waiting < MOST_WAITING) {
      this.waiting += 1;
      await sleep(REFUSED_AFTER_MS);
      this.waiting -= 1;
    }
    throw refusal;
  }

  private refusal(): EngineError | undefined {
    if (this.isClosed) return overloaded('This process is about to end, so nothing was done for this message.');
    const tenant = currentTenant() ?? '';
    if ((this.byTenant.get(tenant) ?? 0) >= (this.mostOf.get(tenant) ?? this.mostOfTenant)) {
      return overloaded(
        'As many messages of this tenant are being answered as may be, so nothing was done for this one.',
      );
    }
    const reason = this.reasonToRefuse();
    if (!reason) return undefined;
    const nowMs = performance.now();
    if (nowMs > this.refusedAtMs + TOLD_MS) this.logger.warn(`${reason}: requests are refused with 503.`);
    this.refusedAtMs = nowMs;
    return overloaded('More messages come in than can be answered, so nothing was done for this one.');
  }

  private reasonToRefuse(): string | undefined {
    if (this.inProgress >= this.most) return `${this.most} turns are in progress (limits.turns-in-progress)`;
    const lateMs = this.loop.lateMs();
    return lateMs > TOO_LATE_MS ? `The process is ${Math.round(lateMs)} ms late at all that it does` : undefined;
  }
}

function overloaded(text: string): EngineError {
  const retryAfterSeconds = 1 + Math.floor(Math.random() * LATEST_S);
  return new EngineError('SERVICE_OVERLOADED', text, { retryAfterSeconds });
}
