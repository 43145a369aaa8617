import {
  type ListResourcesRequest,
  type ListResourcesResult,
  type ListResourceTemplatesRequest,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceRequest,
  type ReadResourceResult,
  ResourceNotFoundError,
  type SubscribeRequest,
  type UnsubscribeRequest,
  UriTemplate,
} from '@modelcontextprotocol/server';
import type { McpResource } from '../../platform/handlers-api/index.js';
import type { ClientScope } from '../callers/index.js';
import { flowResources } from './flow-resources.js';
import { page } from './paging.js';
import type { ServerParts } from './server-parts.js';
import { sortedBy } from './sorted-by.js';
import { QUESTION_VIEW, questionView } from './views/question-views.js';

const MAX_SUBSCRIPTIONS = 1_000;

interface Found {
  readonly resource: McpResource;
  readonly variables: Readonly<Record<string, string>>;
}

/** Answers what a client asks about resources: the flow's, and those of handlers. */
export class ResourceRequests {
  private readonly subscriptions = new Set<string>();
  private readonly ofFlow: readonly McpResource[];

  constructor(
    private readonly parts: ServerParts,
    scope: ClientScope,
  ) {
    this.ofFlow = flowResources(parts, scope);
  }

  /** Addresses of the flow that the client wants to be told about. */
  get watchedFlow(): string[] {
    return [...this.subscriptions].filter((uri) => this.find(uri, this.ofFlow) !== undefined);
  }

  list({ params }: ListResourcesRequest): ListResourcesResult {
    const fixed = sortedBy(
      this.all.filter(({ uri }) => !UriTemplate.isTemplate(uri)),
      ({ uri }) => uri,
    );
    const { items, nextCursor } = page(fixed, ({ uri }) => uri, params?.cursor);
    return { resources: items.map((item) => ({ uri: item.uri, ...about(item) })), ...(nextCursor && { nextCursor }) };
  }

  templates({ params }: ListResourceTemplatesRequest): ListResourceTemplatesResult {
    const templates = sortedBy(
      this.all.filter(({ uri }) => UriTemplate.isTemplate(uri)),
      ({ uri }) => uri,
    );
    const { items, nextCursor } = page(templates, ({ uri }) => uri, params?.cursor);
    const resourceTemplates = items.map((item) => ({ uriTemplate: item.uri, ...about(item) }));
    return { resourceTemplates, ...(nextCursor && { nextCursor }) };
  }

  async read({ params: { uri } }: ReadResourceRequest, signal: AbortSignal): Promise<ReadResourceResult> {
    if (uri === QUESTION_VIEW) return questionView(this.parts);
    const found = this.find(uri, this.all) ?? missing(uri);
    const content = await found.resource.read({ uri, variables: found.variables, signal });
    if (content === undefined) return missing(uri);
    const { mimeType } = found.resource;
    if (typeof content === 'string') return { contents: [{ uri, mimeType: mimeType ?? 'text/plain', text: content }] };
    if (content instanceof Uint8Array) {
      const blob = Buffer.from(content).toString('base64');
      return { contents: [{ uri, mimeType: mimeType ?? 'application/octet-stream', blob }] };
    }
    return { contents: [{ uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(content, null, 2) }] };
  }

  subscribe({ params: { uri } }: SubscribeRequest): Record<string, never> {
    if (!this.find(uri, this.all)) missing(uri);
    if (this.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        `At most ${MAX_SUBSCRIPTIONS} subscriptions are possible.`,
      );
    }
    this.subscriptions.add(uri);
    return {};
  }

  unsubscribe({ params: { uri } }: UnsubscribeRequest): Record<string, never> {
    this.subscriptions.delete(uri);
    return {};
  }

  /** Suggestions for a variable of a template. */
  async complete(template: string, variable: string, begun: string): Promise<readonly string[]> {
    const resource = this.all.find(({ uri }) => uri === template);
    if (!resource) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource template: ${template}`);
    return (await resource.complete?.(variable, begun)) ?? [];
  }

  private get all(): McpResource[] {
    return [...this.ofFlow, ...this.parts.handlers.mcpResources];
  }

  private find(uri: string, among: readonly McpResource[]): Found | undefined {
    const exact = among.find((resource) => resource.uri === uri);
    if (exact) return { resource: exact, variables: {} };
    for (const resource of among.filter((one) => UriTemplate.isTemplate(one.uri))) {
      const match = new UriTemplate(resource.uri).match(uri);
      if (match) return { resource, variables: asTexts(match) };
    }
    return undefined;
  }
}

function asTexts(variables: Record<string, string | string[]>): Record<string, string> {
  const entries = Object.entries(variables).map(([name, value]) => [name, decoded(String(value))] as const);
  return Object.fromEntries(entries);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function about({ name, title, description, mimeType }: McpResource) {
  return { name, ...(title && { title }), ...(description && { description }), ...(mimeType && { mimeType }) };
}

function missing(uri: string): never {
  throw new ResourceNotFoundError(uri, `There is no resource ${uri}`);
}
