import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { newId } from '../../platform/common/ids.js';
import { packageVersion } from '../../platform/config/index.js';
import type { McpLogLevel } from '../../platform/handlers-api/index.js';
import type { ClientScope } from '../callers/index.js';
import { CallBridge } from './call-bridge.js';
import { Consent } from './consent.js';
import { guarded, guardedCall } from './guarded.js';
import { PromptRequests } from './prompt-requests.js';
import { ResourceRequests } from './resource-requests.js';
import type { ServerParts } from './server-parts.js';
import { ToolRequests } from './tool-requests.js';

const INSTRUCTIONS =
  'Tools that only read run at once. A tool that writes asks the user for consent to exactly its arguments first: ' +
  'through this client where it can ask, else on the page at consent_url, where the answer has one: give it to the ' +
  'user, who types a code there that you must not ask for. What you say yourself is no consent. ' +
  'convengine_confirm_action tells what has come of it, and withdraws it. convengine_message talks with the ' +
  'conversation flow, which collects what is missing by itself and asks for consent the same way.';

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** One client, from its `initialize` until either side ends it. */
export class McpSession {
  private readonly server: Server;
  private readonly tools: ToolRequests;
  private readonly resources: ResourceRequests;
  private readonly running = new Set<Promise<unknown>>();
  private logLevel: McpLogLevel = 'debug';

  constructor(
    private readonly parts: ServerParts,
    readonly scope: ClientScope,
  ) {
    this.server = new Server(
      { name: 'convengine', title: 'ConvEngine', version: packageVersion() },
      { capabilities: CAPABILITIES, instructions: INSTRUCTIONS },
    );
    const consent = new Consent(this.server, parts.config.mcp.server.consentTimeoutMs);
    this.tools = new ToolRequests(parts, scope, newId(), consent);
    this.resources = new ResourceRequests(parts, scope);
    this.answerTools();
    this.answerResources();
    this.answerPrompts(new PromptRequests(parts, scope));
  }

  connect(transport: Transport): Promise<void> {
    return this.server.connect(transport);
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.running.size > 0;
  }

  /** Tells the client that tools, prompts or resources may have changed. */
  async listsChanged(): Promise<void> {
    this.tools.forgetList();
    const tell = [
      () => this.server.sendToolListChanged(),
      () => this.server.sendPromptListChanged(),
      () => this.server.sendResourceListChanged(),
      ...this.resources.watchedFlow.map((uri) => () => this.server.sendResourceUpdated({ uri })),
    ];
    for (const send of tell) await send().catch(() => undefined);
  }

  /** Ends the session; resolves once what was begun has come to its end. */
  async close(): Promise<void> {
    await this.server.close();
    await Promise.allSettled(this.running);
  }

  private answerTools(): void {
    const { server, tools } = this;
    server.setRequestHandler(ListToolsRequestSchema, (request) => this.track(guarded(() => tools.list(request))));
    server.setRequestHandler(CallToolRequestSchema, (request, extra) => {
      const bridge = new CallBridge(server, extra, () => this.logLevel, this.parts.config.turn.deadlineMs);
      return this.track(guardedCall(extra.signal, () => tools.call(request, extra, bridge)));
    });
    server.setRequestHandler(SetLevelRequestSchema, ({ params }) => {
      this.logLevel = params.level;
      return {};
    });
  }

  private answerResources(): void {
    const { server, resources } = this;
    server.setRequestHandler(ListResourcesRequestSchema, (request) => guarded(() => resources.list(request)));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, (request) =>
      guarded(() => resources.templates(request)),
    );
    server.setRequestHandler(ReadResourceRequestSchema, (request, { signal }) =>
      this.track(guarded(() => resources.read(request, signal))),
    );
    server.setRequestHandler(SubscribeRequestSchema, (request) => guarded(() => resources.subscribe(request)));
    server.setRequestHandler(UnsubscribeRequestSchema, (request) => guarded(() => resources.unsubscribe(request)));
  }

  private answerPrompts(prompts: PromptRequests): void {
    const { server, resources } = this;
    server.setRequestHandler(ListPromptsRequestSchema, (request) => guarded(() => prompts.list(request)));
    server.setRequestHandler(GetPromptRequestSchema, (request) => this.track(guarded(() => prompts.get(request))));
    server.setRequestHandler(CompleteRequestSchema, (request) =>
      guarded(async () => {
        const { ref, argument } = request.params;
        const values =
          ref.type === 'ref/prompt'
            ? await prompts.complete(ref.name, argument.name, argument.value)
            : await resources.complete(ref.uri, argument.name, argument.value);
        return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
      }),
    );
  }

  private track<T>(work: Promise<T>): Promise<T> {
    const settled = work.catch(() => undefined).finally(() => this.running.delete(settled));
    this.running.add(settled);
    return work;
  }
}
