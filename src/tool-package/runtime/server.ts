// The tools of the manifest over the Model Context Protocol, on standard input and output: `node src/server.ts`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import { Invoker, type Outcome } from './adapters/invoker.js';
import type { Manifest, Tool } from './adapters/manifest.js';
import { closeObjects } from './adapters/schemas.js';

const base = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../manifest.json'), 'utf8')) as Manifest;
const invoker = new Invoker(manifest, { base });
const server = new Server(
  { name: manifest.project.name, version: manifest.project.version },
  { capabilities: { tools: {} }, instructions: manifest.project.description },
);

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: manifest.tools.map(describe) }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal, _meta }) => {
  const { name, arguments: input = {} } = params;
  if (!invoker.has(name)) throw new McpError(ErrorCode.InvalidParams, `unknown tool: ${name}`);
  const id = _meta?.request_id ?? requestId;
  return resultOf(await invoker.invoke(name, input, { requestId: String(id), signal }));
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);
process.stdin.once('end', close);
await server.connect(new StdioServerTransport());

function describe(tool: Tool): McpTool {
  const { name, title, description, category, idempotency, risk } = tool;
  const isReading = category === 'read' || category === 'analytics';
  return {
    name,
    title,
    description,
    inputSchema: closeObjects(tool.input_schema) as McpTool['inputSchema'],
    outputSchema: closeObjects(tool.output_schema) as NonNullable<McpTool['outputSchema']>,
    annotations: {
      title,
      readOnlyHint: isReading,
      destructiveHint: !isReading && risk === 'high',
      idempotentHint: idempotency === 'idempotent',
    },
  };
}

function resultOf(outcome: Outcome): CallToolResult {
  if (!outcome.ok) return { isError: true, content: [textOf({ error: outcome.error })] };
  return { content: [textOf(outcome.output)], structuredContent: outcome.output };
}

function textOf(value: unknown): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(value) };
}

async function close(): Promise<void> {
  await invoker.close();
  await server.close();
  process.exit(0);
}
