import { Injectable } from '@nestjs/common';
import type { ClientScope } from '../../callers/index.js';
import { ServerParts } from '../server-parts.js';
import type { StatelessServer } from './stateless-server.js';

/** The clients of this process that need no session; the protocol's library is loaded with the first. */
@Injectable()
export class StatelessClients {
  private server: Promise<StatelessServer> | undefined;

  constructor(private readonly parts: ServerParts) {}

  /** Answers one request. @param body what was read of it */
  async answer(request: Request, body: unknown, scope: ClientScope): Promise<Response> {
    this.server ??= this.load();
    return (await this.server).answer(request, body, scope);
  }

  /** Tells every client that listens that lists may have changed. */
  async listsChanged(): Promise<void> {
    (await this.server)?.listsChanged();
  }

  /** Ends what is open, and resolves once what was begun has come to its end. */
  async close(): Promise<void> {
    await (await this.server)?.close();
  }

  private async load(): Promise<StatelessServer> {
    const { StatelessServer } = await import('./stateless-server.js');
    return new StatelessServer(this.parts);
  }
}
