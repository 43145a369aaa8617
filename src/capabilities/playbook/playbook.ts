import type { JsonObject } from '../../common/json.js';
import type { Condition } from './condition.js';
import type { Template } from './interpolation.js';
import type { Reference } from './reference.js';

export type OnError = 'abort' | 'continue' | 'retry';

/** One call of a tool in a playbook. */
export interface PlaybookStep {
  readonly name: string;
  /** Code of the tool. */
  readonly tool: string;
  readonly arguments: Template;
  /** Left out where it does not hold; undefined: always run. */
  readonly condition: Condition | undefined;
  /** The steps whose results it uses. */
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
  readonly from: Reference;
  /** Where nothing or null is there. */
  readonly fallback: JsonObject[string];
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
