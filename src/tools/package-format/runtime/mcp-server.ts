import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import { describeForModels } from './adapters/description.js';
import type { Invoker, Outcome } from './adapters/invoker.js';
import type { JsonObject, Tool } from './adapters/manifest.js';
import { publishedSchema } from './adapters/published-schema.js';
import { closeObjects } from './adapters/schemas.js';
import { Consent } from './consent.js';

/** The tools of a manifest for one client of the Model Context Protocol. */
export function createServer(invoker: Invoker): Server {
  const { project, tools } = invoker.manifest;
  const server = new Server(
    { name: project.name, version: project.version },
    { capabilities: { tools: {} }, instructions: project.description },
  );
  const consent = new Consent(server, invoker);
  const listed = tools.map(describe);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal, _meta }) => {
    const { name, arguments: input = {} } = params;
    if (!invoker.has(name)) throw new McpError(ErrorCode.InvalidParams, `unknown tool: ${name}`);
    const id = String(_meta?.request_id ?? requestId);
    return resultOf(await consent.call({ name, input, requestId: id, relatedRequestId: requestId, signal }));
  });
  return server;
}

function describe(tool: Tool): McpTool {
  const { name, title, category, idempotency, risk } = tool;
  const isReading = category === 'read' || category === 'analytics';
  return {
    name,
    title,
    description: describeForModels(tool),
    inputSchema: published(name, tool.input_schema) as McpTool['inputSchema'],
    outputSchema: published(name, tool.output_schema) as NonNullable<McpTool['outputSchema']>,
    annotations: {
      title,
      readOnlyHint: isReading,
      destructiveHint: !isReading && risk === 'high',
      idempotentHint: idempotency === 'idempotent',
    },
  };
}

/** As clients can use it; what they cannot is told on standard error. */
function published(tool: string, given: JsonObject): JsonObject {
  const { schema, leftOut } = publishedSchema(closeObjects(given) as JsonObject);
  for (const pattern of leftOut) {
    process.stderr.write(`${JSON.stringify({ warning: 'a pattern is not published', tool, pattern })}\n`);
  }
  return schema;
}

function resultOf(outcome: Outcome): CallToolResult {
  if (!outcome.ok) return { isError: true, content: [textOf({ error: outcome.error })] };
  return { content: [textOf(outcome.output)], structuredContent: outcome.output };
}

function textOf(value: unknown): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(value) };
}
