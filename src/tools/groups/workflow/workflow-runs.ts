import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  toStorableJson,
  toStorableText,
} from '../../../platform/common/json.js';
import {
  changeAndTell,
  confidential,
  type Database,
  type Row,
  readJson,
  readJsonObject,
  type SqlRunner,
} from '../../../platform/persistence/index.js';
import type { Reason } from './shown-errors.js';
import type { ListedRun, RunDefinition, RunKey, RunStatus, WorkflowRun, WorkflowStart } from './workflow-engine.js';
import { type ToldRun, type WorkflowEventName, workflowEvent } from './workflow-event.js';

/** How a run ended. */
export type RunEnd =
  | { readonly status: 'DONE'; readonly result: JsonValue }
  | ({ readonly status: 'FAILED' | 'CANCELLED' | 'INTERRUPTED' } & Reason);

/** Why the steps of a run are undone. */
export type TurnedBack = RunEnd & { readonly status: 'FAILED' | 'CANCELLED' };

/** A run as its row tells it. */
export interface StoredRun extends Omit<WorkflowRun, 'steps' | 'plannedSteps'> {
  /** When a run that ends with its process cannot be at work any more, in milliseconds since 1970 UTC. */
  readonly deadlineMs: number;
  /** Null for a run that ends with its process, and for one that has ended or is held. */
  readonly dueAtMs: number | null;
  readonly definition: RunDefinition | undefined;
}

/** A run that has begun, as the one who works on it knows it. */
export interface TakenRun extends WorkflowStart {
  readonly version: string;
  /** Made for this piece of work alone: what another one has taken since is not written by this one. */
  readonly owner: string;
  readonly endsAs: 'FAILED' | 'CANCELLED' | null;
  readonly error: string | null;
  readonly errorIsShown: boolean;
  readonly toldCount: number;
  readonly parentRunId: string | null;
  /** The names of the workflows that it may start. */
  readonly children: readonly string[];
  /** How often in a row a process ended over it. */
  readonly takeovers: number;
}

/** Who begins a run. */
export interface RunBeginning {
  /** The names of the workflows that it may start. */
  readonly children: readonly string[];
  readonly version: string;
  readonly owner: string;
  readonly nowMs: number;
  /** End of its lease; null for a run that ends with its process. */
  readonly dueAtMs: number | null;
  readonly deadlineMs: number;
}

/** A run that somebody has to look at. */
export interface DueRun extends RunKey {
  readonly workflow: string;
  readonly version: string;
  readonly tenant: string;
  readonly dueAtMs: number;
  /** Whether what it does stands in its row. */
  readonly isKept: boolean;
}

/** What became of a run: how it ended, or that it is held. */
export type RunNews = ToldRun & { readonly event: WorkflowEventName };

const LISTED = `conversation_id, run_id, parent_run_id, workflow, version, status, ends_as, error_text, error_shown, started_at_ms, ended_at_ms`;

/** The rows of `ce_workflow_run`. Each change names whose the run is, so that nobody writes over who took it since. */
export class WorkflowRuns {
  /** @param tellsOutside whether what becomes of a run is kept for the webhook, together with it */
  constructor(
    private readonly database: Database,
    private readonly tellsOutside: boolean,
  ) {}

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

  /** Leaves a run to a person. */
  async hold(run: TakenRun, reason: string, nowMs: number): Promise<void> {
    const sql = `
      UPDATE ce_workflow_run SET status = 'HELD', lease_owner = NULL, due_at_ms = NULL, error_text = $1, unrecorded = 'HELD'
       WHERE conversation_id = $2 AND run_id = $3 AND lease_owner = $4 AND status = 'RUNNING' RETURNING run_id`;
    const { conversationId, runId, owner } = run;
    await this.change(sql, [errorText(reason), conversationId, runId, owner], run, 'HELD', nowMs);
  }

