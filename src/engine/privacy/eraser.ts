import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  ErasureMarks,
  type ErasureReceipt,
  findReceipt,
  receiptHash,
  receiptText,
  sumOfErasure,
} from '../../platform/audit/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, DATABASE } from '../../platform/common/tokens.js';
import { endSessionsOf } from '../../platform/identity/index.js';
import { type Database, isUniqueViolation, repeatableTransaction } from '../../platform/persistence/index.js';
import {
  countRows,
  type Erased,
  type ErasingOptions,
  eraseConversation,
  type RowCounts,
} from './erase-conversation.js';
import { conversationsOf, markOf, type PersonalScope } from './personal-scope.js';

const LOOK_AGAIN_MS = 100;

/** What a run has done so far; in a dry run, would do. */
export interface ErasureProgress {
  /** Conversations that are erased. */
  erased: number;
  /** How many rows of each table they had. */
  readonly rows: Record<string, number>;
  /** Conversations in which something is still at work, or waits: erase again later. */
  busy: number;
  /** Conversations with an action of which nobody can tell how it ended: somebody has to settle it first. */
  inDoubt: number;
}

export interface ErasureOptions {
  /** Who asks for it, for the receipt. */
  readonly by: string;
  /** Whether consents are kept in reduced form. */
  readonly keepConsent: boolean;
  /** How long a conversation is waited for in which something is at work, in milliseconds. */
  readonly waitMs: number;
  /** Ends the run after the conversation at work. */
  readonly signal?: AbortSignal;
  /** Told after each conversation. */
  readonly onProgress?: (progress: Readonly<ErasureProgress>) => void;
}

/** What came of a run. */
export interface ErasureResult extends Readonly<ErasureProgress> {
  readonly receipt: number;
  /** SHA-256 of the receipt; null while something is left to erase: the next run for the same subject goes on. */
  readonly hash: string | null;
  readonly content: ErasureReceipt | null;
}

const UNFINISHED = `
  SELECT erasure_no, requested_by, started_at_ms FROM ce_erasure
   WHERE about_hash = $1 AND ended_at_ms IS NULL ORDER BY erasure_no LIMIT 1`;

const BEGIN = `
  INSERT INTO ce_erasure (erasure_no, scope, about_hash, requested_by, started_at_ms)
  SELECT COALESCE(max(erasure_no), 0) + 1, $1, $2, $3, $4 FROM ce_erasure
  RETURNING erasure_no, requested_by, started_at_ms`;

const END = `
  UPDATE ce_erasure SET ended_at_ms = $2, receipt_json = $3, receipt_hash = $4
   WHERE erasure_no = $1 AND ended_at_ms IS NULL RETURNING erasure_no`;

/** An erasure that has been begun. */
interface Begun {
  readonly no: number;
  readonly by: string;
  readonly startedAtMs: number;
}

/**
 * Erases what is stored of a subject: each conversation with all that belongs to it in a transaction of its own, which leaves
 * a tombstone; then there is a receipt. A run that ends early is gone on with by the next one, and may be beside turns and
 * beside others: a turn at work is waited for, and one that comes later begins a new conversation.
 */
@Injectable()
export class Eraser {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Counts what would be erased.
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  async look(scope: PersonalScope, signal?: AbortSignal): Promise<ErasureProgress> {
    const progress = nothingYet();
    for await (const id of conversationsOf(this.database, scope)) {
      if (signal?.aborted) break;
      const counts = await countRows(this.database, id);
      if (Object.keys(counts).length > 0) add(progress, counts);
    }
    return progress;
  }

  /** @throws EngineError DATABASE_UNAVAILABLE */
  async run(scope: PersonalScope, options: ErasureOptions): Promise<ErasureResult> {
    const { keepConsent, signal, onProgress } = options;
    const marks = await ErasureMarks.of(this.database, this.clock);
    const erasure = await this.begin(scope, markOf(marks, scope), options.by);
    const progress = nothingYet();
    const untilMs = performance.now() + options.waitMs;
    for await (const id of conversationsOf(this.database, scope)) {
      if (signal?.aborted) break;
      const erased = await this.eraseSoon(id, { erasureNo: erasure.no, marks, keepConsent }, untilMs, signal);
      if (erased.outcome === 'erased') add(progress, erased.counts);
      if (erased.outcome === 'busy') progress.busy += 1;
      if (erased.outcome === 'in doubt') progress.inDoubt += 1;
      onProgress?.(progress);
    }
    if ('subject' in scope) await endSessionsOf(this.database, scope.subject);
    const isOver = progress.busy + progress.inDoubt === 0 && !signal?.aborted;
    const end = isOver ? await this.end(scope, erasure, marks) : { hash: null, content: null };
    return { ...progress, receipt: erasure.no, ...end };
  }

  /** Goes on with an erasure that has not ended, or begins one. */
  private async begin(scope: PersonalScope, aboutHash: string, by: string): Promise<Begun> {
    const [unfinished] = await this.database.query(UNFINISHED, [aboutHash]);
    const kind = 'subject' in scope ? 'SUBJECT' : 'CONVERSATION';
    for (let row = unfinished; ; ) {
      if (row) {
        return { no: Number(row.erasure_no), by: String(row.requested_by), startedAtMs: Number(row.started_at_ms) };
      }
      try {
        [row] = await this.database.query(BEGIN, [kind, aboutHash, by, this.clock.now()]);
      } catch (error) {
        // Another erasure has taken the number in this moment.
        if (!isUniqueViolation(error)) throw error;
      }
    }
  }

  /** Waits for what is at work, as long as there is time. */
  private async eraseSoon(
    id: string,
    how: Omit<ErasingOptions, 'nowMs'>,
    untilMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Erased> {
    for (;;) {
      const erased = await repeatableTransaction(this.database, (sql) =>
        eraseConversation(this.database, sql, id, { ...how, nowMs: this.clock.now() }),
      );
      if (erased.outcome !== 'busy' || performance.now() >= untilMs || signal?.aborted) return erased;
      await sleep(LOOK_AGAIN_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined);
    }
  }

  private async end(scope: PersonalScope, { no, by, startedAtMs }: Begun, marks: ErasureMarks) {
    const endedAtMs = this.clock.now();
    const content: ErasureReceipt = {
      receipt: no,
      scope: 'subject' in scope ? 'SUBJECT' : 'CONVERSATION',
      about: markOf(marks, scope),
      requestedBy: by,
      startedAt: new Date(startedAtMs).toISOString(),
      endedAt: new Date(endedAtMs).toISOString(),
      ...(await sumOfErasure(this.database, no)),
    };
    const text = receiptText(content);
    const hash = receiptHash(text);
    const [ended] = await this.database.query(END, [no, endedAtMs, text, hash]);
    if (ended) return { hash, content };
    // Another run has ended it in this moment: its receipt is the one that counts.
    const found = await findReceipt(this.database, no);
    return { hash: found?.hash ?? null, content: found?.content ?? null };
  }
}

function nothingYet(): ErasureProgress {
  return { erased: 0, rows: {}, busy: 0, inDoubt: 0 };
}

function add(progress: ErasureProgress, counts: RowCounts): void {
  progress.erased += 1;
  for (const [table, count] of Object.entries(counts)) progress.rows[table] = (progress.rows[table] ?? 0) + count;
}
