import { once } from 'node:events';
import { EngineError } from '../../platform/common/errors.js';
import { inTenant } from '../../platform/common/tenant.js';
import { type ClientScope, scopeNamed } from '../callers/index.js';
import type { ServerParts } from './server-parts.js';

/**
 * Serves one client over standard input and output, until it ends the input. Whoever starts the process needs no key.
 * @param client name of a configured client, whose scope counts; empty for the scope of everybody
 * @throws EngineError CONFIGURATION_INVALID where no client has that name
 */
export async function serveStdio(parts: ServerParts, client: string): Promise<void> {
  const { mcp, auth } = parts.config;
  const tenant = mcp.server.clients[client]?.tenant ?? auth.tenant;
  if (tenant !== auth.tenant && !(await parts.database.keepsTenantsApart())) {
    const text = `The client "${client}" is of the tenant "${tenant}", and the database keeps no tenants apart.`;
    throw new EngineError('CONFIGURATION_INVALID', text);
  }
  return inTenant(tenant, () => serve(parts, client));
}

async function serve(parts: ServerParts, client: string): Promise<void> {
  const { StdioClient } = await import('./stdio-client.js');
  const served = new StdioClient(parts, scopeOf(parts, client));
  const unfollow = parts.flow.onSwitch(() => void served.listsChanged());
  try {
    const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')]);
    served.begin();
    await ended;
  } finally {
    unfollow();
    await served.close();
  }
}

function scopeOf({ config }: ServerParts, name: string): ClientScope {
  const scope = scopeNamed(config, name);
  if (!scope) throw new EngineError('CONFIGURATION_INVALID', `convengine.mcp.server.clients has no client "${name}".`);
  return scope;
}
