import type { Database } from '../../../../platform/persistence/index.js';
import type { RunKey } from '../workflow-engine.js';
import type { ToldRun, WorkflowEventName } from '../workflow-event.js';
import { keyOf } from './run-rows.js';

/** What became of a run: how it ended, or that it is held. */
export type RunNews = ToldRun & { readonly event: WorkflowEventName };

/** What `ce_workflow_run` says of the news of runs: what is not in the audit yet, and what the user has not heard. */
export class RunNewsStore {
  constructor(private readonly database: Database) {}

  /** What became of runs and is not in the audit yet, the oldest first. */
  async unrecorded(limit: number): Promise<RunNews[]> {
    const rows = await this.database.query(
      `SELECT conversation_id, run_id, workflow, version, unrecorded FROM ce_workflow_run
        WHERE unrecorded IS NOT NULL ORDER BY started_at_ms LIMIT $1`,
      [limit],
    );
    return rows.map((row) => ({
      ...keyOf(row),
      workflow: String(row.workflow),
      version: String(row.version),
      event: row.unrecorded as WorkflowEventName,
    }));
  }

  /** Notes that an event is in the audit. */
  async noteRecorded({ conversationId, runId, event }: RunNews): Promise<void> {
    await this.database.query(
      `UPDATE ce_workflow_run SET unrecorded = NULL WHERE conversation_id = $1 AND run_id = $2 AND unrecorded = $3`,
      [conversationId, runId, event],
    );
  }

  /** Notes that the user knows how a run ended. */
  async noteTold({ conversationId, runId }: RunKey, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_workflow_run SET told_at_ms = $1
        WHERE conversation_id = $2 AND run_id = $3 AND ended_at_ms IS NOT NULL AND told_at_ms IS NULL`,
      [nowMs, conversationId, runId],
    );
  }
}
