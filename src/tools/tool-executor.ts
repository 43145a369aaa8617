import type { JsonObject } from '../common/json.js';
import type { ToolDefinition } from '../flow/index.js';
import type { SideEffect, ToolCall } from '../handlers/index.js';
import type { ToolRunner } from './tool-runner.js';

/** What a tool that calls tools would call, as far as it is known beforehand. */
export interface PlannedCall {
  readonly step: string;
  readonly tool: ToolDefinition;
  readonly sideEffect: SideEffect;
  /** As they may be shown; what is not known yet stands there as the reference to where it comes from. */
  readonly arguments: JsonObject;
  /** `perhaps` where what other calls give decides. */
  readonly runs: 'always' | 'perhaps' | 'never';
  /** What decides, as it is written; null where nothing does. */
  readonly condition: string | null;
  /** From 1: calls of one group run beside each other. */
  readonly group: number;
}

/** One tool, ready to be run. */
export interface ExecutableTool {
  /** Used where the row does not say. Default WRITE: what is not declared harmless is confirmed first. */
  readonly sideEffect?: SideEffect;
  /** JSON Schema of the arguments, used where the row has none. */
  readonly inputSchema?: JsonObject;
  /** Of what it does, where that does not all stand in the tool's definition: another one is another tool. */
  digest?(): string;
  /** For a tool that calls others: what these would be. */
  plannedCalls?(args: JsonObject): readonly PlannedCall[];
  /** Called with arguments that fit the schema; throw ToolError for what the caller and the model may read. */
  execute(call: ToolCall): Promise<unknown> | unknown;
}

/**
 * Runs the tools of one group that no handler answers. A tool is looked for in this order: a handler by its code, what
 * an executor has set up for the very tool, the consumer's adapter of its group, what the executor does for the group.
 */
export interface ToolExecutor {
  /** Contract name, such as `HTTP_API`. */
  readonly group: string;
  /**
   * How the tool is run, where something is set up for this very tool: a row, a file, a class.
   * @param tools for a tool that calls others
   */
  find?(tool: ToolDefinition, tools: ToolRunner): ExecutableTool | undefined;
  /**
   * How any tool of the group is run; undefined where the configuration leaves the group switched off.
   * @param tool the tool's row; absent where a request names the group alone
   */
  serveGroup?(tool?: ToolDefinition): ExecutableTool | undefined;
}
