import type { FlowProblems } from '../../tools/flow-problem.js';
import type { ToolRunner } from '../../tools/index.js';
import type { CompiledFlow } from '../flow/index.js';

/** Warns of rows of tools that say what they do to the world, and that nothing answers. */
export function checkAnswered(
  { parts }: CompiledFlow,
  tools: Pick<ToolRunner, 'serves'>,
  problems: FlowProblems,
): void {
  const told = new Set<number>();
  for (const tool of parts.tools.list) {
    const isDeclared = tool.origin.source === 'rows' && tool.sideEffect !== null;
    if (!isDeclared || told.has(tool.id) || tools.serves(tool)) continue;
    told.add(tool.id);
    const text =
      `nothing answers the ${tool.sideEffect} tool "${tool.code}" of the group ${tool.group}; register a handler with ` +
      'this toolCode, or an adapter of the group, or set up what the group is run with';
    problems.warn('ce_mcp_tool', tool.id, 'tool_code', text);
  }
}
