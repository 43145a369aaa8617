import { isJsonObject, type JsonValue, toStorableJson, toStorableText } from '../../../platform/common/json.js';
import { type Database, type Row, readJson } from '../../../platform/persistence/index.js';
import type { RunKey, RunStatus, WorkflowRun, WorkflowStart } from './workflow-engine.js';

/** How a run ended. */
export type RunEnd =
  | { readonly status: 'DONE'; readonly result: JsonValue }
  | { readonly status: Exclude<RunStatus, 'DONE' | 'RUNNING'>; readonly error: string };

/** A run with the time after which it cannot be at work any more, in milliseconds since 1970 UTC. */
export interface StoredRun extends WorkflowRun {
  readonly deadlineMs: number;
}

/** The rows of `ce_workflow_run`. */
export class WorkflowRuns {
  constructor(private readonly database: Database) {}

  /** Notes a run as begun; false where its key has begun one already. */
  async begin(start: WorkflowStart, nowMs: number, deadlineMs: number): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO ce_workflow_run
         (conversation_id, run_id, workflow, arguments_json, status, started_at_ms, deadline_ms)
       VALUES ($1, $2, $3, $4, 'RUNNING', $5, $6)
       ON CONFLICT (conversation_id, run_id) DO NOTHING RETURNING run_id`,
      [start.conversationId, start.runId, start.workflow, toStorableJson(start.arguments), nowMs, deadlineMs],
    );
    return rows.length > 0;
  }

  /** Notes how it ended, once. */
  async end({ conversationId, runId }: RunKey, end: RunEnd, nowMs: number): Promise<void> {
    const result = end.status === 'DONE' ? toStorableJson({ result: end.result }) : null;
    const error = end.status === 'DONE' ? null : toStorableText(end.error.slice(0, 500));
    await this.database.query(
      `UPDATE ce_workflow_run SET status = $1, result_json = $2, error_text = $3, ended_at_ms = $4
        WHERE conversation_id = $5 AND run_id = $6 AND status = 'RUNNING'`,
      [end.status, result, error, nowMs, conversationId, runId],
    );
  }

  async find({ conversationId, runId }: RunKey): Promise<StoredRun | undefined> {
    const [row] = await this.database.query(
      `SELECT run_id, workflow, status, result_json, error_text, started_at_ms, ended_at_ms, deadline_ms
         FROM ce_workflow_run
        WHERE conversation_id = $1 AND run_id = $2`,
      [conversationId, runId],
    );
    return row && toRun(row);
  }
}

function toRun(row: Row): StoredRun {
  const stored = row.result_json === null ? null : readJson(row.result_json);
  return {
    runId: String(row.run_id),
    workflow: String(row.workflow),
    status: row.status as RunStatus,
    result: isJsonObject(stored) ? (stored.result ?? null) : null,
    error: row.error_text === null ? null : String(row.error_text),
    startedAtMs: Number(row.started_at_ms),
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    deadlineMs: Number(row.deadline_ms),
  };
}
