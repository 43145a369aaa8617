import { type ConvEngineConfig, hasAnyKey } from '../../platform/config/index.js';

/**
 * Who is let in where, for who starts the service.
 * @param hasOwnKeys whether `convengine keys create` has made any
 */
export function describeDoors(config: ConvEngineConfig, hasOwnKeys = false): string {
  const { security, mcp, auth } = config;
  if (!hasAnyKey(config) && !hasOwnKeys) {
    return 'none: whoever reaches this service can talk and use tools (convengine.security)';
  }
  const way = auth.oidc.issuer === '' ? 'need a key' : 'need a key or a token';
  const isWay = hasOwnKeys || auth.oidc.issuer !== '' || security.conversationApiKey !== '';
  const chat = isWay ? way : 'closed until a key is made ("convengine keys create")';
  const isToolWay = isWay || Object.keys(mcp.server.clients).length > 0;
  const tools = !mcp.server.enabled ? 'switched off' : isToolWay ? way : 'closed (convengine.mcp.server.clients)';
  return `conversations ${chat}; tools over MCP and REST ${tools}`;
}
