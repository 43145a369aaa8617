import type { ConvEngineConfig } from '../../platform/config/index.js';
import { readSecret, type SecretReference } from '../../platform/secrets/index.js';
import { isSameSecret } from './api-key.js';
import type { ClientScope } from './client-scope.js';

interface Client {
  readonly key: string;
  readonly scope: ClientScope;
  readonly tenant: string | undefined;
}

/** The clients of `convengine.mcp.server.clients`, by their keys. */
export class ClientKeys {
  private constructor(private readonly clients: readonly Client[]) {}

  /** @throws EngineError SECRET_UNAVAILABLE where the key of a configured client is not set */
  static async read({ mcp }: ConvEngineConfig): Promise<ClientKeys> {
    const clients = Object.entries(mcp.server.clients).map(async ([name, { key, tenant, ...scope }]) => ({
      key: await readSecret(key as SecretReference, `convengine.mcp.server.clients[${name}].key`),
      scope: { name, ...scope },
      tenant,
    }));
    return new ClientKeys(await Promise.all(clients));
  }

  /** What the client with this key may see; undefined where it is no client's. */
  find(key: string): ClientScope | undefined {
    return this.clients.find((client) => isSameSecret(key, client.key))?.scope;
  }

  /** The tenant that is configured for a client; undefined where none is. */
  tenantOf(scope: ClientScope | undefined): string | undefined {
    return this.clients.find((client) => client.scope === scope)?.tenant;
  }
}
