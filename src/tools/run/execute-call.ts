import type { ToolCall } from '../../platform/handlers-api/index.js';
import { inSpan, isTracing, measured } from '../../platform/telemetry/index.js';
import type { Executable } from '../tool.js';

/** Has what answers a tool make a call whose arguments were checked. */
export type ExecuteCall = (tool: Executable, call: ToolCall) => Promise<unknown> | unknown;

/** Makes the call, measures it, and notes it as a span of the trace at hand. */
export const callItself: ExecuteCall = async (tool, call) => {
  const startedAt = performance.now();
  const count = (outcome: 'OK' | 'ERROR') =>
    measured.toolDuration.record((performance.now() - startedAt) / 1_000, call.toolGroup, outcome);
  try {
    const result = await (isTracing() ? inSpan(toolSpan(call), async () => tool.execute(call)) : tool.execute(call));
    count('OK');
    return result;
  } catch (error) {
    count('ERROR');
    throw error;
  }
};

function toolSpan({ toolCode, toolGroup, idempotencyKey }: ToolCall) {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': toolCode,
    'gen_ai.tool.type': toolGroup === 'DB' || toolGroup === 'DOCUMENT_RETRIEVAL' ? 'datastore' : 'function',
    'convengine.tool.group': toolGroup,
    'convengine.tool.writes': idempotencyKey !== null,
  };
  return { name: `execute_tool ${toolCode}`, attributes };
}
