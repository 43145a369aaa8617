import type { ConversationOwner } from '../../engine/principal/index.js';
import type { ConvEngineConfig, Role } from '../../platform/config/index.js';
import type { ApiKey } from '../../platform/identity/index.js';
import { matchesPattern, normalizeCode, sameCode, type Tool } from '../../tools/index.js';

/** What one client may see: rows for any intent and state, and those of the intents and states it names. */
export interface ClientScope {
  /** As configured, or with what it was proved by, such as `key:ID`; empty for whoever needs no key of its own. */
  readonly name: string;
  /** What is recorded of the caller; the name where left out. */
  readonly subject?: string;
  /** Whose conversations alone it may use; those of everybody where undefined. */
  readonly owner?: ConversationOwner | undefined;
  /** Codes, or `*`. */
  readonly intents: readonly string[];
  readonly states: readonly string[];
  /** Tool codes; `*` stands for any characters. */
  readonly tools: readonly string[];
  /** `service`: it has asked its user itself, and is believed. */
  readonly kind: 'agent' | 'service';
}

/** What a scope looks at. */
export type PlacedTool = Pick<Tool, 'code' | 'intent' | 'state'>;

/**
 * The scope of a configured client; that of everybody for no name and for whoever has a key of our own or a token.
 * Undefined where no client has the name.
 */
export function scopeNamed({ mcp }: ConvEngineConfig, name: string): ClientScope | undefined {
  if (name === '') return DEFAULT_SCOPE;
  // Names of the settings have no colon.
  if (name.includes(':')) return { ...DEFAULT_SCOPE, name };
  const client = mcp.server.clients[name];
  return client && { name, intents: client.intents, states: client.states, tools: client.tools, kind: client.kind };
}

/** Rows for any intent and state. */
export const DEFAULT_SCOPE: ClientScope = { name: '', intents: [], states: [], tools: ['*'], kind: 'agent' };

/** What whoever has an API key of our own may see. */
export function scopeOfKey({ keyId, name, role }: ApiKey): ClientScope {
  return { ...DEFAULT_SCOPE, name: `key:${keyId}`, subject: name, kind: role === 'service' ? 'service' : 'agent' };
}

/**
 * What whoever has a token may see.
 * @param tenant left out for the service's own: the same person is somebody else in another
 */
export function scopeOfToken(subject: string, roles: readonly Role[], tenant?: string): ClientScope {
  const name = tenant === undefined ? `token:${subject}` : `token@${tenant}:${subject}`;
  return { ...DEFAULT_SCOPE, name, subject, kind: roles.includes('service') ? 'service' : 'agent' };
}

export function seesTool(scope: ClientScope, tool: PlacedTool): boolean {
  const isInPlace = covers(scope.intents, tool.intent) && covers(scope.states, tool.state);
  return isInPlace && seesToolCode(scope, tool.code);
}

export function seesToolCode({ tools }: ClientScope, code: string): boolean {
  return tools.some((pattern) => matchesPattern(pattern, code));
}

/** Intents are no secret where the client is not held to some. */
export function seesIntent({ intents }: ClientScope, code: string): boolean {
  return intents.length === 0 || covers(intents, code);
}

function covers(codes: readonly string[], code: string): boolean {
  return normalizeCode(code) === 'ANY' || codes.some((one) => one === '*' || sameCode(one, code));
}
