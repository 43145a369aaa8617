import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import { type AnsweredTurn } from '../dry-run/index.js';
import type { ShadowCandidate } from './shadow-candidate.js';
import type { ShadowStore } from './shadow-store.js';
import { ShadowTally } from './shadow-tally.js';

/** More turns do not wait: the next one is counted as dropped. */
const MOST_WAITING = 100;
/** Of the time of the process's one thread, a shadow has at most so much. */
const SHARE_OF_TIME = 0.1;
/** A shadow that takes longer than this for each of so many runs, one after the other, ends: live turns would feel it. */
const SLOW_MS = 250;
const MOST_SLOW = 3;

/** A turn that waits, and the way into its tenant. */
export interface WaitingTurn {
  readonly answered: AnsweredTurn;
  readonly inTenant: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Compares turns of this process, one at a time, in a small part of its time. */
export class ShadowWork {
  private readonly logger = new Logger('Shadow');
  private readonly tally = new ShadowTally();
  private readonly stopping = new AbortController();
  private readonly waiting: WaitingTurn[] = [];
  private working: Promise<void> | undefined;
  private slowRuns = 0;

  /** @param onTooSlow called once */
  constructor(
    private readonly candidate: Pick<ShadowCandidate, 'compare'>,
    private readonly onTooSlow: () => void,
  ) {}

  /** Aborted when it is stopped. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Has a turn compared later. Neither fails nor takes time. */
  offer(turn: WaitingTurn): void {
    if (this.signal.aborted) return;
    if (this.waiting.length >= MOST_WAITING) {
      this.tally.add({ dropped: 1 });
      return;
    }
    this.waiting.push(turn);
    this.working ??= this.workOff().finally(() => {
      this.working = undefined;
    });
  }

  /** Resolves when the turn at work is done; those that wait are dropped. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
    this.tally.add({ dropped: this.waiting.splice(0).length });
  }

  /** @throws EngineError DATABASE_UNAVAILABLE; it is counted on then */
  async store(store: ShadowStore, shadowNo: number): Promise<void> {
    const page = this.tally.take();
    if (!page) return;
    try {
      await store.addCounts(shadowNo, page);
    } catch (error) {
      this.tally.putBack(page);
      throw error;
    }
    for (const example of page.examples) await store.keep(shadowNo, example);
  }

  private async workOff(): Promise<void> {
    // Whoever has offered it is still answering.
    await this.rest(1);
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      if (this.signal.aborted) return void this.waiting.unshift(next);
      await this.compare(next);
    }
  }

  private async compare({ answered, inTenant }: WaitingTurn): Promise<void> {
    let beganAt = performance.now();
    const pause = async () => {
      await this.rest(this.taken(performance.now() - beganAt));
      beganAt = performance.now();
    };
    await inTenant(async () => {
      try {
        const compared = await this.candidate.compare(answered, pause);
        if (compared === 'same') this.tally.add({ compared: 1 });
        else this.tally.differs(compared.example, compared.causes);
      } catch (error) {
        this.tally.add({ failed: 1 });
        this.logger.warn(`a turn could not be compared: ${messageOf(error)}`);
      }
    });
    await pause();
  }

  /** How long to leave the thread to others after so many milliseconds. */
  private taken(ms: number): number {
    this.slowRuns = ms > SLOW_MS ? this.slowRuns + 1 : 0;
    if (this.slowRuns === MOST_SLOW) this.onTooSlow();
    return (ms * (1 - SHARE_OF_TIME)) / SHARE_OF_TIME;
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.signal, ref: false }).catch(() => undefined);
  }
}
