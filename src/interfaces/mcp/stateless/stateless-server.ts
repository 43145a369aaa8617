import { createMcpHandler, type McpHttpHandler, type Server, type ServerOptions } from '@modelcontextprotocol/server';
import type { ClientScope } from '../../callers/index.js';
import { type AskingFor, answerRequests, newServer, type Requests, requestsOf } from '../answer-requests.js';
import { StoredMemory } from '../client-memory.js';
import { flowUris } from '../flow-resources.js';
import { Running } from '../running.js';
import type { ServerParts } from '../server-parts.js';
import { VIEWS } from '../views/question-views.js';
import { RoundAsking } from './round-asking.js';
import { TASKS, WorkflowTasks } from './workflow-tasks.js';

/** How long a client may keep a list before it asks again, where it does not listen for changes. */
const LIST_MS = 60_000;
/** What the server is changes with the service. */
const DISCOVERY_MS = 3_600_000;

const CACHE_HINTS: ServerOptions['cacheHints'] = {
  'server/discover': { ttlMs: DISCOVERY_MS, cacheScope: 'public' },
  'tools/list': { ttlMs: LIST_MS, cacheScope: 'private' },
  'prompts/list': { ttlMs: LIST_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: LIST_MS, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: LIST_MS, cacheScope: 'private' },
};

/** Serves revision 2026-07-28: every request says all that it is about, and any process on the database can answer it. */
export class StatelessServer {
  private readonly handler: McpHttpHandler;
  private readonly running = new Running();
  private readonly requests = new Map<string, Requests>();

  constructor(private readonly parts: ServerParts) {
    this.handler = createMcpHandler(({ authInfo }) => this.serverFor(authInfo?.extra?.scope as ClientScope), {
      legacy: 'reject',
      maxSubscriptions: parts.config.mcp.server.maxSessions,
    });
  }

  /** Answers one request over HTTP. @param body what was read of it */
  answer(request: Request, body: unknown, scope: ClientScope): Promise<Response> {
    // What is given as the caller's authentication goes to the server of its request, and nowhere else.
    const authInfo = { token: '', clientId: scope.name, scopes: [], extra: { scope } };
    return this.handler.fetch(request, { parsedBody: body, authInfo });
  }

  /** A server for one request, or for one connection. */
  serverFor(scope: ClientScope): Server {
    const tasks = new WorkflowTasks(this.parts, scope.name);
    const server = newServer({ cacheHints: CACHE_HINTS });
    server.registerCapabilities({ extensions: { [TASKS]: {}, [VIEWS]: {} } });
    tasks.serve(server);
    const askingFor: AskingFor = (context, call) => new RoundAsking(this.parts, scope, tasks, context, call);
    answerRequests(server, this.requestsOf(scope), askingFor, this.running);
    return server;
  }

  /** Tells every client that listens that lists may have changed. */
  listsChanged(): void {
    this.forgetLists();
    const { notify } = this.handler;
    notify.toolsChanged();
    notify.promptsChanged();
    notify.resourcesChanged();
    for (const uri of flowUris(this.parts)) notify.resourceUpdated(uri);
  }

  /** Looks everything up anew. */
  forgetLists(): void {
    for (const { tools } of this.requests.values()) tools.forgetList();
  }

  /** Ends what is open, and resolves once what was begun has come to its end. */
  async close(): Promise<void> {
    await this.handler.close();
    await this.running.settled();
  }

  /** Lists are made once for each scope. */
  private requestsOf(scope: ClientScope): Requests {
    const { calls, seal } = this.parts;
    const known =
      this.requests.get(scope.name) ?? requestsOf(this.parts, scope, new StoredMemory(calls, seal, scope.name));
    this.requests.set(scope.name, known);
    return known;
  }
}
