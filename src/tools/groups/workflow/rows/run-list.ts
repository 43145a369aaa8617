import type { Database } from '../../../../platform/persistence/index.js';
import type { ListedRun, RunKey } from '../workflow-engine.js';
import { type DueRun, keyOf, LISTED_COLUMNS, type StoredRun, toListed, toRun } from './run-rows.js';

/** Reads the rows of `ce_workflow_run`. */
export class RunList {
  constructor(private readonly database: Database) {}

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

  /** What is due, longest first, from a place in this list on. */
  async due(nowMs: number, limit: number, after?: DueRun): Promise<DueRun[]> {
    const rows = await this.database.query(
      `SELECT conversation_id, run_id, workflow, version, tenant_id, due_at_ms,
              CASE WHEN definition_json IS NULL THEN 0 ELSE 1 END AS is_kept
         FROM ce_workflow_run
        WHERE due_at_ms <= $1 AND due_at_ms >= $2 AND (due_at_ms > $2 OR run_id > $3)
        ORDER BY due_at_ms, run_id LIMIT $4`,
      [nowMs, after?.dueAtMs ?? 0, after?.runId ?? '', limit],
    );
    return rows.map((row) => ({
      ...keyOf(row),
      workflow: String(row.workflow),
      version: String(row.version),
      tenant: String(row.tenant_id),
      dueAtMs: Number(row.due_at_ms),
      isKept: Number(row.is_kept) === 1,
    }));
  }
}
