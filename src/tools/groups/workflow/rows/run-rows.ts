import { isJsonObject, type JsonObject } from '../../../../platform/common/json.js';
import { type Row, readJson, readJsonObject } from '../../../../platform/persistence/index.js';
import type { ListedRun, RunDefinition, RunKey, RunStatus, WorkflowRun, WorkflowStart } from '../workflow-engine.js';

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

/** A run that somebody has to look at. */
export interface DueRun extends RunKey {
  readonly workflow: string;
  readonly version: string;
  readonly tenant: string;
  readonly dueAtMs: number;
  /** Who works on it, or did in a process that ended. */
  readonly owner: string | null;
  /** The run that it is a step of. */
  readonly parentRunId: string | null;
  /** Whether what it does stands in its row. */
  readonly isKept: boolean;
}

/** What `toDue` reads. */
export const DUE_COLUMNS = `conversation_id, run_id, parent_run_id, workflow, version, tenant_id, lease_owner, due_at_ms,
              CASE WHEN definition_json IS NULL THEN 0 ELSE 1 END AS is_kept`;

/** Reads a row of `DUE_COLUMNS`. */
export function toDue(row: Row): DueRun {
  return {
    ...keyOf(row),
    workflow: String(row.workflow),
    version: String(row.version),
    tenant: String(row.tenant_id),
    dueAtMs: Number(row.due_at_ms),
    owner: textOrNull(row.lease_owner),
    parentRunId: textOrNull(row.parent_run_id),
    isKept: Number(row.is_kept) === 1,
  };
}

/** Which run a row is about. */
export function keyOf(row: Row): RunKey {
  return { conversationId: String(row.conversation_id), runId: String(row.run_id) };
}

/** How a run will end when its steps are undone; null while it goes forward. */
export function endsAsOf({ ends_as }: Row): 'FAILED' | 'CANCELLED' | null {
  return ends_as === 'FAILED' || ends_as === 'CANCELLED' ? ends_as : null;
}

/** What `toListed` reads. */
export const LISTED_COLUMNS = `conversation_id, run_id, parent_run_id, workflow, version, status, ends_as, error_text, error_shown, started_at_ms, ended_at_ms`;

/** A run as lists show it. */
export function toListed(row: Row): ListedRun {
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

/** A run from a row that has what `RunList.find` reads. */
export function toRun(row: Row): StoredRun {
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

/**
 * A run from a row that has what `RunLeases.take` gives.
 * @param owner who has taken it
 */
export function toTaken(row: Row, owner: string): TakenRun {
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

function definitionOf({ definition_json, version }: Row): RunDefinition | undefined {
  if (definition_json === null) return undefined;
  return { version: String(version), document: readJsonObject(definition_json) };
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value);
}
