import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/common/clock.js';
import { acrossTenants } from '../../platform/common/tenant.js';
import { CLOCK, CONFIG, DATABASE } from '../../platform/common/tokens.js';
import { type ConvEngineConfig, packageVersion } from '../../platform/config/index.js';
import { ACTION_STATUSES } from '../../platform/handlers-api/index.js';
import type { Database, PoolLoad } from '../../platform/persistence/index.js';
import { ProcessList, type ServingProcess } from '../../platform/processes/index.js';
import { AWAITS_APPROVAL } from '../pending-action/index.js';
import { BUCKET_MS, TurnGate, TurnStatistics } from '../turn/index.js';
import { iso } from './action-item.js';

/** What happened in five minutes. */
export interface StatisticsBucket {
  readonly at: string;
  /** Turns that this process has answered; the next three as well. */
  readonly turns: number;
  readonly errors: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  /** Actions whose newest question was asked then, by whatever process; of them, how many are what by now. */
  readonly proposals: number;
  readonly executed: number;
  readonly rejected: number;
  readonly expired: number;
}

/** Numbers of actions, chats and events in the database, counted up to `MOST_COUNTED`. */
export interface DatabaseCounts {
  readonly open: number;
  readonly held: number;
  readonly awaitingApproval: number;
  /** Chats that a person answers. */
  readonly handedOver: number;
  /** Open actions whose minutes run out in the next five. */
  readonly expiringSoon: number;
  /** Events that the webhook has not got yet. */
  readonly webhookBacklog: number;
  /** Events that it will not get unless somebody has them sent again. */
  readonly webhookGivenUp: number;
}

/** How the service is doing, for all its tenants together. */
export interface ServiceStatistics extends DatabaseCounts {
  readonly buckets: readonly StatisticsBucket[];
  /** Turns that this process works on, and how many it takes on at most. */
  readonly queue: { readonly inProgress: number; readonly most: number };
  /** How late this process is at all that it does, over the last second or so. */
  readonly eventLoopDelayMs: number;
  readonly databaseBytes: number;
  /** The connections of this process to PostgreSQL; null on SQLite. */
  readonly pool: PoolLoad | null;
  /** `convengine.retention`: after how many days what is removed; 0 for never. */
  readonly retention: ConvEngineConfig['retention'];
  readonly version: string;
  /** The one that has answered. */
  readonly process: { readonly pid: number; readonly startedAt: string };
  /** All that serve the database, in the order of their start. */
  readonly processes: readonly ShownProcess[];
}

/** A process as operators see it. */
export interface ShownProcess {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  readonly seenAt: string;
  /** False where a sign of life is overdue. */
  readonly isAlive: boolean;
  readonly clockAheadMs: number;
  /** Whether it reads the same files of tools and languages as the one that has answered; null where that is not known. */
  readonly hasSameFiles: boolean | null;
  /** Whether it is the one that has answered. */
  readonly isThis: boolean;
}

/** As far as is counted: more than that is a number of its own. */
export const MOST_COUNTED = 10_000;

const SOON_MS = 300_000;
const HOUR_MS = 3_600_000;

/** As the indexes say it: SQLite uses one only for the very same words. */
const COUNTED = {
  open: `ce_action_proposal WHERE status = 'OPEN' AND created_at_ms >= 0`,
  held: `ce_action_proposal WHERE status = 'IN_PROGRESS' AND claim_owner IS NULL`,
  awaiting_approval: `ce_action_proposal WHERE status IN ('OPEN', 'IN_PROGRESS') AND ${AWAITS_APPROVAL}`,
  handed_over: `ce_conversation WHERE handover_at_ms IS NOT NULL`,
  expiring_soon: `ce_action_proposal WHERE status = 'OPEN' AND expires_at_ms > $1 AND expires_at_ms <= $2`,
  webhook_backlog: `ce_outbox_event WHERE delivered_at_ms IS NULL AND next_attempt_at_ms >= 0`,
  webhook_given_up: `ce_outbox_event WHERE delivered_at_ms IS NULL AND next_attempt_at_ms IS NULL`,
};

const NUMBERS = `SELECT ${Object.entries(COUNTED)
  .map(([name, from]) => `(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MOST_COUNTED}) AS counted) AS ${name}`)
  .join(', ')}`;

