import { toStorableJson } from '../../../../platform/common/json.js';
import { confidential, type Database } from '../../../../platform/persistence/index.js';
import type { WorkflowStart } from '../workflow-engine.js';
import { type DueRun, type TakenRun, toTaken } from './run-rows.js';

/** Who begins a run. */
export interface RunBeginning {
  /** The names of the workflows that it may start. */
  readonly children: readonly string[];
  readonly version: string;
  /** Null where nobody works on it yet. */
  readonly owner: string | null;
  readonly nowMs: number;
  /** End of its lease, or now where nobody works on it yet; null for a run that ends with its process. */
  readonly dueAtMs: number | null;
  readonly deadlineMs: number;
}

/** Says in `ce_workflow_run` whose a run is. Each change names whose it was, so that nobody writes over who took it since. */
export class RunLeases {
  constructor(private readonly database: Database) {}

  /** Notes a run as begun; false where its key has begun one already, or where the run that it is a step of is another one's. */
  async begin(start: WorkflowStart, beginning: RunBeginning): Promise<boolean> {
    const { version, owner, nowMs, dueAtMs, deadlineMs, children } = beginning;
    const { parent } = start;
    const columns = `conversation_id, run_id, workflow, version, arguments_json, definition_json, lease_owner, due_at_ms, started_at_ms,
          deadline_ms, children_json, status, parent_run_id, told_at_ms`;
    const values = '$2, $3, $4, $5, $6, $7, $8, $9, $10, $11';
    // Of a child, the user hears by the run that it is a step of.
    const from = parent
      ? `SELECT conversation_id, ${values}, 'RUNNING', run_id, $9 FROM ce_workflow_run
          WHERE conversation_id = $1 AND run_id = $12 AND lease_owner = $13 AND status = 'RUNNING'`
      : `VALUES ($1, ${values}, 'RUNNING', NULL, NULL)`;
    const rows = await this.database.query(
      `INSERT INTO ce_workflow_run (${columns}) ${from}
       ON CONFLICT (conversation_id, run_id) DO NOTHING RETURNING run_id`,
      [
        start.conversationId,
        start.runId,
        start.workflow,
        version,
        confidential('arguments_json', toStorableJson(start.arguments)),
        start.definition ? toStorableJson(start.definition.document) : null,
        owner,
        dueAtMs,
        nowMs,
        deadlineMs,
        children.length > 0 ? JSON.stringify(children) : null,
        ...(parent ? [parent.runId, parent.owner] : []),
      ],
    );
    return rows.length > 0;
  }

  /** Takes a run that is due, until the end of a lease; undefined where somebody was faster. */
  async take(
    { conversationId, runId, dueAtMs }: DueRun,
    owner: string,
    leaseUntilMs: number,
  ): Promise<TakenRun | undefined> {
    const [row] = await this.database.query(
      `UPDATE ce_workflow_run
          SET takeovers = CASE WHEN status = 'RUNNING' AND lease_owner IS NOT NULL THEN takeovers + 1 ELSE takeovers END,
              status = 'RUNNING', lease_owner = $1, due_at_ms = $2
        WHERE conversation_id = $3 AND run_id = $4 AND due_at_ms = $5
       RETURNING conversation_id, run_id, workflow, version, arguments_json, definition_json, parent_run_id, children_json,
                 ends_as, error_text, error_shown, told_count, takeovers`,
      [owner, leaseUntilMs, conversationId, runId, dueAtMs],
    );
    return row && toTaken(row, owner);
  }

  /** Keeps a run for longer. Undefined where it is another one's by now, else how it is to end, if somebody has said so. */
  async renew(
    { conversationId, runId, owner }: TakenRun,
    leaseUntilMs: number,
  ): Promise<{ endsAs: string | null } | undefined> {
    const [row] = await this.database.query(
      `UPDATE ce_workflow_run SET due_at_ms = $1
        WHERE conversation_id = $2 AND run_id = $3 AND lease_owner = $4 AND status = 'RUNNING' RETURNING ends_as`,
      [leaseUntilMs, conversationId, runId, owner],
    );
    return row && { endsAs: row.ends_as === null ? null : String(row.ends_as) };
  }

  /** Lets a run wait; false where it was told something meanwhile. */
  async suspend({ conversationId, runId, owner, toldCount }: TakenRun, dueAtMs: number | null): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE ce_workflow_run SET status = 'WAITING', lease_owner = NULL, due_at_ms = $1, takeovers = 0
        WHERE conversation_id = $2 AND run_id = $3 AND lease_owner = $4 AND told_count = $5 RETURNING run_id`,
      [dueAtMs, conversationId, runId, owner, toldCount],
    );
    return rows.length > 0;
  }

  /** Gives a run back, for whoever goes on with it at once. */
  async release({ conversationId, runId, owner }: TakenRun, nowMs: number): Promise<void> {
    await this.database.query(
      `UPDATE ce_workflow_run SET lease_owner = NULL, due_at_ms = $1
        WHERE conversation_id = $2 AND run_id = $3 AND lease_owner = $4 AND status = 'RUNNING'`,
      [nowMs, conversationId, runId, owner],
    );
  }
}
