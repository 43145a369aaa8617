import type { IncomingHttpHeaders } from 'node:http';
import { EngineError } from '../../platform/common/errors.js';
import { type ConvEngineConfig, hasAnyKey } from '../../platform/config/index.js';
import { readSecret, type SecretReference } from '../../platform/secrets/index.js';
import { carriesKey } from './api-key.js';
import { type ClientScope, DEFAULT_SCOPE } from './client-scope.js';

/** Tells clients apart by their keys. */
export class ClientKeys {
  private constructor(
    private readonly isOpen: boolean,
    private readonly conversationApiKey: string,
    private readonly clients: readonly { readonly key: string; readonly scope: ClientScope }[],
  ) {}

  /** @throws EngineError SECRET_UNAVAILABLE where the key of a configured client is not set */
  static async read(config: ConvEngineConfig): Promise<ClientKeys> {
    const { mcp, security } = config;
    const clients = Object.entries(mcp.server.clients).map(async ([name, { key, ...scope }]) => ({
      key: await readSecret(key as SecretReference, `convengine.mcp.server.clients[${name}].key`),
      scope: { name, ...scope },
    }));
    return new ClientKeys(!hasAnyKey(config), security.conversationApiKey, await Promise.all(clients));
  }

  /** Whose key a request carries: the client's name, `conversation`, or undefined for none that is known. */
  nameOf(headers: IncomingHttpHeaders): string | undefined {
    const client = this.clients.find(({ key }) => carriesKey(headers, key));
    if (client) return `client ${client.scope.name}`;
    const { conversationApiKey } = this;
    return conversationApiKey !== '' && carriesKey(headers, conversationApiKey) ? 'conversation' : undefined;
  }

  /**
   * What a request may see. Open to everybody only where no key is configured at all.
   * @throws EngineError UNAUTHORIZED
   */
  identify(headers: IncomingHttpHeaders): ClientScope {
    const { conversationApiKey } = this;
    const client = this.clients.find(({ key }) => carriesKey(headers, key));
    if (client) return client.scope;
    if (this.isOpen || (conversationApiKey !== '' && carriesKey(headers, conversationApiKey))) return DEFAULT_SCOPE;
    const isClosed = conversationApiKey === '' && this.clients.length === 0;
    const remedy =
      ' while other keys are configured: set convengine.mcp.server.clients or .security.conversation-api-key';
    throw new EngineError('UNAUTHORIZED', `This address ${isClosed ? `is closed${remedy}` : 'needs an API key'}.`);
  }
}