  /** Leaves a run to a person that is due, and that nobody can go on with. */
  async holdDue(run: DueRun, reason: string, nowMs: number): Promise<void> {
    const sql = `
      UPDATE ce_workflow_run SET status = 'HELD', lease_owner = NULL, due_at_ms = NULL, error_text = $1, unrecorded = 'HELD'
       WHERE conversation_id = $2 AND run_id = $3 AND due_at_ms = $4 RETURNING run_id`;
    const { conversationId, runId, dueAtMs } = run;
    await this.change(sql, [errorText(reason), conversationId, runId, dueAtMs], run, 'HELD', nowMs);
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

  /** Notes how it ended, once. */
  async end(run: TakenRun, end: RunEnd, nowMs: number): Promise<void> {
    const text = end.status === 'DONE' ? toStorableJson({ result: end.result }) : null;
    const result = confidential('result_json', text);
    const error = end.status === 'DONE' ? null : errorText(end.error);
    const sql = `
      UPDATE ce_workflow_run
         SET status = $1, result_json = $2, error_text = $3, error_shown = $8, ended_at_ms = $4, lease_owner = NULL, due_at_ms = NULL, ends_as = NULL,
             unrecorded = $1
       WHERE conversation_id = $5 AND run_id = $6 AND lease_owner = $7 AND status = 'RUNNING' RETURNING run_id`;
    const { conversationId, runId, owner } = run;
    const isShown = end.status !== 'DONE' && end.isShown;
    const parameters = [end.status, result, error, nowMs, conversationId, runId, owner, isShown ? 1 : 0];
    const { parentRunId } = run;
    await this.change(sql, parameters, run, end.status, nowMs, parentRunId ?? undefined);
  }

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

  async find({ conversationId, runId }: RunKey): Promise<StoredRun | undefined> {
    const [row] = await this.database.query(
      `SELECT ${LISTED}, result_json, deadline_ms, due_at_ms, definition_json FROM ce_workflow_run
        WHERE conversation_id = $1 AND run_id = $2`,
      [conversationId, runId],
    );
    return row && toRun(row);
  }

  /** Those of a conversation, or those of them that a consent has started, the newest first. */
  async of(conversationId: string, limit: number, which: 'all' | 'agreed to' = 'all'): Promise<ListedRun[]> {
    const isMeant = which === 'all' ? '' : 'AND parent_run_id IS NULL';
    const rows = await this.database.query(
      `SELECT ${LISTED} FROM ce_workflow_run WHERE conversation_id = $1 ${isMeant} ORDER BY started_at_ms DESC LIMIT $2`,
      [conversationId, limit],
    );
    return rows.map(toListed);
  }

  /** Those that wait for a person, the oldest first. */
  async held(limit: number): Promise<ListedRun[]> {
    const rows = await this.database.query(
      `SELECT ${LISTED} FROM ce_workflow_run WHERE status = 'HELD' ORDER BY started_at_ms LIMIT $1`,
      [limit],
    );
    return rows.map(toListed);
  }

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

  private async change(
    sql: string,
    parameters: readonly unknown[],
    run: ToldRun,
    event: WorkflowEventName,
    nowMs: number,
    parentRunId?: string,
  ): Promise<void> {
    const told = this.tellsOutside ? workflowEvent(run, event, nowMs) : undefined;
    if (parentRunId === undefined) {
      await changeAndTell(this.database, { sql, parameters }, told);
      return;
    }
    const { conversationId } = run;
    await this.database.transaction(async (via) => {
      const changed = await changeAndTell(this.database, { sql, parameters }, told, via);
      if (changed.length > 0) await tellRun(via, { conversationId, runId: parentRunId }, nowMs);
    });
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

/** What the user reads of a run that somebody ended. */
export const CANCELLED = 'It was cancelled.';

function errorText(error: string): unknown {
  return confidential('error_text', toStorableText(error.slice(0, 500)));
}

function keyOf(row: Row): RunKey {
  return { conversationId: String(row.conversation_id), runId: String(row.run_id) };
}

function endsAsOf({ ends_as }: Row): 'FAILED' | 'CANCELLED' | null {
  return ends_as === 'FAILED' || ends_as === 'CANCELLED' ? ends_as : null;
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}

function toListed(row: Row): ListedRun {
  return {
    ...keyOf(row),
    parentRunId: textOrNull(row.parent_run_id),
    workflow: String(row.workflow),
    version: String(row.version),
    status: row.status as RunStatus,
    endsAs: endsAsOf(row),
    error: textOrNull(row.error_text),
    errorIsShown: Number(row.error_shown) === 1,
    startedAtMs: Number(row.started_at_ms),
    endedAtMs: numberOrNull(row.ended_at_ms),
  };
}

function toRun(row: Row): StoredRun {
  const { conversationId: _, ...listed } = toListed(row);
  const stored = row.result_json === null ? null : readJson(row.result_json);
  return {
    ...listed,
    result: isJsonObject(stored) ? (stored.result ?? null) : null,
    deadlineMs: Number(row.deadline_ms),
    dueAtMs: numberOrNull(row.due_at_ms),
    definition: definitionOf(row),
  };
}

function definitionOf({ definition_json, version }: Row): RunDefinition | undefined {
  if (definition_json === null) return undefined;
  return { version: String(version), document: readJsonObject(definition_json) };
}

function toTaken(row: Row, owner: string): TakenRun {
  const args: JsonObject = readJsonObject(row.arguments_json);
  return {
    ...keyOf(row),
    workflow: String(row.workflow),
    version: String(row.version),
    arguments: args,
    definition: definitionOf(row),
    owner,
    endsAs: endsAsOf(row),
    error: textOrNull(row.error_text),
    errorIsShown: Number(row.error_shown) === 1,
    toldCount: Number(row.told_count),
    takeovers: Number(row.takeovers),
    parentRunId: textOrNull(row.parent_run_id),
    children: row.children_json === null ? [] : (JSON.parse(String(row.children_json)) as string[]),
  };
}