const BYTES = {
  postgres: 'SELECT pg_database_size(current_database()) AS bytes',
  sqlite: 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
};

/** Counts how the service is doing: turns in the memory of this process, actions and events in the database. */
@Injectable()
export class StatisticsReader {
  private readonly startedAt: string;

  constructor(
    private readonly turns: TurnStatistics,
    private readonly gate: TurnGate,
    private readonly processes: ProcessList,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'retention'>,
  ) {
    // Where the engine is a part of another program, that may have run for long before.
    this.startedAt = iso(clock.now());
  }

  /**
   * @param hours how far back the buckets go
   * @throws EngineError DATABASE_UNAVAILABLE
   */
  read(hours: number): Promise<ServiceStatistics> {
    return acrossTenants(() => this.readForAll(hours));
  }

  private async readForAll(hours: number): Promise<ServiceStatistics> {
    const nowMs = this.clock.now();
    const counts = await this.countsForAll();
    const [size] = await this.database.query(BYTES[this.database.dialect]);
    const { inProgress, most, lateMs } = this.gate.load;
    return {
      buckets: await this.buckets(nowMs, (hours * HOUR_MS) / BUCKET_MS),
      ...counts,
      queue: { inProgress, most },
      eventLoopDelayMs: Math.round(lateMs),
      databaseBytes: Number(size?.bytes),
      pool: this.database.pool,
      retention: this.config.retention,
      version: packageVersion(),
      process: { pid: process.pid, startedAt: this.startedAt },
      processes: shownProcesses(await this.processes.list()),
    };
  }

  /** @throws EngineError DATABASE_UNAVAILABLE */
  counts(): Promise<DatabaseCounts> {
    return acrossTenants(() => this.countsForAll());
  }

  private async countsForAll(): Promise<DatabaseCounts> {
    const nowMs = this.clock.now();
    const [numbers] = await this.database.query(NUMBERS, [nowMs, nowMs + SOON_MS]);
    return {
      open: Number(numbers?.open),
      held: Number(numbers?.held),
      awaitingApproval: Number(numbers?.awaiting_approval),
      handedOver: Number(numbers?.handed_over),
      expiringSoon: Number(numbers?.expiring_soon),
      webhookBacklog: Number(numbers?.webhook_backlog),
      webhookGivenUp: Number(numbers?.webhook_given_up),
    };
  }

  private async buckets(nowMs: number, count: number): Promise<StatisticsBucket[]> {
    const turns = this.turns.buckets(nowMs, count);
    const rows = await this.database.query(actionsSince(turns[0]?.atMs ?? nowMs));
    const numbers = new Map(
      rows.map(({ status, bucket, actions }) => [`${String(status)} ${String(bucket)}`, Number(actions)]),
    );
    return turns.map(({ atMs, ...counts }) => {
      const of = (status: string) => numbers.get(`${status} ${atMs / BUCKET_MS}`) ?? 0;
      const [executed, rejected, expired] = [of('EXECUTED'), of('REJECTED'), of('EXPIRED')];
      const proposals = executed + rejected + expired + of('OPEN') + of('IN_PROGRESS');
      return { at: iso(atMs), ...counts, proposals, executed, rejected, expired };
    });
  }
}

function shownProcesses(all: readonly ServingProcess[]): ShownProcess[] {
  const own = all.find(({ isThis }) => isThis)?.filesHash ?? null;
  return all.map(({ startedAtMs, seenAtMs, filesHash, ...shown }) => ({
    ...shown,
    startedAt: iso(startedAtMs),
    seenAt: iso(seenAtMs),
    hasSameFiles: own === null || filesHash === null ? null : own === filesHash,
  }));
}

/** Actions by status and bucket, each status from its own index. Whole numbers stand in the text: as parameters, SQLite divides them as fractions. */
function actionsSince(sinceMs: number): string {
  const parts = ACTION_STATUSES.map((status) => {
    return `SELECT '${status}' AS status, created_at_ms / ${BUCKET_MS} AS bucket, count(*) AS actions FROM ce_action_proposal
             WHERE status = '${status}' AND created_at_ms >= ${Math.trunc(sinceMs)} GROUP BY created_at_ms / ${BUCKET_MS}`;
  });
  return parts.join(' UNION ALL ');
}
