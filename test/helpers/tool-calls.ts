import type { JsonObject } from '../../src/platform/common/json.js';
import type { ToolCall } from '../../src/platform/handlers-api/index.js';
import { AS_ROW, type CallSettings, type Tool, type ToolExecutor } from '../../src/tools/index.js';

/** A row of `ce_mcp_tool` that says nothing but what a test needs. */
export const toolRow = (more: Partial<Tool> = {}): Tool => ({
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
  origin: { source: 'rows', place: null },
  does: { kind: 'group' },
  treatment: AS_ROW,
  ...more,
});

/** What a runner of a test is held to, where the test does not say. */
export const callSettings = ({ timeoutMs = 2_000, resultBytes = 262_144, groupsWithoutCode = [] as string[] } = {}) =>
  ({
    mcp: { toolTimeoutMs: timeoutMs, groupsWithoutCode },
    limits: { toolResultBytes: resultBytes },
  }) satisfies CallSettings;

/** Calls what an executor does for its group, past schema and consent. */
export async function callTool(
  executor: ToolExecutor,
  args: JsonObject,
  more: Partial<ToolCall> & { row?: Partial<Tool> } = {},
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

/** How long a run of a workflow takes at most, how many bytes it may return, and which webhook is told of it. */
export function workflowSettings(timeoutMs: number, resultBytes: number, webhook = '') {
  const restate = { ingressUrl: '', adminUrl: '', endpointUrl: '', host: '', port: 1, serviceName: '' };
  const mcp = { workflows: { timeoutMs, leaseMs: 15_000, restate } };
  return { auth: { tenant: 'default' }, mcp, limits: { toolResultBytes: resultBytes }, webhooks: { url: webhook } };
}
