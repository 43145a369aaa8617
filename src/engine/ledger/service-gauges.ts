import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE } from '../../platform/common/tokens.js';
import { packageVersion } from '../../platform/config/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { beforeTelling, measured } from '../../platform/telemetry/index.js';
import { TurnGate } from '../turn/index.js';
import { type DatabaseCounts, StatisticsReader } from './service-statistics.js';

/** A database that does not answer by then is down, for this time (milliseconds). */
const DATABASE_TIMEOUT_MS = 2_000;

/** Looks at what the gauges of the metrics are about, whenever somebody reads them. */
@Injectable()
export class ServiceGauges implements OnApplicationShutdown {
  private readonly end: () => void;
  /** One at a time, however often it is asked for: one that hangs holds a connection. */
  private counting: Promise<DatabaseCounts | undefined> | undefined;

  constructor(
    private readonly statistics: StatisticsReader,
    private readonly gate: TurnGate,
    @Inject(DATABASE) private readonly database: Database,
  ) {
    this.end = beforeTelling(() => this.look());
  }

  onApplicationShutdown(): void {
    this.end();
  }

  private async look(): Promise<void> {
    const { inProgress, most, lateMs } = this.gate.load;
    measured.service.set([[1, packageVersion()]]);
    measured.turnsInProgress.set([[inProgress]]);
    measured.turnsLimit.set([[most]]);
    measured.loopDelay.set([[lateMs / 1_000]]);
    this.lookAtPool();
    // What is in a database that does not answer is not known, and told of by no number.
    const counts = await this.counts();
    measured.databaseUp.set([[counts ? 1 : 0]]);
    measured.actions.set(counts ? actionsOf(counts) : []);
    measured.handovers.set(counts ? [[counts.handedOver, 'handed_over']] : []);
    measured.webhookEvents.set(counts ? eventsOf(counts) : []);
  }

  private lookAtPool(): void {
    const { pool } = this.database;
    if (!pool) return;
    measured.connections.set([
      [pool.inUse, 'used'],
      [pool.idle, 'idle'],
    ]);
    measured.connectionsWaiting.set([[pool.waiting]]);
    measured.connectionsMost.set([[pool.most]]);
  }

  private counts(): Promise<DatabaseCounts | undefined> {
    this.counting ??= this.statistics
      .counts()
      .catch(() => undefined)
      .finally(() => {
        this.counting = undefined;
      });
    return Promise.race([this.counting, delay(DATABASE_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

function actionsOf({ open, held, awaitingApproval, expiringSoon }: DatabaseCounts): [number, string][] {
  return [
    [open, 'open'],
    [held, 'held'],
    [awaitingApproval, 'awaiting_approval'],
    [expiringSoon, 'expiring_soon'],
  ];
}

function eventsOf({ webhookBacklog, webhookGivenUp }: DatabaseCounts): [number, string][] {
  return [
    [webhookBacklog, 'waiting'],
    [webhookGivenUp, 'given_up'],
  ];
}
