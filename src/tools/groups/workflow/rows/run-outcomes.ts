import { type JsonValue, toStorableJson, toStorableText } from '../../../../platform/common/json.js';
import {
  changeAndTell,
  confidential,
  type Database,
  type Row,
  type SqlRunner,
} from '../../../../platform/persistence/index.js';
import type { Reason } from '../shown-errors.js';
import { ENDED, type RunKey } from '../workflow-engine.js';
import { type ToldRun, type WorkflowEventName, workflowEvent } from '../workflow-event.js';
import { tellRun } from './run-requests.js';
import { type DueRun, endsAsOf, type TakenRun } from './run-rows.js';

/** How a run ended. */
export type RunEnd =
  | { readonly status: 'DONE'; readonly result: JsonValue }
  | ({ readonly status: 'FAILED' | 'CANCELLED' | 'INTERRUPTED' } & Reason);

/** Why the steps of a run are undone. */
export type TurnedBack = RunEnd & { readonly status: 'FAILED' | 'CANCELLED' };

/** What has become of a run, for those outside who follow it. */
interface ChangedRun {
  readonly run: ToldRun;
  readonly event: WorkflowEventName;
  readonly nowMs: number;
}

/** Writes into `ce_workflow_run` what became of a run: who works on it does, as long as it is theirs. */
export class RunOutcomes {
  /** @param tellsOutside whether what becomes of a run is kept for the webhook, together with it */
  constructor(
    private readonly database: Database,
    private readonly tellsOutside: boolean,
  ) {}

  /** Leaves a run to a person. */
  async hold(run: TakenRun, reason: string, nowMs: number): Promise<void> {
    const sql = `
      UPDATE ce_workflow_run SET status = 'HELD', lease_owner = NULL, due_at_ms = NULL, error_text = $1, unrecorded = 'HELD'
       WHERE conversation_id = $2 AND run_id = $3 AND lease_owner = $4 AND status = 'RUNNING' RETURNING run_id`;
    const { conversationId, runId, owner } = run;
    const parameters = [errorText(reason), conversationId, runId, owner];
    await this.change({ sql, parameters }, { run, event: 'HELD', nowMs });
  }

  /** Leaves a run to a person that is due, and that nobody can go on with. */
  async holdDue(run: DueRun, reason: string, nowMs: number): Promise<void> {
    const sql = `
      UPDATE ce_workflow_run SET status = 'HELD', lease_owner = NULL, due_at_ms = NULL, error_text = $1, unrecorded = 'HELD'
       WHERE conversation_id = $2 AND run_id = $3 AND due_at_ms = $4 RETURNING run_id`;
    const { conversationId, runId, dueAtMs } = run;
    const parameters = [errorText(reason), conversationId, runId, dueAtMs];
    await this.change({ sql, parameters }, { run, event: 'HELD', nowMs });
  }

  /**
   * Notes that the steps of a run are undone from now on, and why; gives what counts, since somebody may have said so before.
   * Undefined where it is another one's by now.
   */
  async turnBack(
    { conversationId, runId, owner }: TakenRun,
    why: TurnedBack,
    deadlineMs: number,
  ): Promise<TurnedBack | undefined> {
    const [row] = await this.database.query(
      `UPDATE ce_workflow_run
          SET error_text = CASE WHEN ends_as IS NULL THEN $1 ELSE error_text END,
              error_shown = CASE WHEN ends_as IS NULL THEN $7 ELSE error_shown END,
              ends_as = COALESCE(ends_as, $2), deadline_ms = $3
        WHERE conversation_id = $4 AND run_id = $5 AND lease_owner = $6 AND status = 'RUNNING'
       RETURNING ends_as, error_text, error_shown`,
      [errorText(why.error), why.status, deadlineMs, conversationId, runId, owner, why.isShown ? 1 : 0],
    );
    const isShown = row?.error_shown === undefined ? why.isShown : Number(row.error_shown) === 1;
    return row && { status: endsAsOf(row) ?? why.status, error: String(row.error_text), isShown };
  }

  /** Notes how it ended, once; nobody gives it any more what its steps wait for. */
  async end(run: TakenRun, end: RunEnd, nowMs: number): Promise<void> {
    const text = end.status === 'DONE' ? toStorableJson({ result: end.result }) : null;
    const result = confidential('result_json', text);
    const error = end.status === 'DONE' ? null : errorText(end.error);
    const sql = `
      UPDATE ce_workflow_run
         SET status = $1, result_json = $2, error_text = $3, error_shown = $8, ended_at_ms = $4, lease_owner = NULL, due_at_ms = NULL, ends_as = NULL,
             unrecorded = $1
       WHERE conversation_id = $5 AND run_id = $6 AND lease_owner = $7 AND status = 'RUNNING' RETURNING run_id`;
    const { conversationId, runId, owner, parentRunId } = run;
    const isShown = end.status !== 'DONE' && end.isShown;
    const parameters = [end.status, result, error, nowMs, conversationId, runId, owner, isShown ? 1 : 0];
    await this.database.transaction(async (via) => {
      const changed = await this.change({ sql, parameters }, { run, event: end.status, nowMs }, via);
      if (changed.length === 0) return;
      await endWaiting(via, run, nowMs);
      if (parentRunId !== null) await tellRun(via, { conversationId, runId: parentRunId }, nowMs);
    });
  }

  private change(
    statement: Parameters<typeof changeAndTell>[1],
    { run, event, nowMs }: ChangedRun,
    via?: SqlRunner,
  ): Promise<Row[]> {
    const told = this.tellsOutside ? workflowEvent(run, event, nowMs) : undefined;
    return changeAndTell(this.database, statement, told, via);
  }
}

/** Ends the waiting of a run that has ended. A child stays as it is: it is another run, which can be undone with this one. */
async function endWaiting(sql: SqlRunner, { conversationId, runId }: RunKey, nowMs: number): Promise<void> {
  await sql.query(
    `UPDATE ce_workflow_step SET status = 'FAILED', error_text = $1, error_shown = 1, ended_at_ms = $2
      WHERE conversation_id = $3 AND run_id = $4 AND status = 'WAITING' AND kind <> 'CHILD'`,
    [errorText(ENDED), nowMs, conversationId, runId],
  );
}

function errorText(error: string): unknown {
  return confidential('error_text', toStorableText(error.slice(0, 500)));
}
