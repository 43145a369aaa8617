import type { IncomingHttpHeaders } from 'node:http';
import { EngineError } from '../../common/errors.js';
import type { ConvEngineConfig } from '../../config/index.js';
import { carriesKey } from '../../http/index.js';
import { readSecret, type SecretReference } from '../../secrets/index.js';
import { type ClientScope, DEFAULT_SCOPE } from './client-scope.js';

/** Tells clients apart by their keys. */
export class ClientKeys {
  private constructor(
    private readonly conversationApiKey: string,
    private readonly clients: readonly { readonly key: string; readonly scope: ClientScope }[],
  ) {}

  /** @throws EngineError SECRET_UNAVAILABLE where the key of a configured client is not set */
  static async read({ mcp, security }: ConvEngineConfig): Promise<ClientKeys> {
    const clients = Object.entries(mcp.server.clients).map(async ([name, { key, ...scope }]) => ({
      key: await readSecret(key as SecretReference, `convengine.mcp.server.clients[${name}].key`),
      scope: { name, ...scope },
    }));
    return new ClientKeys(security.conversationApiKey, await Promise.all(clients));
  }

  /**
   * What a request may see. Open to everybody only where no key is configured at all.
   * @throws EngineError UNAUTHORIZED
   */
  identify(headers: IncomingHttpHeaders): ClientScope {
    const { conversationApiKey } = this;
    const client = this.clients.find(({ key }) => carriesKey(headers, key));
    if (client) return client.scope;
    const isOpen = conversationApiKey === '' && this.clients.length === 0;
    if (isOpen || (conversationApiKey !== '' && carriesKey(headers, conversationApiKey))) return DEFAULT_SCOPE;
    throw new EngineError('UNAUTHORIZED', 'This address needs an API key.');
  }
}
