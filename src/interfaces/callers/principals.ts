import type { Door, Principal } from '../../engine/principal/index.js';
import type { Admitted, Caller } from './caller.js';
import { type ClientScope, type PlacedTool, seesTool } from './client-scope.js';

/** The person whose words a chat backend passes on, or who has signed in. */
export function chatPrincipal({ caller, owner }: Admitted, door: Door = 'message'): Principal {
  const { proof, subject } = caller;
  const saidBy = owner?.bringsIds === true && proof !== 'none' ? subject || 'conversation key' : undefined;
  return { kind: 'USER', id: owner?.user ?? '', door, proof, saidBy, owner };
}

/** The program behind the Model Context Protocol: a model chooses its calls. */
export function mcpPrincipal(scope: ClientScope): Principal {
  const { owner } = scope;
  return { kind: 'AGENT', id: idOf(scope), door: 'mcp', proof: proofOf(scope), owner, mayUse: usesOf(scope) };
}

/** The program that calls tools over plain HTTP: an agent, unless it is configured to have asked its user itself. */
export function toolsPrincipal(scope: ClientScope): Principal {
  const kind = scope.kind === 'service' ? 'SERVICE' : 'AGENT';
  return { kind, id: idOf(scope), door: 'tools', proof: proofOf(scope), mayUse: usesOf(scope) };
}

/** The person behind a client of the Model Context Protocol, whom the client itself has asked. */
export function elicitedPrincipal(scope: ClientScope): Principal {
  const { owner } = scope;
  return {
    kind: 'USER',
    id: owner?.user ?? '',
    door: 'elicitation',
    proof: 'client',
    owner,
    mayUse: usesOf(scope),
  };
}

/** The person who has pressed a button of a view that the host of a client shows. */
export function viewPrincipal(scope: ClientScope): Principal {
  return { ...elicitedPrincipal(scope), door: 'mcp-view' };
}

/** The person who has opened a link that a client was given for its user. */
export function linkPrincipal(scope: ClientScope): Principal {
  return { kind: 'USER', id: '', door: 'consent-page', proof: 'link', mayUse: usesOf(scope) };
}

/** Whoever may administer: by a token, a key, or by being on this machine while there is neither. */
export function operatorPrincipal({ subject, proof }: Caller): Principal {
  return { kind: 'OPERATOR', id: subject, door: 'administration', proof };
}

/** The name that is recorded of an approver or a finder: what was proved goes before what is only said. */
export function provedName({ subject }: Caller, said: string): string {
  return subject === '' || subject === said ? said : `${subject} (says: ${said})`;
}

/** Whoever acts for a client sees what it sees, also where the conversation goes on by itself. */
function usesOf(scope: ClientScope) {
  return (tool: PlacedTool) => seesTool(scope, tool);
}

function idOf({ subject, name }: ClientScope): string {
  return subject ?? name;
}

function proofOf({ name }: ClientScope): Principal['proof'] {
  if (name === '') return 'none';
  return /^token[:@]/.test(name) ? 'token' : 'key';
}
