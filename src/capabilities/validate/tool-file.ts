import type { JsonValue } from '../../common/json.js';
import type { ToolDefinition } from '../../flow/index.js';
import type { YamlPath, YamlSource } from '../capability-file/index.js';
import type { LintTarget, Place } from './lint-target.js';
import type { Severity } from './rule.js';

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

/** Why the engine cannot use a tool, or not as it was meant. */
export interface LoadProblem {
  readonly severity: Exclude<Severity, 'PASS'>;
  /** Of the tool, where it has one. */
  readonly name: string;
  /** The file, row or handler, as that of a `Subject`. */
  readonly origin: string;
  readonly place: Place;
  readonly message: string;
  readonly advice: string;
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
