import type { Database, SqlRunner } from '../../../../platform/persistence/index.js';
import type { RunKey } from '../workflow-engine.js';

/** What the user reads of a run that somebody ended. */
export const CANCELLED = 'It was cancelled.';

/** Writes into `ce_workflow_run` what is to become of a run, whoever works on it: it is told, and looks at that. */
export class RunRequests {
  constructor(private readonly database: Database) {}

  /** Has a run undone, at once where it waits or is held; does nothing to one that has ended, or that ends with its process. */
  async cancel({ conversationId, runId }: RunKey, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_workflow_run
          SET error_text = CASE WHEN ends_as IS NULL THEN $1 ELSE error_text END,
              error_shown = CASE WHEN ends_as IS NULL THEN 1 ELSE error_shown END,
              ends_as = COALESCE(ends_as, 'CANCELLED'), told_count = told_count + 1,
              due_at_ms = CASE WHEN status = 'RUNNING' THEN due_at_ms ELSE $2 END,
              status = CASE WHEN status = 'HELD' THEN 'WAITING' ELSE status END
        WHERE conversation_id = $3 AND run_id = $4
          AND (status IN ('WAITING', 'HELD') OR (status = 'RUNNING' AND due_at_ms IS NOT NULL))`,
      [CANCELLED, nowMs, conversationId, runId],
    );
  }

  /** Has a child undone, also one that is done; does nothing to one that was, or that never began. */
  async undoChild({ conversationId, runId }: RunKey, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_workflow_run
          SET error_text = CASE WHEN ends_as IS NULL THEN $1 ELSE error_text END,
              error_shown = CASE WHEN ends_as IS NULL THEN 1 ELSE error_shown END,
              ends_as = COALESCE(ends_as, 'CANCELLED'), told_count = told_count + 1, ended_at_ms = NULL,
              due_at_ms = CASE WHEN status = 'RUNNING' THEN due_at_ms ELSE $2 END,
              status = CASE WHEN status = 'RUNNING' THEN 'RUNNING' ELSE 'WAITING' END
        WHERE conversation_id = $3 AND run_id = $4
          AND (status IN ('RUNNING', 'DONE') OR (status IN ('WAITING', 'HELD') AND ends_as IS NULL))`,
      [CANCELLED, nowMs, conversationId, runId],
    );
  }

  /** Has a held run go on where it stood; false where it is not held. */
  async retry({ conversationId, runId }: RunKey, nowMs: number): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE ce_workflow_run
          SET status = 'WAITING', due_at_ms = $1, takeovers = 0, error_text = CASE WHEN ends_as = 'CANCELLED' THEN $2 END
        WHERE conversation_id = $3 AND run_id = $4 AND status = 'HELD' RETURNING run_id`,
      [nowMs, CANCELLED, conversationId, runId],
    );
    return rows.length > 0;
  }
}

/** Has a run look at what it was told; false where it has ended. */
export async function tellRun(sql: SqlRunner, { conversationId, runId }: RunKey, nowMs: number): Promise<boolean> {
  const told = await sql.query(
    `UPDATE ce_workflow_run
        SET told_count = told_count + 1, due_at_ms = CASE WHEN status = 'WAITING' THEN $1 ELSE due_at_ms END
      WHERE conversation_id = $2 AND run_id = $3 AND status IN ('RUNNING', 'WAITING', 'HELD') RETURNING run_id`,
    [nowMs, conversationId, runId],
  );
  return told.length > 0;
}
