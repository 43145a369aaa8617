import type { JsonValue } from '../../common/json.js';
import type { ToolDefinition } from '../../flow/index.js';
import type { YamlPath, YamlSource } from '../capability-file/index.js';
import type { LintTarget } from './lint-target.js';
import type { LoadProblem } from './loading.js';

/** A file with tools in it, as the rules and as the engine see it. */
export interface ToolFile {
  readonly source: YamlSource;
  readonly targets: readonly LintTarget[];
  /** What may be mended; absent where nothing may. */
  readonly fixable?: Fixable;
  /** The tools as the engine loads them; none where there are problems, and none of manifests. */
  readonly tools: readonly ToolDefinition[];
  readonly problems: readonly LoadProblem[];
}

/** The parts of a file that `--fix` may change. */
export interface Fixable {
  readonly source: YamlSource;
  readonly name: string;
  readonly inputSchema: JsonValue;
  /** Where the schema stands in the file. */
  readonly inputPath: YamlPath;
  readonly isPinned: boolean;
}
