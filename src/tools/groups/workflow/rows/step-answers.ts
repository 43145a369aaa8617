import { type JsonObject, type JsonValue, toStorableJson } from '../../../../platform/common/json.js';
import { confidential, type Database } from '../../../../platform/persistence/index.js';
import type { RunKey } from '../workflow-engine.js';
import { tellRun } from './run-requests.js';

/** The number of a signal that comes before its run waits for it: it is undone by nobody, so its place says nothing. */
const BEFORE_IT_IS_AWAITED = -1;

/** Writes into `ce_workflow_step` what a run is given from outside, whoever works on it: what it waits for, and what a person found out. */
export class StepAnswers {
  constructor(private readonly database: Database) {}

  /**
   * Gives a run the signal of a name, whether it waits for it yet or not; false where it has ended, has had it, or means another
   * step by that name.
   */
  signal({ conversationId, runId }: RunKey, name: string, payload: JsonValue, nowMs: number): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      if (!(await tellRun(sql, { conversationId, runId }, nowMs))) return false;
      const told = confidential('result_json', toStorableJson({ result: { signal: payload } }));
      const rows = await sql.query(
        `INSERT INTO ce_workflow_step
           (conversation_id, run_id, step, step_no, kind, status, result_json, started_at_ms, ended_at_ms)
         VALUES ($1, $2, $3, $4, 'SIGNAL', 'DONE', $5, $6, $6)
         ON CONFLICT (conversation_id, run_id, step) DO UPDATE
            SET status = 'DONE', result_json = excluded.result_json, ended_at_ms = excluded.ended_at_ms
          WHERE ce_workflow_step.status = 'WAITING' AND ce_workflow_step.kind = 'SIGNAL' RETURNING step`,
        [conversationId, runId, name, BEFORE_IT_IS_AWAITED, told, nowMs],
      );
      return rows.length > 0;
    });
  }

  /** Gives a run the answer to what it asked; false where it has ended, or has had it. */
  decide({ conversationId, runId }: RunKey, step: string, outcome: JsonObject, nowMs: number): Promise<boolean> {
    return this.database.transaction(async (sql) => {
      if (!(await tellRun(sql, { conversationId, runId }, nowMs))) return false;
      const rows = await sql.query(
        `UPDATE ce_workflow_step SET status = 'DONE', result_json = $4, ended_at_ms = $5
          WHERE conversation_id = $1 AND run_id = $2 AND step = $3 AND kind = 'APPROVAL' AND status = 'WAITING' RETURNING step`,
        [conversationId, runId, step, confidential('result_json', toStorableJson({ result: outcome })), nowMs],
      );
      return rows.length > 0;
    });
  }

  /** Settles a step in doubt as somebody found it out: done, or as if it had never begun; false where it is not in doubt. */
  async settle(
    { conversationId, runId }: RunKey,
    step: string,
    answered: { result: JsonValue } | undefined,
  ): Promise<boolean> {
    const where = `conversation_id = $1 AND run_id = $2 AND step = $3 AND kind = 'WORK' AND status IN ('RUNNING', 'IN_DOUBT')`;
    const rows = answered
      ? await this.database.query(
          `UPDATE ce_workflow_step SET status = 'DONE', result_json = $4, error_text = NULL WHERE ${where} RETURNING step`,
          [conversationId, runId, step, confidential('result_json', toStorableJson({ result: answered.result }))],
        )
      : await this.database.query(`DELETE FROM ce_workflow_step WHERE ${where} RETURNING step`, [
          conversationId,
          runId,
          step,
        ]);
    return rows.length > 0;
  }
}
