import type { ToolDefinition } from './definition-types.js';
import type { FlowProblem } from './flow-problem.js';

/** Tools that files define, beside those of rows. */
export interface FileTools {
  /** Of one tool that is for several states there are several, with one code. */
  readonly tools: readonly ToolDefinition[];
  /** What is wrong with files; their `table` is `FILES` or `MANIFESTS`. */
  readonly problems: readonly FlowProblem[];
  /** Capability files that were looked at. */
  readonly files: number;
  /** Manifests of tool packages that were looked at. */
  readonly manifests: number;
}

export const NO_FILE_TOOLS: FileTools = { tools: [], problems: [], files: 0, manifests: 0 };
