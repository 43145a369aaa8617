import type { ToolDefinition } from '../definition-types.js';
import type { FileTools } from '../file-tools.js';
import { FILES, type FlowProblems } from '../flow-problem.js';
import { normalizeCode } from '../scope.js';
import { linkPlaybooks } from './link-playbooks.js';

/** Tools of rows and of files as one list. A row's code is the row's; of files with one code the first one counts. */
export function addFileTools(
  rowTools: readonly ToolDefinition[],
  { tools, problems: found }: FileTools,
  problems: FlowProblems,
): ToolDefinition[] {
  problems.list.push(...found);
  const takenBy = new Map(rowTools.map((tool) => [normalizeCode(tool.code), 'a row of ce_mcp_tool']));
  const added = tools.filter((tool) => {
    const code = normalizeCode(tool.code);
    const file = tool.file ?? null;
    const owner = takenBy.get(code) ?? file;
    if (owner === file) {
      if (file !== null) takenBy.set(code, file);
      return true;
    }
    problems.error(FILES, file, null, `the tool "${tool.code}" is there already, in ${owner}; this one is left out`);
    return false;
  });
  const lastId = rowTools.reduce((last, { id }) => Math.max(last, id), 0);
  const numbered = added.map((tool, index) => ({ ...tool, id: lastId + 1 + index }));
  return linkPlaybooks([...rowTools, ...numbered], problems);
}
