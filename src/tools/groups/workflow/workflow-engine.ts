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
  /** What it does, where that is not a function of the process. */
  readonly definition?: RunDefinition | undefined;
  /** Of a run that is a step of another one. */
  readonly parent?: ParentRun | undefined;
}

/** The run that another one is a step of. */
export interface ParentRun {
  readonly runId: string;
  /** Whose it is: nobody else starts its children. */
  readonly owner: string;
  /** The names of the workflows that it may start, and that they may. */
  readonly children: readonly string[];
}

/** What a run does, kept in its row: it does the same in each process, also when the file it was read from has changed. */
export interface RunDefinition {
  /** Tells it from others of its name, as operators see it. */
  readonly version: string;
  readonly document: JsonObject;
}

/** Those after which nothing happens any more. */
export type EndedStatus = 'DONE' | 'FAILED' | 'CANCELLED' | 'INTERRUPTED';

/**
 * WAITING: for a time or a signal. HELD: until a person has looked into it. INTERRUPTED: it ends with its process, which ended,
 * or its time was over; nobody knows how far it had come.
 */
export type RunStatus = 'RUNNING' | 'WAITING' | 'HELD' | EndedStatus;

/** IN_DOUBT: nobody knows whether it has happened, or whether it was undone. */
export type StepStatus = 'RUNNING' | 'WAITING' | 'DONE' | 'FAILED' | 'UNDOING' | 'UNDONE' | 'IN_DOUBT';

/** WORK does something in the world, CHILD is another run; the others wait. */
export type StepKind = 'WORK' | 'SLEEP' | 'SIGNAL' | 'APPROVAL' | 'CHILD';

/** What became of one step of a run. */
export interface WorkflowStep {
  readonly step: string;
  readonly kind: StepKind;
  readonly status: StepStatus;
  /** Why it is FAILED or IN_DOUBT. */
  readonly error: string | null;
  /** Whether users and models may read that. */
  readonly errorIsShown: boolean;
  /** Until when it waits at most, in milliseconds since 1970 UTC; null where it does not, or has no end. */
  readonly dueAtMs: number | null;
}

export interface WorkflowRun {
  readonly runId: string;
  /** The run that it is a step of; null where a consent has started it. */
  readonly parentRunId: string | null;
  readonly workflow: string;
  /** Of the handler that it began on, and stays on; empty where it has none. */
  readonly version: string;
  readonly status: RunStatus;
  /** What it returned; null unless it is DONE. */
  readonly result: JsonValue;
  /** Why it is HELD, FAILED or INTERRUPTED, or about to end so. */
  readonly error: string | null;
  /** Whether users and models may read that. */
  readonly errorIsShown: boolean;
  /** How it will end when its steps are undone; null while it goes forward. */
  readonly endsAs: 'FAILED' | 'CANCELLED' | null;
  /** In the order in which they began; none where the workflow has no steps. */
  readonly steps: readonly WorkflowStep[];
  /** How many steps its function says that it has; null where it says nothing. */
  readonly plannedSteps: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly startedAtMs: number;
  /** Null while it is at work, and where nobody knows. */
  readonly endedAtMs: number | null;
}

/** Why a run is INTERRUPTED that its process has left. */
export const LEFT = 'The process ended while it was at work.';

/** Why a step FAILED that waits when its run ends. */
export const ENDED = 'Its run has ended.';

/** How long after its last moment a run that says nothing counts as interrupted, in milliseconds. */
const MARGIN_MS = 10_000;

/**
 * Whether a run that ends with its process was left by it: its row says nothing of that.
 * @param nowMs milliseconds since 1970 UTC, like the times of the run
 */
export function isLeftBehind(
  run: { readonly status: string; readonly dueAtMs: number | null; readonly deadlineMs: number },
  nowMs: number,
): boolean {
  return run.status === 'RUNNING' && run.dueAtMs === null && nowMs >= run.deadlineMs + MARGIN_MS;
}

/** The run that a step of kind CHILD is. */
export function childRunId(runId: string, step: string): string {
  return `${runId}.${step}`;
}

/** How far a run is, in the words of a user: two of three steps are done, and it waits for a payment. */
export interface RunProgress {
  readonly done: number;
  readonly of: number | null;
  /** What it waits for now, with until when at most, in milliseconds since 1970 UTC. */
  readonly waitsFor: readonly Pick<WorkflowStep, 'step' | 'dueAtMs'>[];
}

/** Counts steps of work and children; those of waiting alone are told as what the run waits for. */
export function progressOf({ steps, plannedSteps }: Pick<WorkflowRun, 'steps' | 'plannedSteps'>): RunProgress {
  const work = steps.filter(({ kind }) => kind === 'WORK' || kind === 'CHILD');
  const waiting = steps.filter(({ kind, status }) => kind !== 'WORK' && status === 'WAITING');
  return {
    done: work.filter(({ status }) => status === 'DONE').length,
    of: plannedSteps,
    waitsFor: waiting.map(({ step, dueAtMs }) => ({ step, dueAtMs })),
  };
}

/** A run in a list. */
export type ListedRun = Omit<WorkflowRun, 'steps' | 'plannedSteps' | 'result'> & Pick<RunKey, 'conversationId'>;

/** What an operator found out about a step in doubt. */
export interface StepFinding {
  readonly happened: boolean;
  /** What the step would have answered. */
  readonly result: JsonValue;
}

/** Runs workflows: functions of the consumer in these processes, or an engine elsewhere. */
export interface WorkflowEngine {
  /** The names that can be started, with the JSON Schema of their arguments where there is one. */
  workflows(): ReadonlyMap<string, JsonObject | undefined>;
  /** JSON Schema of the arguments that a run was started with; undefined where none is known. */
  argumentsOf(workflow: string): JsonObject | undefined;
  /** The names of the workflows that a run of this one may start, and that they may, as they declare them. */
  childrenOf(workflow: string): readonly string[];
  /** Whether there is any workflow, also of those that other tools start. */
  isUsed(): boolean;
  /** Starts a run; one that this key has started already is not started again, but told. */
  start(start: WorkflowStart): Promise<WorkflowRun>;
  /** The run that a conversation has started last; undefined where there is none. */
  newest(conversationId: string): Promise<string | undefined>;
  /** Undefined where the conversation has started no such run. */
  status(key: RunKey): Promise<WorkflowRun | undefined>;
  /**
   * Ends a run that has not ended, has its steps undone, and tells what became of it so far.
   * @throws ToolError where it cannot be reached from here
   */
  cancel(key: RunKey): Promise<WorkflowRun | undefined>;
  /** Notes that the user knows how a run ended; does nothing to one that has not. */
  noteTold(key: RunKey): Promise<void>;
  /** Gives a run what it waits for, or will; false where it has ended, or has had this signal. */
  signal(key: RunKey, name: string, payload: JsonValue): Promise<boolean>;
}
