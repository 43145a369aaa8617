import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import type { Reference } from './reference.js';

export type OnError = 'abort' | 'continue' | 'retry';

/** A value with references, compiled. */
export interface Template {
  /** Those that are checked when the playbook is read. */
  readonly references: readonly Reference[];
  /** The value for a scope. A text that is one reference keeps the type; what is missing is null, in a text nothing. */
  fill(scope: JsonObject): JsonValue;
  /** The value as far as a scope knows it; the other references stay as they are written. */
  preview(scope: JsonObject): JsonValue;
}

/** Whether a step runs. */
export interface Condition {
  readonly written: string;
  /** Those that are checked when the playbook is read. */
  readonly references: readonly Reference[];
  holds(scope: JsonObject): boolean;
}

/** What a step of a durable playbook waits for; milliseconds. */
export type Wait =
  | { readonly kind: 'sleep'; readonly ms: number }
  /** A signal that has the name of the step; undefined: however long it takes. */
  | { readonly kind: 'signal'; readonly withinMs: number | undefined }
  | {
      readonly kind: 'approval';
      readonly question: Template;
      readonly withinMs: number | undefined;
      readonly risk: 'LOW' | 'MEDIUM' | 'HIGH' | undefined;
      readonly consent: 'PLAIN' | 'STRONG' | 'TYPED' | undefined;
    };

/** What nobody knows the end of, as when its process was killed: it is held for a person, or called again with the same key. */
export type RepeatPolicy = 'at-most-once' | 'idempotent';

/** The call that undoes a step of a durable playbook. */
export interface Compensation {
  /** Code of the tool. */
  readonly tool: string;
  readonly arguments: Template;
  /** Undefined: as its tool says. */
  readonly policy: RepeatPolicy | undefined;
  /** Calls in all; undefined: by the policy. */
  readonly maxCalls: number | undefined;
  /** For one call; undefined: what the tool says. */
  readonly timeoutMs: number | undefined;
}

/** One step of a playbook: a call of a tool, or a wait. */
export interface PlaybookStep {
  readonly name: string;
  /** Tells it from the others of its playbook: its name, unless another step has it too. */
  readonly key: string;
  /** Code of the tool; empty where the step waits. */
  readonly tool: string;
  readonly arguments: Template;
  /** Left out where it does not hold; undefined: always run. */
  readonly condition: Condition | undefined;
  /** Names of the steps it waits for: those whose results it uses. */
  readonly uses: ReadonlySet<string>;
  readonly onError: OnError;
  /** Calls in all where `onError` is retry. */
  readonly maxCalls: number;
  /** For one call; undefined: what the tool says. */
  readonly timeoutMs: number | undefined;
  /** What only durable playbooks have. */
  readonly durable?: DurableStep | undefined;
}

/** What a step of a durable playbook has beside the others. */
export interface DurableStep {
  /** Undefined: it calls its tool. */
  readonly wait: Wait | undefined;
  readonly compensate: Compensation | undefined;
  /** Undefined: as its tool says. */
  readonly policy: RepeatPolicy | undefined;
  /** Calls in all; undefined: by the policy. */
  readonly maxCalls: number | undefined;
}

/** Where one field of the output comes from. */
export interface OutputField {
  readonly name: string;
  readonly value: (scope: JsonObject) => JsonValue | undefined;
  /** Where nothing or null is there. */
  readonly fallback: JsonValue;
}

/** A list of tool calls that is itself a tool. */
export interface Playbook {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; null where any will do. */
  readonly inputs: JsonObject | null;
  readonly steps: readonly PlaybookStep[];
  /** Undefined: the results of all steps. */
  readonly output: readonly OutputField[] | undefined;
  /** For the whole of it. */
  readonly timeoutMs: number;
  /** The document it was read from, where it runs as a workflow that outlives its process: runs keep it. */
  readonly durable?: JsonObject | undefined;
}

/** What is wrong with a playbook, and where. */
export interface PlaybookProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What was read: a playbook, or why there is none. */
export interface ReadPlaybook {
  readonly playbook?: Playbook;
  readonly problems: readonly PlaybookProblem[];
}

export const MAX_STEPS = 50;
export const MAX_CALLS = 10;
/** Seconds of a playbook, and of one call. */
export const MAX_SECONDS = 3600;

/** What the schema of playbooks found wrong with a document. */
export function schemaProblems({ issues }: z.ZodError): PlaybookProblem[] {
  return issues.map(({ path, message }) => ({
    path: path.map((step) => (typeof step === 'number' ? step : String(step))),
    message: message.endsWith('received undefined') ? 'is missing' : message,
  }));
}
