import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import type { FlowProblems } from '../../tools/flow-problem.js';
import type { Tool, ToolRunner } from '../../tools/index.js';
import type { CompiledFlow } from '../flow/index.js';
import { meantBy } from './check-names.js';

/**
 * Warns of rules that call a tool without what it needs, or with arguments that it does not have: by the schema of its row
 * or, where that has none, of what answers it.
 */
export function checkCalls(
  { parts }: CompiledFlow,
  tools: Pick<ToolRunner, 'inputSchema'>,
  problems: FlowProblems,
): void {
  for (const { id, action } of parts.rules) {
    const tool = action.type === 'CALL_TOOL' ? parts.tools.tool(action.toolCode) : undefined;
    const schema = tool && tools.inputSchema(tool);
    if (action.type !== 'CALL_TOOL' || !tool || !schema) continue;
    for (const text of problemsOf(tool, schema, action.args)) problems.warn('ce_rule', id, 'action_value', text);
  }
}

function problemsOf(tool: Tool, schema: JsonObject, args: JsonObject): string[] {
  const known = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const given = Object.keys(args);
  const unknown = given
    .filter((name) => !known.includes(name))
    .flatMap((name) =>
      unknownName(
        name,
        schema,
        known.filter((one) => !given.includes(one)),
      ),
    );
  // What the row's own schema needs is told where rows are read.
  const required = tool.inputSchema === null && Array.isArray(schema.required) ? schema.required : [];
  const missing = required.filter((name) => typeof name === 'string' && !given.includes(name)).map(String);
  return [
    ...unknown.map((text) => `the tool "${tool.code}" ${text}`),
    ...missing.map((name) => `the tool "${tool.code}" needs the argument "${name}"`),
  ];
}

/** An argument that is not described is let pass where the schema lets it, unless it is almost one that is. */
function unknownName(name: string, schema: JsonObject, known: readonly string[]): string[] {
  const meant = meantBy(name, known);
  if (meant !== undefined) return [`has no argument "${name}"; was "${meant}" meant?`];
  return schema.additionalProperties === false ? [`has no argument "${name}"`] : [];
}
