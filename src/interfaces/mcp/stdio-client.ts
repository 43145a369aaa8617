import type { Server } from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ClientScope } from '../callers/index.js';
import { flowUris } from './flow-resources.js';
import { tellOfChanges } from './notices.js';
import type { ServerParts } from './server-parts.js';
import { McpSession } from './sessions/session.js';
import { StatelessServer } from './stateless/stateless-server.js';

/** The client behind standard input and output: its first message says which revision it speaks. */
export class StdioClient {
  private session: McpSession | undefined;
  private readonly stateless: StatelessServer;
  private readonly servers: Server[] = [];
  private handle: StdioServerHandle | undefined;

  constructor(
    private readonly parts: ServerParts,
    private readonly scope: ClientScope,
  ) {
    this.stateless = new StatelessServer(parts);
  }

  begin(): void {
    this.handle = serveStdio(({ era }) => (era === 'modern' ? this.statelessServer() : this.sessionServer()));
  }

  async listsChanged(): Promise<void> {
    await this.session?.listsChanged();
    this.stateless.forgetLists();
    for (const server of this.servers) await tellOfChanges(server, flowUris(this.parts));
  }

  /** Resolves once what was begun has come to its end. */
  async close(): Promise<void> {
    await this.handle?.close();
    await this.session?.close();
    await this.stateless.close();
  }

  private sessionServer(): Server {
    this.session = new McpSession(this.parts, this.scope);
    return this.session.server;
  }

  /** What it sends goes to the subscriptions of the connection. */
  private statelessServer(): Server {
    const server = this.stateless.serverFor(this.scope);
    this.servers.push(server);
    return server;
  }
}
