import type { JsonObject, JsonValue } from '../../../platform/common/json.js';

/** One run of a workflow, as a conversation knows it. */
export interface RunKey {
  readonly conversationId: string;
  /** The idempotency key of the confirmed action that started it. */
  readonly runId: string;
}

/** What is to be started. */
export interface WorkflowStart extends RunKey {
  readonly workflow: string;
  readonly arguments: JsonObject;
}

/** INTERRUPTED: the service ended, or its time was over; nobody knows how far it had come. */
export type RunStatus = 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | 'INTERRUPTED';

export interface WorkflowRun {
  readonly runId: string;
  readonly workflow: string;
  readonly status: RunStatus;
  /** What it returned; null unless it is DONE. */
  readonly result: JsonValue;
  /** Why it is FAILED or INTERRUPTED, in words for the caller and the model. */
  readonly error: string | null;
  /** Milliseconds since 1970 UTC. */
  readonly startedAtMs: number;
  /** Null while it is at work, and where nobody knows. */
  readonly endedAtMs: number | null;
}

/** Runs workflows: functions of the consumer in this process, or an engine for durable ones elsewhere. */
export interface WorkflowEngine {
  /** The names that can be started, with the JSON Schema of their arguments where there is one. */
  workflows(): ReadonlyMap<string, JsonObject | undefined>;
  /** Starts a run; one that this key has started already is not started again, but told. */
  start(start: WorkflowStart): Promise<WorkflowRun>;
  /** Undefined where the conversation has started no such run. */
  status(key: RunKey): Promise<WorkflowRun | undefined>;
  /**
   * Ends a run that is at work, and tells what became of it.
   * @throws ToolError where it cannot be reached from here
   */
  cancel(key: RunKey): Promise<WorkflowRun | undefined>;
}
