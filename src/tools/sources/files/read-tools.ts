import { FILES, type FlowProblem } from '../../flow-problem.js';
import type { ChangedFiles, Reading } from '../../source.js';
import type { Tool } from '../../tool.js';
import {
  capabilityOf,
  type FileProblem,
  findFiles,
  isYamlFile,
  readYamlFile,
  readYamlText,
  type YamlSource,
} from './capability-file/index.js';
import { capabilityTool, type ReadDefinition } from './capability-tool.js';
import { isPlaybook, playbookTool } from './playbook-tool.js';
import { asFlowProblem } from './problem.js';

/** The tools of one file: none where something is wrong with it. */
export interface ReadFile {
  readonly tools: readonly Tool[];
  readonly problems: readonly FileProblem[];
  /** What the file says and nothing heeds. */
  readonly warnings: readonly FileProblem[];
}

const UNCHANGED: ChangedFiles = new Map();

/**
 * Reads the tools of every YAML file in some directories, at any depth. A file that is wrong gives problems alone.
 * @param changed what files say other than in the directories; new ones come last
 */
export async function readTools(directories: readonly string[], changed = UNCHANGED): Promise<Reading> {
  const found = await findFiles(directories, isYamlFile);
  const files = [...new Set([...found.files, ...changed.keys()])].filter((file) => changed.get(file) !== null);
  const problems: FlowProblem[] = found.problems.map((problem) => asFlowProblem(problem));
  const tools: Tool[] = [];
  for (const file of files) {
    const text = changed.get(file);
    const { value, problems: unreadable } = text == null ? await readYamlFile(file) : readYamlText(file, text);
    const read = value ? toolsOf(value) : refused(unreadable);
    problems.push(...read.problems.map((problem) => asFlowProblem(problem)));
    problems.push(...read.warnings.map((problem) => asFlowProblem(problem, 'warning')));
    tools.push(...read.tools);
  }
  const count = files.length;
  return { tools, problems, counts: count > 0 || problems.length > 0 ? { [FILES]: count } : {} };
}

/** The tools of a capability file or playbook; whether a playbook's steps can be called is found when all are known. */
export function toolsOf(source: YamlSource): ReadFile {
  if (isPlaybook(source.value)) return asRead(playbookTool(source));
  const { value, problems } = capabilityOf(source);
  return value ? asRead(capabilityTool(value)) : refused(problems);
}

function asRead({ tools, problems: { list, warnings } }: ReadDefinition): ReadFile {
  return list.length > 0 ? refused(list) : { tools, problems: [], warnings };
}

function refused(problems: readonly FileProblem[]): ReadFile {
  return { tools: [], problems, warnings: [] };
}
