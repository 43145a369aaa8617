import type { ConvEngineConfig } from '../../config/index.js';
import type { Egress } from '../../egress/index.js';
import type { Handlers } from '../../handlers/index.js';
import { HttpApiExecutor } from './http-api.executor.js';
import { HttpApiClient } from './http-api-client.js';

/** The tools of the group HTTP_API, as the configuration says. */
export function createHttpApiTools(
  handlers: Handlers,
  config: Pick<ConvEngineConfig, 'mcp' | 'limits' | 'audit'>,
  egress: Egress,
): HttpApiExecutor {
  const { mcp, limits, audit } = config;
  const { defaults } = mcp.httpApi;
  const settings = { defaults, resultBytes: limits.toolResultBytes, redactKeys: audit.redactKeys };
  return new HttpApiExecutor(handlers, new HttpApiClient(egress, handlers, settings));
}
