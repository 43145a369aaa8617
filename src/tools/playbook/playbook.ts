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

/** One call of a tool in a playbook. */
export interface PlaybookStep {
  readonly name: string;
  /** Tells it from the others of its playbook: its name, unless another step has it too. */
  readonly key: string;
  /** Code of the tool. */
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
