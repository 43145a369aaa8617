import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../common/json.js';
import type { FlowDefinition, ToolDefinition } from '../../flow/index.js';
import { callsOthers, normalizeGroup, type ToolRunner } from '../../tools/index.js';
import { type ClientScope, seesTool } from './client-scope.js';
import { sortedBy } from './paging.js';

/** A tool under the name it is published with. */
export interface PublishedTool {
  readonly name: string;
  readonly tool: ToolDefinition;
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
      enum: ['OPEN', 'IN_PROGRESS', 'EXECUTED', 'REJECTED', 'EXPIRED'],
      description: 'OPEN: nothing has been done, a confirmation is awaited. IN_PROGRESS: nobody can tell yet.',
    },
    message: { type: 'string', description: 'What there is to say to the user' },
    expires_at: { type: ['string', 'null'], description: 'When the question expires' },
    result: { description: 'What the tool answered, once it is EXECUTED' },
  },
};

/** What a client sees: enabled rows in its scope that something serves, sorted by name. */
export function publishedTools(flow: FlowDefinition, tools: ToolRunner, scope: ClientScope): PublishedTool[] {
  const seen = flow.allTools.filter((tool) => seesTool(scope, tool) && tools.serves(tool));
  // Of two codes that differ in characters a name cannot have, the first keeps the name.
  const byName = new Map(seen.reverse().map((tool) => [publishedName(tool.code), tool]));
  return sortedBy(
    [...byName].map(([name, tool]) => ({ name, tool })),
    ({ name }) => name,
  );
}

/** A code as the protocol and the providers of models accept it as a name. */
export function publishedName(code: string): string {
  return code
    .trim()
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .slice(0, 128);
}

/** The entry of `tools/list`. */
export function describeTool({ name, tool }: PublishedTool, tools: ToolRunner): Tool {
  const isRead = tools.sideEffect(tool) === 'READ';
  const mayWrite = !isRead || callsOthers(tool);
  const title = titleOf(tool.code);
  const outputSchema = isRead ? tools.resultSchema(tool) : ACTION_RESULT;
  return {
    name,
    title,
    description: describe(tool, isRead),
    inputSchema: objectSchema(tools.inputSchema(tool) ?? {}),
    ...(isObjectSchema(outputSchema) && { outputSchema: outputSchema as Tool['outputSchema'] }),
    annotations: {
      title,
      readOnlyHint: !mayWrite,
      destructiveHint: mayWrite && tool.risk !== 'LOW',
      idempotentHint: !mayWrite || tool.executionPolicy === 'idempotent',
      openWorldHint: callsOthers(tool) || OPEN_WORLD.has(normalizeGroup(tool.group)),
    },
  };
}

function describe(tool: ToolDefinition, isRead: boolean): string {
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

function objectSchema(schema: JsonObject): Tool['inputSchema'] {
  return { ...schema, type: 'object' };
}

function isObjectSchema(schema: JsonObject | null): boolean {
  return schema?.type === 'object';
}
