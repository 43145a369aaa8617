import type { Executable, Tool } from '../tool.js';
import type { CallableTools } from './callable-tools.js';

/** Whether a tool's calls are let through: OPEN ones are refused for a while, then one is tried (HALF_OPEN). */
export type CircuitState = 'CLOSED' | 'HALF_OPEN' | 'OPEN';

/**
 * Runs the tools of one group whose source does not bring along what answers them. A tool is looked for in this order:
 * what an executor has set up for the very tool, the consumer's adapter of its group, what the executor does for the
 * group.
 */
export interface ToolExecutor {
  /** Contract name, such as `HTTP_API`. */
  readonly group: string;
  /**
   * How the tool is run, where something is set up for this very tool: a row, a file, a class.
   * @param tools for a tool that calls others
   */
  find?(tool: Tool, tools: CallableTools): Executable | undefined;
  /**
   * How any tool of the group is run; undefined where the configuration leaves the group switched off.
   * @param tool the tool's row; absent where a request names the group alone
   */
  serveGroup?(tool?: Tool): Executable | undefined;
  /** The circuits of this process, by tool code in upper case: of several of a tool, the one that lets least through. */
  circuits?(): ReadonlyMap<string, CircuitState>;
}

/** Where Nest keeps the executors of all groups (`ToolExecutor[]`). */
export const TOOL_EXECUTORS = Symbol('convengine.tool-executors');
