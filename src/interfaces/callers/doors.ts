import { type ConvEngineConfig, hasAnyKey } from '../../platform/config/index.js';

/** Who is let in where, for who starts the service. */
export function describeDoors(config: ConvEngineConfig): string {
  const { security, mcp } = config;
  if (!hasAnyKey(config)) {
    return 'none: whoever reaches this service can talk and use tools (convengine.security)';
  }
  const chat = security.conversationApiKey === '' ? 'closed (convengine.security.conversation-api-key)' : 'need a key';
  const clients = Object.keys(mcp.server.clients).length;
  const keys = security.conversationApiKey === '' ? clients : clients + 1;
  const tools = !mcp.server.enabled
    ? 'switched off'
    : keys > 0
      ? 'need a key'
      : 'closed (convengine.mcp.server.clients)';
  return `conversations ${chat}; tools over MCP and REST ${tools}`;
}
