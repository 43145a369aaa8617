import { type CallToolResult, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../common/json.js';
import { type BuiltInTool, mcpResult, ToolCallRefusal } from '../../shipped-tools/index.js';
import { type ClientScope, seesToolCode } from './client-scope.js';

/** A tool that comes with the product, under one of its names. */
export interface ShippedTool {
  readonly name: string;
  readonly tool: BuiltInTool;
}

/** Those a client may see, under each of their names that no row has taken. */
export function shippedTools(
  tools: readonly BuiltInTool[],
  scope: ClientScope,
  taken: readonly { readonly name: string }[],
): ShippedTool[] {
  return tools
    .filter(({ code }) => seesToolCode(scope, code))
    .flatMap((tool) => [tool.code, ...tool.aliases].map((name) => ({ name, tool })))
    .filter(({ name }) => !taken.some((other) => other.name === name));
}

export function describeShipped({ name, tool }: ShippedTool): Tool {
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as Tool['inputSchema'],
    outputSchema: outputSchema as Tool['outputSchema'],
    annotations: annotations as Tool['annotations'],
  };
}

/** @throws McpError where the tool's contract answers with a JSON-RPC error */
export async function callShipped(
  { tool }: ShippedTool,
  args: JsonObject,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    return mcpResult(tool, await tool.execute(args, { signal })) as unknown as CallToolResult;
  } catch (error) {
    if (error instanceof ToolCallRefusal) throw new McpError(error.rpcCode, error.message);
    throw error;
  }
}
