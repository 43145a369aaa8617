import type { JsonObject } from '../common/json.js';
import type { ToolDefinition } from '../flow/index.js';
import type { SideEffect, ToolCall } from '../handlers/index.js';

/** One tool, ready to be run. */
export interface ExecutableTool {
  /** Used where the row does not say. Default WRITE: what is not declared harmless is confirmed first. */
  readonly sideEffect?: SideEffect;
  /** JSON Schema of the arguments, used where the row has none. */
  readonly inputSchema?: JsonObject;
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
  /** How the tool is run, where something is set up for this very tool: a row, a file, a class. */
  find?(tool: ToolDefinition): ExecutableTool | undefined;
  /**
   * How any tool of the group is run; undefined where the configuration leaves the group switched off.
   * @param tool the tool's row; absent where a request names the group alone
   */
  serveGroup?(tool?: ToolDefinition): ExecutableTool | undefined;
}
