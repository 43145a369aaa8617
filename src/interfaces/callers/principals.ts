import type { Principal } from '../../engine/principal/index.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type ClientScope, type PlacedTool, seesTool } from './client-scope.js';

/** The person whose words a chat backend passes on. */
export function chatPrincipal({ security }: ConvEngineConfig): Principal {
  return { kind: 'USER', id: '', door: 'message', proof: security.conversationApiKey === '' ? 'none' : 'key' };
}

/** The program behind the Model Context Protocol: a model chooses its calls. */
export function mcpPrincipal(scope: ClientScope): Principal {
  return { kind: 'AGENT', id: scope.name, door: 'mcp', proof: proofOf(scope), mayUse: usesOf(scope) };
}

/** The program that calls tools over plain HTTP: an agent, unless it is configured to have asked its user itself. */
export function toolsPrincipal(scope: ClientScope): Principal {
  const kind = scope.kind === 'service' ? 'SERVICE' : 'AGENT';
  return { kind, id: scope.name, door: 'tools', proof: proofOf(scope), mayUse: usesOf(scope) };
}

/** The person behind a client of the Model Context Protocol, whom the client itself has asked. */
export function elicitedPrincipal(scope: ClientScope): Principal {
  return { kind: 'USER', id: '', door: 'elicitation', proof: 'client', mayUse: usesOf(scope) };
}

/** The person who has opened a link that a client was given for its user. */
export function linkPrincipal(scope: ClientScope): Principal {
  return { kind: 'USER', id: '', door: 'consent-page', proof: 'link', mayUse: usesOf(scope) };
}

/** Whoever carries the admin key, or is on this machine while none is configured. */
export function operatorPrincipal({ security }: ConvEngineConfig): Principal {
  return { kind: 'OPERATOR', id: '', door: 'administration', proof: security.adminApiKey === '' ? 'none' : 'key' };
}

/** Whoever acts for a client sees what it sees, also where the conversation goes on by itself. */
function usesOf(scope: ClientScope) {
  return (tool: PlacedTool) => seesTool(scope, tool);
}

function proofOf({ name }: ClientScope): Principal['proof'] {
  return name === '' ? 'none' : 'key';
}
