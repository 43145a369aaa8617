import type { ToolDefinition } from './definition-types.js';
import type { FlowProblem } from './flow-problem.js';

/** Tools that files define, beside those of rows. */
export interface FileTools {
  /** Of one tool that is for several states there are several, with one code. */
  readonly tools: readonly ToolDefinition[];
  /** What is wrong with files; their `table` is `FILES`. */
  readonly problems: readonly FlowProblem[];
  /** Files that were looked at. */
  readonly files: number;
}

export const NO_FILE_TOOLS: FileTools = { tools: [], problems: [], files: 0 };
