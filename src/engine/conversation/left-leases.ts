import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { steadyNow } from '../../platform/common/clock.js';
import { acrossTenants } from '../../platform/common/tenant.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Database, OutageLog } from '../../platform/persistence/index.js';
import { LostReplies, type LostReply } from './lost-replies.js';
import { RELEASE } from './read-turn-rows.js';
import type { Lease } from './turn-store.js';

/** A lease under which nobody works any more, and which may be stored still. */
interface LeftLease extends Pick<Lease, 'conversationId' | 'owner'> {
  readonly runsOutAtMs: number;
  /** The reply of the turn that was being stored under it, where one was. */
  readonly lost: LostReply | undefined;
  /** Whether a first look did not find it: the statement that was to take it may still have been on its way then. */
  readonly wasMissing: boolean;
}

/** Between two attempts, in milliseconds: a caller repeats after a second what has failed. */
const PAUSE_MS = 500;

/**
 * Gives back leases that were left behind because the database was away just when they were to be taken or given
 * back. Without it, other processes would wait until such a lease runs out.
 *
 * It tries in the background, one lease at a time, for as long as a lease lasts. Where a turn was being stored under
 * a lease that is gone by then, its reply is noted as lost, however long that takes.
 */
@Injectable()
export class LeftLeases implements BeforeApplicationShutdown {
  private readonly attempts = new OutageLog(new Logger(LeftLeases.name), 'giving leases back that were left behind');
  private readonly leaseMs: number;
  private readonly left = new Map<string, LeftLease>();
  private readonly stopping = new AbortController();
  private isAtWork = false;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'query'>,
    @Inject(CONFIG) { turn }: { readonly turn: Pick<ConvEngineConfig['turn'], 'leaseMs'> },
    private readonly lostReplies: LostReplies,
  ) {
    this.leaseMs = turn.leaseMs;
  }

  /** Ends all attempts: what is left then runs out by itself. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Waits for what takes a lease or gives it back, and has it given back where that fails.
   * @param lost the reply of the turn that was being stored under it, where one was
   * @throws what the work throws
   */
  async watch<T>(lease: Lease, work: Promise<T>, lost?: LostReply): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.giveBack(lease, lost);
      throw error;
    }
  }

  /** Begins to give a lease back. Nothing is changed where it is nobody's by then, or another owner's. */
  giveBack({ conversationId, owner }: Lease, lost?: LostReply): void {
    if (this.stopping.signal.aborted) return;
    // Nobody renews it any more, so that it ends before that.
    const runsOutAtMs = steadyNow() + this.leaseMs;
    this.left.set(owner, { conversationId, owner, runsOutAtMs, lost, wasMissing: false });
    if (this.isAtWork) return;
    this.isAtWork = true;
    // For the conversations of others as well, whichever turn begins it.
    void acrossTenants(() => this.work());
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (this.left.size > 0 && !signal.aborted) {
      try {
        for (const lease of [...this.left.values()]) if (!signal.aborted) await this.release(lease);
      } catch (error) {
        this.attempts.failed(error);
      }
      if (this.left.size > 0) await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    this.isAtWork = false;
  }

  private async release(lease: LeftLease): Promise<void> {
    const { conversationId, owner, runsOutAtMs, lost, wasMissing } = lease;
    this.left.delete(owner);
    if (!lost && steadyNow() >= runsOutAtMs) return;
    try {
      const [released] = await this.database.query(RELEASE, [conversationId, owner, null]);
      // What could have been stored under a lease that is there never will be.
      if (lost) await (released ? this.lostReplies.forget(lost) : this.lostReplies.store(lost));
      this.attempts.worked();
      if (!released && !lost && !wasMissing) this.left.set(owner, { ...lease, wasMissing: true });
    } catch (error) {
      // Behind the others now, which it keeps waiting no longer.
      this.left.set(owner, lease);
      throw error;
    }
  }
}
