import type { JsonValue } from '../../platform/common/json.js';
import type { YamlPath, YamlSource } from '../../tools/sources/files/capability-file/index.js';
import type { toolsOf } from '../../tools/sources/files/index.js';
import type { LintTarget, Place } from './lint-target.js';
import type { Severity } from './rule.js';

/** A file with tools in it, as the rules and as the engine see it. */
export interface ToolFile {
  readonly source: YamlSource;
  readonly targets: readonly LintTarget[];
  /** What may be mended; absent where nothing may. */
  readonly fixable?: Fixable;
  /** The tools as the engine loads them; none where there are problems, and none of manifests. */
  readonly tools: ReturnType<typeof toolsOf>['tools'];
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

/** What the engine found when it put all tools together. */
export interface LinkProblem {
  readonly severity: 'error' | 'warning';
  /** Of the row; `FILES` for files, `HANDLERS` for handlers. */
  readonly table: string;
  readonly id: string | null;
  /** Of a file: keys and indexes to the place in it. */
  readonly column: string | null;
  readonly message: string;
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
