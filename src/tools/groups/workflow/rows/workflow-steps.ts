import { isJsonObject, type JsonValue, toStorableJson, toStorableText } from '../../../../platform/common/json.js';
import {
  confidential,
  type Database,
  type Row,
  readJson,
  type SqlRunner,
} from '../../../../platform/persistence/index.js';
import type { Reason } from '../shown-errors.js';
import type { RunKey, StepKind, StepStatus, WorkflowStep } from '../workflow-engine.js';
import type { TakenRun } from './run-rows.js';

/** What a step answered, as far as that is kept. */
export interface KeptResult {
  /** Undefined where it is nothing, or cannot be kept. */
  readonly value: JsonValue | undefined;
  /** Why it cannot be kept; left out where it is. */
  readonly problem?: string | undefined;
}

/** What became of a step, or of undoing it. */
export type StepEnd =
  | ({ readonly status: 'DONE' } & KeptResult)
  | { readonly status: 'UNDONE' }
  | ({ readonly status: 'FAILED' | 'IN_DOUBT' } & Reason);

/** A step as its row tells it. */
export interface StoredStep extends WorkflowStep {
  readonly stepNo: number;
  readonly undoable: boolean;
  /** What it answered; undefined where that is nothing, is not kept, or it is not done. */
  readonly result: JsonValue | undefined;
  /** Why what it answered is not kept; undefined where it is. */
  readonly problem: string | undefined;
}

/** A step that is about to begin. */
export interface StepBeginning {
  readonly step: string;
  readonly stepNo: number;
  readonly kind: StepKind;
  readonly undoable: boolean;
  /** Until when it waits at most; null where it does not wait, or as long as it takes. */
  readonly dueAtMs: number | null;
}

/** While a step is written, the run is at work and its owner's. */
const OWNED = `conversation_id = $1 AND run_id = $2 AND lease_owner = $3 AND status = 'RUNNING'`;
const IS_OWNED = `EXISTS (SELECT 1 FROM ce_workflow_run WHERE ${OWNED})`;

/** The rows of `ce_workflow_step`. Each change names the status that it comes from, so none is made twice. */
export class WorkflowSteps {
  constructor(private readonly database: Database) {}

  /** Notes a step as begun; false where its run has begun it already, or is not its owner's any more. */
  async begin({ conversationId, runId, owner }: TakenRun, begun: StepBeginning, nowMs: number): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO ce_workflow_step
         (conversation_id, run_id, step, step_no, kind, status, undoable, due_at_ms, started_at_ms)
       SELECT conversation_id, run_id, $4, $5, $6, $7, $8, $9, $10 FROM ce_workflow_run WHERE ${OWNED}
       ON CONFLICT (conversation_id, run_id, step) DO NOTHING RETURNING step`,
      [
        conversationId,
        runId,
        owner,
        begun.step,
        begun.stepNo,
        begun.kind,
        begun.kind === 'WORK' ? 'RUNNING' : 'WAITING',
        begun.undoable ? 1 : 0,
        begun.dueAtMs,
        nowMs,
      ],
    );
    return rows.length > 0;
  }

  /**
   * Notes that a step which an ended process has left, or which failed, or its undoing, is begun again; false where its run is not its
   * owner's any more, or it has ended.
   */
  async beginAgain(
    { conversationId, runId, owner }: TakenRun,
    step: string,
    status: 'RUNNING' | 'UNDOING',
  ): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE ce_workflow_step SET attempts = attempts + 1
        WHERE conversation_id = $1 AND run_id = $2 AND step = $4 AND status = $5 AND ${IS_OWNED} RETURNING step`,
      [conversationId, runId, owner, step, status],
    );
    return rows.length > 0;
  }

  /** Notes that a step is about to be undone; false where its status is another one, or its run not its owner's any more. */
  async beginUndoing(
    { conversationId, runId, owner }: TakenRun,
    step: string,
    from: 'WAITING' | 'DONE' | 'UNDOING',
  ): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE ce_workflow_step SET status = 'UNDOING'
        WHERE conversation_id = $1 AND run_id = $2 AND step = $4 AND status = $5 AND ${IS_OWNED} RETURNING step`,
      [conversationId, runId, owner, step, from],
    );
    return rows.length > 0;
  }

  /** Notes how a step, its waiting or its undoing ended; false where it had ended before, or is not there any more. */
  end(run: RunKey, step: string, end: StepEnd, nowMs: number): Promise<boolean> {
    return this.write(this.database, run, step, end, nowMs);
  }

  /** The same in the transaction in which a step works, whose run stays its owner's until that is over; false where it is not any more. */
  async endOwned(run: TakenRun, step: string, end: StepEnd, nowMs: number, transaction: SqlRunner): Promise<boolean> {
    const lock = this.database.dialect === 'postgres' ? 'FOR NO KEY UPDATE' : '';
    const owned = await transaction.query(`SELECT run_id FROM ce_workflow_run WHERE ${OWNED} ${lock}`, [
      run.conversationId,
      run.runId,
      run.owner,
    ]);
    return owned.length > 0 && this.write(transaction, run, step, end, nowMs);
  }

  private async write(
    sql: Pick<SqlRunner, 'query'>,
    { conversationId, runId }: RunKey,
    step: string,
    end: StepEnd,
    nowMs: number,
  ): Promise<boolean> {
    const text = end.status === 'DONE' ? toStorableJson({ result: end.value, problem: end.problem }) : null;
    const result = confidential('result_json', text);
    const error = confidential('error_text', 'error' in end ? toStorableText(end.error.slice(0, 500)) : null);
    const rows = await sql.query(
      `UPDATE ce_workflow_step
          SET status = $1, result_json = COALESCE($2, result_json), error_text = $3, ended_at_ms = $4, error_shown = $8
        WHERE conversation_id = $5 AND run_id = $6 AND step = $7 AND status IN ('RUNNING', 'WAITING', 'UNDOING') RETURNING step`,
      [end.status, result, error, nowMs, conversationId, runId, step, 'isShown' in end && end.isShown ? 1 : 0],
    );
    return rows.length > 0;
  }

  /** Those of a run, in the order in which they began. */
  async of({ conversationId, runId }: RunKey): Promise<StoredStep[]> {
    const rows = await this.database.query(
      `SELECT step, step_no, kind, status, undoable, result_json, error_text, error_shown, due_at_ms FROM ce_workflow_step
        WHERE conversation_id = $1 AND run_id = $2
        ORDER BY step_no`,
      [conversationId, runId],
    );
    return rows.map(toStep);
  }
}

function toStep(row: Row): StoredStep {
  const stored = row.result_json === null ? null : readJson(row.result_json);
  return {
    step: String(row.step),
    stepNo: Number(row.step_no),
    kind: row.kind as StepKind,
    status: row.status as StepStatus,
    undoable: Number(row.undoable) === 1,
    result: isJsonObject(stored) ? stored.result : undefined,
    problem: isJsonObject(stored) && typeof stored.problem === 'string' ? stored.problem : undefined,
    error: row.error_text === null ? null : String(row.error_text),
    errorIsShown: Number(row.error_shown) === 1,
    dueAtMs: row.due_at_ms === null ? null : Number(row.due_at_ms),
  };
}
