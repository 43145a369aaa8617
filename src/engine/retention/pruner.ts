import { countAudit, deleteAudit } from '../../platform/audit/index.js';
import { acrossTenants } from '../../platform/common/tenant.js';
import type { Database, Row, SqlRunner } from '../../platform/persistence/index.js';
import { isBrokenOff, readTimestamp, repeatableTransaction } from '../../platform/persistence/index.js';
import { PRUNED, readIdle, type Sorted, sortIdle } from './idle-conversation.js';
import { pruneMonths } from './month-pruner.js';
import {
  ARRIVALS,
  DELIVERED_EVENTS,
  deleteUnbegun,
  EMPTIED_TABLES,
  emptyConversations,
  listOf,
  MODEL_CALLS,
  ofSome,
  PAGE,
  selectIdle,
  type TimedRows,
} from './prune-statements.js';
import { restAfter } from './rest-after.js';
import type { RetentionRules } from './retention-rules.js';

/** Before the first conversation. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** How many conversations are looked at for each that a batch may change: most are used still. */
const LOOKED_AT = 10;

/** How long it is known what a repeated message could have answered when it first came, in milliseconds. */
const ARRIVALS_KEPT_MS = 86_400_000;

/** What a run has done so far; in a dry run, would have. */
export interface PruneReport {
  /** Conversations that were looked at. */
  looked: number;
  deleted: number;
  /** Of which nothing is left but the record of consent. */
  emptied: number;
  /** Records of the audit of conversations that stay. */
  audit: number;
  /** Stored replies of conversations that stay. */
  replies: number;
  modelCalls: number;
  events: number;
  /** Months of turn records that were dropped as a whole, on PostgreSQL; their records are not among `audit`. */
  months: number;
  /** The conversation it has come to: a later run can go on after it. Null once all were looked at. */
  place: string | null;
}

export interface PruneOptions {
  readonly rules: RetentionRules;
  /** Milliseconds since 1970 UTC. */
  readonly nowMs: number;
  /** Conversations, or rows, that one transaction changes at most. */
  readonly batch: number;
  /** Counts, and changes nothing. */
  readonly dryRun?: boolean;
  /** Where to begin: the place that an earlier run has come to. */
  readonly from?: string | undefined;
  /** Ends the run after the batch at work. */
  readonly signal?: AbortSignal;
  /** Told after each batch. */
  readonly onProgress?: (report: Readonly<PruneReport>) => void;
}

/**
 * Deletes what is older than the rules say, in batches, each a transaction of its own: what was deleted when a run ends
 * early is gone, and the next run goes on. Conversations are gone through by their primary key, so that no index has to
 * be kept for it. A conversation that is in use, or has something to do, is passed over. Any number of runs may go on
 * beside each other and beside the service; after each batch a run rests for as long as the batch took.
 */
export class Pruner {
  constructor(private readonly database: Database) {}

  /** @throws EngineError DATABASE_UNAVAILABLE */
  run(options: PruneOptions): Promise<PruneReport> {
    return acrossTenants(() => this.runForAll(options));
  }

  private async runForAll(options: PruneOptions): Promise<PruneReport> {
    const { rules, nowMs } = options;
    const report: PruneReport = {
      looked: 0,
      deleted: 0,
      emptied: 0,
      audit: 0,
      replies: 0,
      modelCalls: 0,
      events: 0,
      months: 0,
      place: options.from ?? FIRST,
    };
    await this.removeTimed(ARRIVALS, nowMs - ARRIVALS_KEPT_MS, options);
    report.modelCalls = await this.removeTimed(MODEL_CALLS, dateOf(rules.modelCallsBeforeMs), options);
    report.events = await this.removeTimed(DELIVERED_EVENTS, rules.eventsBeforeMs, options);
    report.months = await pruneMonths(this.database, options);
    await this.pruneConversations(report, options);
    return report;
  }

