import { acrossTenants } from '../../../../platform/common/tenant.js';
import type { Database, Row } from '../../../../platform/persistence/index.js';
import type { ListedRun, RunKey } from '../workflow-engine.js';
import { DUE_COLUMNS, type DueRun, LISTED_COLUMNS, type StoredRun, toDue, toListed, toRun } from './run-rows.js';

/** How many runs that are due are read at once. */
const BATCH = 200;

/** Reads the rows of `ce_workflow_run`. */
export class RunList {
  /** @param ownTenant whose all runs are where the database has one tenant, whatever their rows say */
  constructor(
    private readonly database: Database,
    private readonly ownTenant: string,
  ) {}

  async find({ conversationId, runId }: RunKey): Promise<StoredRun | undefined> {
    const [row] = await this.database.query(
      `SELECT ${LISTED_COLUMNS}, result_json, deadline_ms, due_at_ms, definition_json FROM ce_workflow_run
        WHERE conversation_id = $1 AND run_id = $2`,
      [conversationId, runId],
    );
    return row && toRun(row);
  }

  /** Those of a conversation, or those of them that a consent has started, the newest first. */
  async of(conversationId: string, limit: number, which: 'all' | 'agreed to' = 'all'): Promise<ListedRun[]> {
    const isMeant = which === 'all' ? '' : 'AND parent_run_id IS NULL';
    const rows = await this.database.query(
      `SELECT ${LISTED_COLUMNS} FROM ce_workflow_run WHERE conversation_id = $1 ${isMeant} ORDER BY started_at_ms DESC LIMIT $2`,
      [conversationId, limit],
    );
    return rows.map(toListed);
  }

  /** Those that wait for a person, the oldest first. */
  async held(limit: number): Promise<ListedRun[]> {
    const rows = await this.database.query(
      `SELECT ${LISTED_COLUMNS} FROM ce_workflow_run WHERE status = 'HELD' ORDER BY started_at_ms LIMIT $1`,
      [limit],
    );
    return rows.map(toListed);
  }

  /** A run that has a time at which somebody has to look at it; undefined where it is over, held, or waits to be told something. */
  async dueOf({ conversationId, runId }: RunKey): Promise<DueRun | undefined> {
    const [row] = await this.database.query(
      `SELECT ${DUE_COLUMNS} FROM ce_workflow_run WHERE conversation_id = $1 AND run_id = $2 AND due_at_ms IS NOT NULL`,
      [conversationId, runId],
    );
    return row && this.toDue(row);
  }

  /** What is due, of all tenants, longest first. */
  async *due(nowMs: number): AsyncGenerator<DueRun> {
    let batch: DueRun[] = [];
    do {
      const after = batch.at(-1);
      batch = await acrossTenants(() => this.dueBehind(nowMs, after));
      yield* batch;
    } while (batch.length === BATCH);
  }

  private async dueBehind(nowMs: number, after: DueRun | undefined): Promise<DueRun[]> {
    const rows = await this.database.query(
      `SELECT ${DUE_COLUMNS} FROM ce_workflow_run
        WHERE due_at_ms <= $1 AND due_at_ms >= $2 AND (due_at_ms > $2 OR run_id > $3)
        ORDER BY due_at_ms, run_id LIMIT $4`,
      [nowMs, after?.dueAtMs ?? 0, after?.runId ?? '', BATCH],
    );
    return Promise.all(rows.map((row) => this.toDue(row)));
  }

  private async toDue(row: Row): Promise<DueRun> {
    const due = toDue(row);
    return (await this.database.keepsTenantsApart()) ? due : { ...due, tenant: this.ownTenant };
  }
}
