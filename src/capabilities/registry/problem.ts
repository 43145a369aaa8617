import type { FlowProblem } from '../../flow/index.js';
import { FILES } from '../../flow/index.js';
import type { FileProblem, YamlPath, YamlSource } from '../capability-file/index.js';

/** Collects what is wrong with one file, with its places. */
export class Problems {
  readonly list: FileProblem[] = [];

  constructor(private readonly source: YamlSource) {}

  add(path: YamlPath, message: string): void {
    const { file } = this.source;
    this.list.push({ file, region: this.source.valueRegion(path), message: `"${path.join('.')}": ${message}` });
  }
}

/** A file's problem as one of the flow. A file that is wrong is left out, and disturbs nothing else. */
export function asFlowProblem({ file, region, message }: FileProblem): FlowProblem {
  const id = region ? `${file}:${region.line}:${region.column}` : file;
  return { severity: 'error', table: FILES, id, column: null, message };
}
