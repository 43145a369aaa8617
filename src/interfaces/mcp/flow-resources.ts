import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type FlowDefinition, type Intent } from '../../engine/flow/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { packageRoot } from '../../platform/config/index.js';
import type { McpResource } from '../../platform/handlers-api/index.js';
import { sameCode } from '../../tools/index.js';
import { type ClientScope, seesIntent } from '../callers/index.js';
import { describeTool, isShipped, publishedTools } from './published-tools.js';
import type { ServerParts } from './server-parts.js';

const FLOW_URI = 'convengine://flow';

/** What the flow can do, as resources: read anew from the definition that runs. */
export function flowResources(parts: ServerParts, scope: ClientScope): McpResource[] {
  const flow = () => parts.flow.definition;
  const intents = () => flow().intents.filter(({ code }) => seesIntent(scope, code));
  const tools = () => publishedTools(flow(), parts.tools, scope).filter(({ tool }) => !isShipped(tool));
  return [
    {
      kind: 'mcp-resource',
      uri: FLOW_URI,
      name: 'flow',
      title: 'What the conversation flow can do',
      description: 'Intents, states and tools',
      read: () => ({
        intents: intents().map(summary),
        states: [...flow().states].sort(),
        tools: tools().map(({ name, tool }) => ({ name, description: tool.description })),
      }),
    },
    {
      kind: 'mcp-resource',
      uri: 'convengine://intents/{intent}',
      name: 'intent',
      title: 'One intent',
      description: 'What it collects and what it can do, by state',
      mimeType: 'application/json',
      read: ({ variables }) => {
        const intent = intents().find(({ code }) => sameCode(code, variables.intent ?? ''));
        return intent && describeIntent(flow(), intent);
      },
      complete: (_, begun) =>
        startingWith(
          intents().map(({ code }) => code),
          begun,
        ),
    },
    {
      kind: 'mcp-resource',
      uri: 'convengine://tools/{tool}',
      name: 'tool',
      title: 'One tool',
      description: 'Its schemas, what it does in the world, and how it is carried out',
      mimeType: 'application/json',
      read: ({ variables }) => {
        const published = tools().find(({ name }) => name === variables.tool);
        if (!published) return undefined;
        const { risk, executionPolicy, group, intent, state } = published.tool;
        const about = {
          group,
          intent,
          state,
          risk,
          executionPolicy,
          sideEffect: parts.tools.sideEffect(published.tool),
        };
        return { ...(describeTool(published, parts.tools) as unknown as JsonObject), ...about };
      },
      complete: (_, begun) =>
        startingWith(
          tools().map(({ name }) => name),
          begun,
        ),
    },
    {
      kind: 'mcp-resource',
      uri: 'convengine://docs/{page}',
      name: 'documentation',
      title: 'Documentation of the service',
      mimeType: 'text/markdown',
      read: async ({ variables }) => {
        const page = (await docPages()).find((name) => name === variables.page);
        return page === undefined ? undefined : readFile(join(packageRoot(), 'docs', `${page}.md`), 'utf8');
      },
      complete: async (_, begun) => startingWith(await docPages(), begun),
    },
  ];
}

/** Addresses of what a flow that was switched may have changed. */
export function flowUris({ flow: { definition }, tools }: ServerParts): string[] {
  const everything: ClientScope = { name: '', intents: ['*'], states: ['*'], tools: ['*'], kind: 'agent' };
  const codes = publishedTools(definition, tools, everything);
  return [
    FLOW_URI,
    ...definition.intents.map(({ code }) => `convengine://intents/${code}`),
    ...codes.map(({ name }) => `convengine://tools/${name}`),
  ];
}

function summary({ code, displayName, description }: Intent): JsonObject {
  return { code, name: displayName, description };
}

function describeIntent(flow: FlowDefinition, intent: Intent): JsonObject {
  const states = [...flow.states].sort();
  const collects = states.flatMap((state) => {
    const schema = flow.schemaFor(intent.code, state);
    return schema && sameCode(schema.state, state)
      ? [{ state, description: schema.description, schema: schema.document }]
      : [];
  });
  const actions = states.flatMap((state) =>
    flow
      .pendingActionsFor(intent.code, state)
      .filter((action) => sameCode(action.state, state))
      .map(({ actionKey, description, executionPolicy }) => ({ state, actionKey, description, executionPolicy })),
  );
  return { ...summary(intent), collects, actions };
}

async function docPages(): Promise<string[]> {
  const files = await readdir(join(packageRoot(), 'docs')).catch((): string[] => []);
  return files.filter((file) => file.endsWith('.md')).map((file) => basename(file, '.md'));
}

function startingWith(values: readonly string[], begun: string): string[] {
  return values.filter((value) => value.toLowerCase().startsWith(begun.toLowerCase())).sort();
}
