import type { FileTools, ToolDefinition } from '../../flow/index.js';
import { type FileProblem, findYamlFiles, readCapabilityText, readYamlFile } from '../capability-file/index.js';
import { capabilityTool, type ReadTool } from './capability-tool.js';
import { isPlaybook, playbookTool } from './playbook-tool.js';
import { asFlowProblem } from './problem.js';

/** Reads the tools of every YAML file in some directories, at any depth. A file that is wrong gives problems alone. */
export async function readTools(directories: readonly string[]): Promise<FileTools> {
  const found = await findYamlFiles(directories);
  const problems: FileProblem[] = [...found.problems];
  const tools: ToolDefinition[] = [];
  for (const file of found.files) {
    const read = await readTool(file);
    problems.push(...read.problems);
    if (read.problems.length === 0) tools.push(...read.tools);
  }
  return { tools, problems: problems.map(asFlowProblem), files: found.files.length };
}

async function readTool(file: string): Promise<{ tools: readonly ToolDefinition[]; problems: readonly FileProblem[] }> {
  const read = await readYamlFile(file);
  if (!read.value) return { tools: [], problems: read.problems };
  if (isPlaybook(read.value.value)) return asRead(playbookTool(read.value));
  const capability = readCapabilityText(file, read.value.text);
  if (!capability.value) return { tools: [], problems: capability.problems };
  return asRead(capabilityTool(capability.value));
}

function asRead({ tools, problems }: ReadTool): {
  tools: readonly ToolDefinition[];
  problems: readonly FileProblem[];
} {
  return { tools, problems: problems.list };
}
