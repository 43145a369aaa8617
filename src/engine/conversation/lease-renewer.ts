import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { EngineError } from '../../platform/common/errors.js';
import { acrossTenants } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import { Troubles } from '../../platform/common/troubles.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Database, type Dialect, OutageLog } from '../../platform/persistence/index.js';
import type { Lease } from './turn-store.js';

/** A lease while somebody works under it. */
export interface LeaseRenewal {
  /** Aborted once another turn has taken the conversation over: whatever is done from then on is not stored. */
  readonly signal: AbortSignal;
  /** Ends the renewal. The lease itself is given back with the turn. */
  release(): void;
}

interface Entry {
  readonly conversationId: string;
  readonly lost: AbortController;
  renewedAtMs: number;
}

/** How many leases are renewed at the same time. */
const AT_ONCE = 4;

/**
 * Renews the leases of this process. Leases can therefore be short, and what a dead process held is soon free.
 *
 * One timer serves all leases and renews those that are older than a third of their time: a fast turn costs no
 * statement. Each statement names one conversation. A row that somebody else has locked is left for the next round,
 * so that it does not hold the other leases up.
 */
@Injectable()
export class LeaseRenewer {
  /** How long a lease lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
  private readonly rounds = new OutageLog(new Logger(LeaseRenewer.name), 'renewing the leases of conversations');
  private readonly entries = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;
  private renewing = false;
  /** True when the last renewal failed. */
  private failing = false;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'query' | 'dialect'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) { turn }: { readonly turn: Pick<ConvEngineConfig['turn'], 'leaseMs'> },
    troubles: Troubles,
  ) {
    this.leaseMs = turn.leaseMs;
    troubles.watch(() => (this.failing ? 'The leases of conversations cannot be renewed.' : undefined));
  }

  /** Renews a lease that was taken just now, until it is released. */
  renew({ conversationId, owner, expiresAtMs }: Lease): LeaseRenewal {
    const entry = { conversationId, lost: new AbortController(), renewedAtMs: expiresAtMs - this.leaseMs };
    this.entries.set(owner, entry);
    // For the conversations of others as well, whichever turn begins it.
    this.timer ??= setInterval(() => void acrossTenants(() => this.renewDue()), Math.ceil(this.leaseMs / 6)).unref();
    return { signal: entry.lost.signal, release: () => this.release(owner) };
  }

  private release(owner: string): void {
    this.entries.delete(owner);
    if (this.entries.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.failing = false;
  }

  private async renewDue(): Promise<void> {
    const nowMs = this.clock.now();
    const due = [...this.entries].filter(([, { renewedAtMs }]) => nowMs - renewedAtMs >= this.leaseMs / 3);
    if (due.length === 0 || this.renewing) return;
    this.renewing = true;
    try {
      const rest = due.values();
      const worker = async () => {
        for (const [owner, entry] of rest) await this.store(owner, entry, nowMs);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      this.failing = false;
      this.rounds.worked();
    } catch (error) {
      this.failing = true;
      // Nothing is lost by that alone: every write of a turn checks whose the lease is.
      this.rounds.failed(error);
    } finally {
      this.renewing = false;
    }
  }

  private async store(owner: string, entry: Entry, nowMs: number): Promise<void> {
    const parameters = [nowMs + this.leaseMs, entry.conversationId, owner];
    const [row] = await this.database.query(RENEW[this.database.dialect], parameters);
    if (!row) entry.lost.abort(takenOver());
    else if (row.is_renewed) entry.renewedAtMs = nowMs;
  }
}

/** One row where the lease is the owner's still, which says whether it was renewed now. */
const RENEW: Readonly<Record<Dialect, string>> = {
  sqlite: `
    UPDATE ce_conversation SET lease_expires_at = $1 WHERE conversation_id = $2 AND lease_owner = $3
    RETURNING 1 AS is_renewed`,
  // A lock that only keeps the row from being deleted, as that of a row which refers to it, is in nobody's way.
  postgres: `
    WITH held AS (SELECT 1 FROM ce_conversation WHERE conversation_id = $2 AND lease_owner = $3),
    free AS (
      SELECT 1 FROM ce_conversation WHERE conversation_id = $2 AND lease_owner = $3 FOR NO KEY UPDATE SKIP LOCKED),
    renewed AS (
      UPDATE ce_conversation SET lease_expires_at = $1
       WHERE conversation_id = $2 AND lease_owner = $3 AND EXISTS (SELECT 1 FROM free)
      RETURNING 1)
    SELECT EXISTS (SELECT 1 FROM renewed) AS is_renewed FROM held`,
};

/** Why a turn that was at work too long without a sign of life is not stored. */
export function takenOver(): EngineError {
  const text = 'The conversation was taken over by another turn, because this one gave no sign of life for too long.';
  return new EngineError('CONVERSATION_PERSIST_FAILED', text);
}
