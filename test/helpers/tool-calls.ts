import type { JsonObject } from '../../src/common/json.js';
import type { ToolDefinition } from '../../src/flow/index.js';
import type { ToolCall } from '../../src/handlers/index.js';
import type { ToolExecutor } from '../../src/tools/index.js';

/** A row of `ce_mcp_tool` that says nothing but what a test needs. */
export const toolRow = (more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  id: 1,
  code: 'a.tool',
  group: 'DB',
  intent: 'ANY',
  state: 'ANY',
  priority: 100,
  description: null,
  inputSchema: null,
  outputSchema: null,
  sideEffect: null,
  risk: null,
  executionPolicy: 'at-most-once',
  timeoutMs: null,
  ...more,
});

/** Calls what an executor does for its group, past schema and consent. */
export async function callTool(
  executor: ToolExecutor,
  args: JsonObject,
  more: Partial<ToolCall> & { row?: Partial<ToolDefinition> } = {},
): Promise<JsonObject> {
  const { row, ...context } = more;
  const tool = executor.serveGroup?.(toolRow({ group: executor.group, ...row }));
  if (!tool) throw new Error(`${executor.group} is switched off`);
  const call = {
    toolCode: 'a.tool',
    toolGroup: executor.group,
    arguments: args,
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    idempotencyKey: null,
    conversationId: '01976f00-0000-7000-8000-000000000001',
    intent: 'ANY',
    state: 'ANY',
    userText: '',
    context: {},
    ...context,
  } as ToolCall;
  return (await tool.execute(call)) as JsonObject;
}
