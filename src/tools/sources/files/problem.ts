import { FILES, type FlowProblem } from '../../flow-problem.js';
import type { FileProblem, YamlPath, YamlSource } from './capability-file/index.js';

/** Collects what is wrong with one file, with its places. */
export class Problems {
  /** With any of these, the file gives no tool. */
  readonly list: FileProblem[] = [];
  /** What the file says and nothing heeds; its tool is there all the same. */
  readonly warnings: FileProblem[] = [];

  constructor(private readonly source: YamlSource) {}

  add(path: YamlPath, message: string): void {
    this.list.push(this.at(path, message));
  }

  warn(path: YamlPath, message: string): void {
    this.warnings.push(this.at(path, message));
  }

  private at(path: YamlPath, message: string): FileProblem {
    const { file } = this.source;
    return { file, region: this.source.valueRegion(path), message: `"${path.join('.')}": ${message}` };
  }
}

/** A file's problem as one of the flow. A file that is wrong is left out, and disturbs nothing else. */
export function asFlowProblem(
  { file, region, message }: FileProblem,
  severity: FlowProblem['severity'] = 'error',
): FlowProblem {
  const id = region ? `${file}:${region.line}:${region.column}` : file;
  return { severity, table: FILES, id, column: null, message };
}
