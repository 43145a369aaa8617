import type { Server, Transport } from '@modelcontextprotocol/server';
import type { ClientScope } from '../../callers/index.js';
import { type AskingFor, answerRequests, newServer, type Requests, requestsOf } from '../answer-requests.js';
import { SessionMemory } from '../client-memory.js';
import { guarded } from '../guarded.js';
import { tellOfChanges } from '../notices.js';
import { Running } from '../running.js';
import type { ServerParts } from '../server-parts.js';
import { SessionAsking } from './session-asking.js';

/** One client of revision 2025-11-25 or an older one, from its `initialize` until either side ends it. */
export class McpSession {
  readonly server: Server;
  private readonly requests: Requests;
  private readonly running = new Running();

  constructor(
    parts: ServerParts,
    readonly scope: ClientScope,
  ) {
    const server = newServer();
    this.server = server;
    this.requests = requestsOf(parts, scope, new SessionMemory());
    const askingFor: AskingFor = (context) => new SessionAsking(parts, server, context);
    answerRequests(server, this.requests, askingFor, this.running);
    const { resources } = this.requests;
    server.setRequestHandler('resources/subscribe', (request) => guarded(() => resources.subscribe(request)));
    server.setRequestHandler('resources/unsubscribe', (request) => guarded(() => resources.unsubscribe(request)));
  }

  connect(transport: Transport): Promise<void> {
    return this.server.connect(transport);
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.running.isBusy;
  }

  /** Tells the client that tools, prompts or resources may have changed. */
  async listsChanged(): Promise<void> {
    const { tools, resources } = this.requests;
    tools.forgetList();
    await tellOfChanges(this.server, resources.watchedFlow);
  }

  /** Ends the session; resolves once what was begun has come to its end. */
  async close(): Promise<void> {
    await this.server.close();
    await this.running.settled();
  }
}
