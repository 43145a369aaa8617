import type { FileTools, FlowProblem, ToolDefinition } from '../../flow/index.js';
import { type FileProblem, findYamlFiles, readCapabilityText, readYamlFile } from '../capability-file/index.js';
import { capabilityTool } from './capability-tool.js';
import { isPlaybook, playbookTool } from './playbook-tool.js';
import { asFlowProblem } from './problem.js';

/** What one file gives. */
interface FileReading {
  readonly tools: readonly ToolDefinition[];
  readonly problems: readonly FlowProblem[];
}

/** Reads the tools of every YAML file in some directories, at any depth. A file that is wrong gives problems alone. */
export async function readTools(directories: readonly string[]): Promise<FileTools> {
  const found = await findYamlFiles(directories);
  const readings: FileReading[] = [refused(found.problems)];
  for (const file of found.files) readings.push(await readTool(file));
  return {
    tools: readings.flatMap(({ tools }) => tools),
    problems: readings.flatMap(({ problems }) => problems),
    files: found.files.length,
  };
}

async function readTool(file: string): Promise<FileReading> {
  const read = await readYamlFile(file);
  if (!read.value) return refused(read.problems);
  const isOneTool = !isPlaybook(read.value.value);
  const capability = isOneTool ? readCapabilityText(file, read.value.text) : undefined;
  if (capability && !capability.value) return refused(capability.problems);
  const { tools, problems } = capability ? capabilityTool(capability.value) : playbookTool(read.value);
  if (problems.list.length > 0) return refused(problems.list);
  return { tools, problems: problems.warnings.map((problem) => asFlowProblem(problem, 'warning')) };
}

function refused(problems: readonly FileProblem[]): FileReading {
  return { tools: [], problems: problems.map((problem) => asFlowProblem(problem, 'error')) };
}