  private async pruneConversations(report: PruneReport, options: PruneOptions): Promise<void> {
    const { rules, batch, signal } = options;
    const times = [rules.conversationsBeforeMs, rules.auditBeforeMs, rules.repliesBeforeMs];
    const newest = Math.max(...times.map((beforeMs) => beforeMs ?? 0));
    while (report.place !== null && newest > 0 && !signal?.aborted) {
      const page = await restAfter(signal, () => this.database.query(PAGE, [report.place, batch * LOOKED_AT]));
      const ids = page.map(idOf);
      const old = page.filter((row) => readTimestamp(row.updated_at).getTime() < newest).map(idOf);
      const looked = report.looked;
      for (let at = 0; at < old.length && !signal?.aborted; at += batch) {
        const some = old.slice(at, at + batch);
        try {
          await restAfter(signal, () => this.pruneSome(some, newest, report, options));
        } catch (error) {
          if (isBrokenOff(error, signal)) return;
          throw error;
        }
        report.place = some.at(-1) ?? report.place;
        report.looked = looked + ids.indexOf(report.place) + 1;
        options.onProgress?.(report);
      }
      if (signal?.aborted) return;
      report.looked = looked + page.length;
      report.place = page.length === batch * LOOKED_AT ? (ids.at(-1) ?? null) : null;
      options.onProgress?.(report);
    }
    if (newest === 0 && !signal?.aborted) report.place = null;
  }

  private pruneSome(some: readonly string[], newest: number, report: PruneReport, options: PruneOptions) {
    const { rules, nowMs, dryRun = false, signal } = options;
    const work = async (sql: SqlRunner) => {
      const { dialect } = this.database;
      const select = selectIdle(dialect, !dryRun);
      const idle: Row[] = [];
      for (const which of dialect === 'sqlite' || dryRun ? [listOf(dialect, some)] : some) {
        idle.push(...(await sql.query(select, [which, new Date(newest), nowMs])));
      }
      const sorted = sortIdle(idle.map(readIdle), rules);
      if (!dryRun) await this.removeConversations(sql, sorted);
      const audit = await this.removeAudit(sql, sorted.withoutAudit, dryRun);
      return { sorted, audit, replies: await this.removeReplies(sql, sorted.withoutReplies, dryRun) };
    };
    const done = dryRun ? work(this.database) : repeatableTransaction(this.database, work, signal);
    return done.then(({ sorted, audit, replies }) => {
      report.deleted += sorted.gone.length;
      report.emptied += sorted.emptied.length;
      report.audit += audit;
      report.replies += replies;
    });
  }

  /** What belongs to a conversation goes with its row, but for the log of model calls, which stands alone. */
  private async removeConversations(sql: SqlRunner, { gone, emptied }: Sorted): Promise<void> {
    const { dialect } = this.database;
    const some = ofSome(dialect);
    if (gone.length > 0) {
      const list = listOf(dialect, gone);
      await sql.query(`DELETE FROM ce_llm_call_log WHERE ${some}`, [list]);
      await sql.query(`DELETE FROM ce_conversation WHERE ${some}`, [list]);
    }
    if (emptied.length > 0) {
      const list = listOf(dialect, emptied);
      for (const table of EMPTIED_TABLES) await sql.query(`DELETE FROM ${table} WHERE ${some}`, [list]);
      await sql.query(deleteUnbegun(dialect), [list]);
      await deleteAudit(sql, some, [list]);
      await sql.query(emptyConversations(dialect), [list, PRUNED]);
    }
  }

  private async removeAudit(sql: SqlRunner, ids: readonly string[], dryRun: boolean): Promise<number> {
    if (ids.length === 0) return 0;
    const { dialect } = this.database;
    const which = [ofSome(dialect), [listOf(dialect, ids)]] as const;
    const count = await countAudit(sql, ...which);
    if (!dryRun) await deleteAudit(sql, ...which);
    return count;
  }

  private async removeReplies(sql: SqlRunner, ids: readonly string[], dryRun: boolean): Promise<number> {
    if (ids.length === 0) return 0;
    const { dialect } = this.database;
    const from = `FROM ce_turn_reply WHERE ${ofSome(dialect)}`;
    const list = listOf(dialect, ids);
    const [row] = await sql.query(`SELECT count(*) AS n ${from}`, [list]);
    if (!dryRun) await sql.query(`DELETE ${from}`, [list]);
    return Number(row?.n ?? 0);
  }

  private async removeTimed(rows: TimedRows, before: Date | number | null, options: PruneOptions): Promise<number> {
    const { batch, dryRun = false, signal } = options;
    if (before === null) return 0;
    if (dryRun) {
      const [row] = await this.database.query(rows.count, [before]);
      return Number(row?.n ?? 0);
    }
    let removed = 0;
    for (let size = batch; size === batch && !signal?.aborted; ) {
      const gone = await restAfter(signal, () => this.database.query(rows.remove, [before, batch]));
      size = gone.length;
      removed += size;
    }
    return removed;
  }
}

function dateOf(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs);
}

function idOf(row: Row): string {
  return String(row.conversation_id);
}
