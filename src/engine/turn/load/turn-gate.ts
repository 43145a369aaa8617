import { Inject, Injectable, Logger } from '@nestjs/common';
import { inPlace, type WorkPlace } from '../../../platform/common/elsewhere.js';
import { EngineError } from '../../../platform/common/errors.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import { Troubles } from '../../../platform/common/troubles.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { LoopDelay } from './loop-delay.js';
import { PlaceLimit } from './place-limit.js';
import { Refusals } from './refusals.js';

/** A turn that takes longer than this, and than so many others, waits for somebody, for whom is not known: its place is free. */
const LONG_MS = 100;
const LONG_TIMES = 10;
/** The overload is over so long after the last refusal, in milliseconds: those that were refused have tried again. */
const CALM_MS = 5_000;
/** For so much longer health tells of it, in milliseconds. */
const TOLD_MS = 25_000;
const OVERLOADED = 'More comes in than can be answered: requests were refused within the last half minute.';

/** A turn that is worked on. What it waits for elsewhere is not counted. */
class Place implements WorkPlace {
  readonly sinceMs = performance.now();
  /** How long it has been elsewhere, in milliseconds. */
  elsewhereMs = 0;
  /** Then nobody comes back: what it waited for was given up. */
  hasEnded = false;
  private outside = 0;
  private leftAtMs = 0;

  /**
   * @param begun turns that had begun before this one did
   * @param onMove told when it leaves, and when it comes back
   */
  constructor(
    readonly begun: number,
    readonly isAlone: boolean,
    private readonly onMove: (place: Place, isBack: boolean) => void,
  ) {}

  leave(): void {
    this.outside += 1;
    if (this.outside > 1) return;
    this.leftAtMs = performance.now();
    this.onMove(this, false);
  }

  comeBack(): void {
    this.outside -= 1;
    if (this.outside > 0 || this.hasEnded) return;
    this.elsewhereMs += performance.now() - this.leftAtMs;
    this.onMove(this, true);
  }
}

interface Waiting {
  readonly sinceMs: number;
  readonly enter: (place: Place) => void;
  readonly refuse: (error: EngineError) => void;
}

/**
 * Keeps this process from taking on more turns than it can answer soon. Turns wait for a place in the order in which they
 * came. For a moment more may come than can be answered (`limits.burst-ms`); where that lasts, whoever would have to wait
 * for longer than a turn takes is refused with SERVICE_OVERLOADED, and those that are let in are answered as fast as ever.
 */
@Injectable()
export class TurnGate {
  private readonly logger = new Logger('Load');
  private readonly limit = new PlaceLimit();
  private readonly refusals = new Refusals();
  private readonly loop = new LoopDelay();
  private readonly atWork = new Set<Place>();
  private readonly waiting: Waiting[] = [];
  private readonly burstMs: number;
  private readonly most: number;
  private begun = 0;
  private inProgress = 0;
  /** Since when somebody has been waiting at any time; undefined where nobody is. */
  private waitingSinceMs: number | undefined;
  private overloadedUntilMs = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private immediate: NodeJS.Immediate | undefined;

  constructor(@Inject(CONFIG) { limits }: Pick<ConvEngineConfig, 'limits'>, troubles: Troubles) {
    this.burstMs = limits.burstMs;
    this.most = limits.turnsInProgress;
    troubles.watch(() => (performance.now() < this.overloadedUntilMs + TOLD_MS ? OVERLOADED : undefined));
    troubles.watch(() => this.loop.trouble());
  }

