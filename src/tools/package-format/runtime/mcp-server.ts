import {
  type CallToolResult,
  isInputRequiredResult,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { describeForModels } from './adapters/description.js';
import type { Invoker, Outcome } from './adapters/invoker.js';
import type { JsonObject, Tool } from './adapters/manifest.js';
import { publishedSchema } from './adapters/published-schema.js';
import { closeObjects } from './adapters/schemas.js';
import { Consent } from './consent.js';
import type { Questions } from './questions.js';

/** How long a client may keep the list of tools: it changes with the package. */
const LIST_MS = 3_600_000;

/**
 * The tools of a manifest over the Model Context Protocol, for one client in a session, or for any request of revision
 * 2026-07-28. @param questions what was asked in the session, or of all clients that have none
 */
export function createServer(invoker: Invoker, questions: Questions): Server {
  const { project, tools } = invoker.manifest;
  const server = new Server(
    { name: project.name, version: project.version },
    {
      capabilities: { tools: {} },
      instructions: project.description,
      cacheHints: { 'tools/list': { ttlMs: LIST_MS, cacheScope: 'private' } },
    },
  );
  const consent = new Consent(server, invoker, questions);
  const listed = tools.map(describe);
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: input = {} } = params;
    if (!invoker.has(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool: ${name}`);
    const requestId = String(context.mcpReq._meta?.request_id ?? context.mcpReq.id);
    const answer = await consent.call({ name, input, requestId, context });
    return isInputRequiredResult(answer) ? answer : resultOf(answer);
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
