import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/common/json.js';
import { type Row, readJson } from '../../platform/persistence/index.js';
import { isLeftBehind, LEFT, type RunStatus } from '../../tools/index.js';

/** A run of a workflow, as a turn of its conversation finds it: at work, or ended without the user having been told. */
export interface KnownRun {
  readonly runId: string;
  readonly workflow: string;
  readonly arguments: JsonObject;
  readonly status: RunStatus;
  /** How it will end when its steps are undone; null while it goes forward. */
  readonly endsAs: string | null;
  /** What it returned; null unless it is DONE. */
  readonly result: JsonValue;
  /** Why it failed, where users may read that; null where they may not, or it did not fail. */
  readonly error: string | null;
  /** Whether nobody knows of some step if it has happened, or was undone. */
  readonly isUnclear: boolean;
}

/** How many of them a turn looks at. */
const MOST = 20;

/** Of conversation `$1`, the runs that its user has not been told the end of, the newest first. */
export const RUNS = `
  SELECT run_id, workflow, arguments_json, status, ends_as, result_json, error_text, error_shown, due_at_ms, deadline_ms,
         EXISTS (SELECT 1 FROM ce_workflow_step s WHERE s.conversation_id = $1 AND s.run_id = r.run_id
                    AND s.kind = 'WORK' AND s.status IN ('RUNNING', 'UNDOING', 'IN_DOUBT')) AS is_unclear
    FROM ce_workflow_run r
   WHERE r.conversation_id = $1 AND r.told_at_ms IS NULL
   ORDER BY r.started_at_ms DESC LIMIT ${MOST}`;

/** @param nowMs milliseconds since 1970 UTC */
export function readRun(row: Row, nowMs: number): KnownRun {
  const stored = readJson(row.result_json);
  const args = readJson(row.arguments_json);
  const status = String(row.status);
  const dueAtMs = row.due_at_ms === null ? null : Number(row.due_at_ms);
  const isLeft = isLeftBehind({ status, dueAtMs, deadlineMs: Number(row.deadline_ms) }, nowMs);
  return {
    runId: String(row.run_id),
    workflow: String(row.workflow),
    arguments: isJsonObject(args) ? args : {},
    status: isLeft ? 'INTERRUPTED' : (status as RunStatus),
    endsAs: row.ends_as === null ? null : String(row.ends_as),
    result: isJsonObject(stored) ? (stored.result ?? null) : null,
    error: isLeft ? LEFT : row.error_text === null || Number(row.error_shown) !== 1 ? null : String(row.error_text),
    isUnclear: Boolean(row.is_unclear),
  };
}

/** Whether it will change no more. */
export function hasEnded({ status }: KnownRun): boolean {
  return status === 'DONE' || status === 'FAILED' || status === 'CANCELLED' || status === 'INTERRUPTED';
}
