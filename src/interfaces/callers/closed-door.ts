import { EngineError } from '../../platform/common/errors.js';
import { type ConvEngineConfig } from '../../platform/config/index.js';
import type { Door } from './permissions.js';

/** What somebody is told who brings nothing that opens an address, and what would. */
export function closedDoor(door: Door, config: ConvEngineConfig, takesOthers: boolean): EngineError {
  return new EngineError(
    'UNAUTHORIZED',
    takesOthers ? 'This address needs an API key or a token.' : DOORS[door](config),
  );
}

/** While the keys of the settings are the only way in. */
const DOORS: Readonly<Record<Door, (config: ConvEngineConfig) => string>> = {
  conversation: ({ security }) =>
    security.conversationApiKey === ''
      ? 'This address is closed while other keys are configured: make one with "convengine keys create", or set convengine.security.conversation-api-key.'
      : 'This address needs the conversation API key.',
  tools: ({ security, mcp }) => {
    const isClosed = security.conversationApiKey === '' && Object.keys(mcp.server.clients).length === 0;
    const remedy =
      ' while other keys are configured: set convengine.mcp.server.clients or .security.conversation-api-key';
    return `This address ${isClosed ? `is closed${remedy}` : 'needs an API key'}.`;
  },
  administration: ({ security }) =>
    security.adminApiKey === ''
      ? 'This address is for callers on the same machine who send no key; set convengine.security.admin-api-key, or make a key with "convengine keys create", to open it to others.'
      : 'This address needs the admin API key.',
};
