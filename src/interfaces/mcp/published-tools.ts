import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { FlowDefinition } from '../../engine/flow/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { ACTION_STATUSES } from '../../platform/handlers-api/index.js';
import { callsOthers, namesOf, normalizeGroup, type Tool, type ToolRunner } from '../../tools/index.js';
import type { BuiltInTool } from '../../tools/shipped/index.js';
import { type ClientScope, seesTool } from '../callers/index.js';
import { asClientsCompile } from './published-schemas.js';
import { sortedBy } from './sorted-by.js';

/** A tool under the name it is published with. */
export interface PublishedTool {
  readonly name: string;
  readonly tool: Tool;
}

/** Groups whose tools reach beyond the service and its database. */
const OPEN_WORLD: ReadonlySet<string> = new Set(['HTTP_API', 'WORKFLOW_ACTION', 'NOTIFICATION', 'MCP', 'PACKAGE']);

/** What a call of a tool that writes answers, also before it is confirmed. */
export const ACTION_RESULT = {
  type: 'object',
  required: ['action_id', 'status', 'message'],
  properties: {
    action_id: { type: 'string' },
    status: {
      type: 'string',
      enum: [...ACTION_STATUSES],
      description: 'OPEN: nothing has been done, a confirmation is awaited. IN_PROGRESS: nobody can tell yet.',
    },
    message: { type: 'string', description: 'What there is to say to the user' },
    expires_at: { type: ['string', 'null'], description: 'When the question expires' },
    consent_url: { type: 'string', description: 'While OPEN: the page on which the user decides' },
    consent_problem: { type: 'string', description: 'While OPEN, without consent_url: why the user cannot agree' },
    result: { description: 'What the tool answered, once it is EXECUTED' },
  },
};

/** What a client sees: the tools in its scope that something serves, sorted by name. */
export function publishedTools(flow: FlowDefinition, tools: ToolRunner, scope: ClientScope): PublishedTool[] {
  const seen = flow.allTools.filter((tool) => seesTool(scope, tool) && tools.serves(tool));
  const [shipped, others] = [seen.filter(isShipped), seen.filter((tool) => !isShipped(tool))];
  // Of two codes that differ in characters a name cannot have, the first keeps the name.
  const byName = new Map(others.reverse().map((tool) => [publishedName(tool.code), tool]));
  for (const tool of shipped) {
    for (const name of namesOf(tool)) if (!byName.has(name)) byName.set(name, tool);
  }
  return sortedBy(
    [...byName].map(([name, tool]) => ({ name, tool })),
    ({ name }) => name,
  );
}

/** Whether a tool comes with the product and is offered as it is, without a row, to the clients of this protocol alone. */
export function isShipped({ treatment }: Tool): boolean {
  return treatment.offered === 'over-mcp';
}

/** A code as the protocol and the providers of models accept it as a name. */
export function publishedName(code: string): string {
  return code
    .trim()
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .slice(0, 128);
}

/** The entry of `tools/list`. */
export function describeTool({ name, tool }: PublishedTool, tools: ToolRunner): ListedTool {
  if (isShipped(tool) && tool.does.kind === 'shipped') return describeShipped(name, tool.does.tool);
  const isRead = tools.sideEffect(tool) === 'READ';
  const mayWrite = !isRead || callsOthers(tool);
  const title = titleOf(tool.code);
  const outputSchema = isRead ? tools.resultSchema(tool) : ACTION_RESULT;
  return {
    name,
    title,
    description: describe(tool, isRead),
    inputSchema: objectSchema(asClientsCompile(tool.code, tools.inputSchema(tool) ?? {})),
    ...(isObjectSchema(outputSchema) && {
      outputSchema: asClientsCompile(tool.code, outputSchema) as ListedTool['outputSchema'],
    }),
    annotations: {
      title,
      readOnlyHint: !mayWrite,
      destructiveHint: mayWrite && tool.risk !== 'LOW',
      idempotentHint: !mayWrite || tool.executionPolicy === 'idempotent',
      openWorldHint: callsOthers(tool) || OPEN_WORLD.has(normalizeGroup(tool.group)),
    },
  };
}

function describeShipped(name: string, tool: BuiltInTool): ListedTool {
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as ListedTool['inputSchema'],
    outputSchema: outputSchema as ListedTool['outputSchema'],
    annotations: annotations as ListedTool['annotations'],
  };
}

function describe(tool: Tool, isRead: boolean): string {
  const text = tool.description ?? titleOf(tool.code);
  return isRead ? text : `${text}\n\nThe user is asked for consent to exactly these arguments before anything is done.`;
}

/** `crm.customerLookup` as `Crm customer lookup`. */
export function titleOf(code: string): string {
  const words = code
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._\-/\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function objectSchema(schema: JsonObject): ListedTool['inputSchema'] {
  return { ...schema, type: 'object' };
}

function isObjectSchema(schema: JsonObject | null): schema is JsonObject {
  return schema?.type === 'object';
}