  /**
   * Counts `work` among what is in progress, until it has ended.
   * @throws EngineError SERVICE_OVERLOADED, as `check`
   */
  async count<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFull) await this.turnAway();
    this.inProgress += 1;
    try {
      return await work();
    } finally {
      this.inProgress -= 1;
    }
  }

  /**
   * Runs `work` in a place, once there is one.
   * @throws EngineError SERVICE_OVERLOADED, after a short while, where that would take too long; nothing was done
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const place = this.burstMs === 0 ? this.begin() : await this.queue();
    try {
      return await inPlace(place, work);
    } finally {
      this.leave(place);
    }
  }

  /**
   * For what is no turn, and costs as much.
   * @throws EngineError SERVICE_OVERLOADED, after a short while, where a turn that came now would be refused
   */
  async check(): Promise<void> {
    if (this.isFull) await this.turnAway();
  }

  private get isFull(): boolean {
    return this.inProgress >= this.most || this.wouldWaitTooLong(performance.now());
  }

  /**
   * Refuses a request, a moment later: who repeats it at once, whatever it is told, then takes little of what others need.
   * @throws EngineError SERVICE_OVERLOADED
   */
  private async turnAway(): Promise<never> {
    const nowMs = performance.now();
    if (!this.isOverloaded(nowMs))
      this.logger.warn('More comes in than can be answered: requests are refused with 503.');
    this.overloadedUntilMs = nowMs + CALM_MS;
    return this.refusals.next(1000 / Math.max(1, this.limit.intervalMs));
  }

  private isOverloaded(nowMs: number): boolean {
    return nowMs < this.overloadedUntilMs;
  }

  private wouldWaitTooLong(nowMs: number): boolean {
    if (this.burstMs === 0 || this.waiting.length === 0) return false;
    const waitMs = (this.waiting.length + 1) * this.limit.intervalMs;
    const isStanding = nowMs - (this.waitingSinceMs ?? nowMs) > this.burstMs;
    return waitMs > (isStanding || this.isOverloaded(nowMs) ? this.limit.aloneMs : this.burstMs);
  }

  private begin(): Place {
    const place = new Place(this.begun, this.atWork.size === 0, this.move);
    this.begun += 1;
    this.atWork.add(place);
    return place;
  }

  private readonly move = (place: Place, isBack: boolean): void => {
    if (isBack) this.atWork.add(place);
    else if (this.atWork.delete(place)) this.letInSoon();
  };

  private async queue(): Promise<Place> {
    const nowMs = performance.now();
    if (this.wouldWaitTooLong(nowMs)) return this.turnAway();
    this.waitingSinceMs ??= nowMs;
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    this.waiting.push({ sinceMs: nowMs, enter: resolve, refuse: reject });
    this.letInSoon();
    return promise;
  }

  private leave(place: Place): void {
    const nowMs = performance.now();
    place.hasEnded = true;
    const wasCounted = this.atWork.delete(place);
    const wasAlone = place.isAlone && this.begun === place.begun + 1;
    const others = wasAlone ? 'none' : this.waiting.length > 0 ? 'waiting' : 'some';
    if (wasCounted) this.limit.note(nowMs - place.sinceMs - place.elsewhereMs, others, nowMs);
    this.letInSoon();
  }

  /**
   * Lets turns in at the end of the event loop's round, and no more in one round than there are places: on SQLite a turn
   * hardly ever waits for anything, and what has come in meanwhile would not be seen before all earlier ones are done.
   */
  private letInSoon(): void {
    if (this.waiting.length === 0) return;
    this.immediate ??= setImmediate(() => {
      this.immediate = undefined;
      this.letIn(performance.now());
    });
  }

  private letIn(nowMs: number): void {
    this.refuseOld(nowMs);
    while (this.waiting.length > 0 && this.hasPlace(nowMs)) this.waiting.shift()?.enter(this.begin());
    if (this.waiting.length === 0) this.waitingSinceMs = undefined;
    else this.watch();
  }

  /** The number of places is asked for only where it matters. */
  private hasPlace(nowMs: number): boolean {
    return this.atWork.size === 0 || this.atWork.size < this.limit.placesAt(nowMs);
  }

  /** While somebody waits, looks after those that hold a place for long, and those that have waited for too long. */
  private watch(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const nowMs = performance.now();
      this.freeLong(nowMs);
      this.letIn(nowMs);
    }, LONG_MS / 4).unref();
  }

  private freeLong(nowMs: number): void {
    const longMs = Math.max(LONG_MS, LONG_TIMES * this.limit.aloneMs);
    for (const place of this.atWork) {
      if (nowMs - place.sinceMs - place.elsewhereMs < longMs) continue;
      this.atWork.delete(place);
      this.limit.noteLong();
    }
  }

  private refuseOld(nowMs: number): void {
    for (let first = this.waiting[0]; first && nowMs - first.sinceMs > 2 * this.burstMs; first = this.waiting[0]) {
      this.waiting.shift();
      this.turnAway().catch(first.refuse);
    }
  }
}
