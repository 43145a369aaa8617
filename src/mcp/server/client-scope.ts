import { normalizeCode, sameCode, type ToolDefinition } from '../../flow/index.js';
import { matchesPattern } from '../pattern.js';

/** What one client may see: rows for any intent and state, and those of the intents and states it names. */
export interface ClientScope {
  /** As configured; empty for whoever needs no key of its own. */
  readonly name: string;
  /** Codes, or `*`. */
  readonly intents: readonly string[];
  readonly states: readonly string[];
  /** Tool codes; `*` stands for any characters. */
  readonly tools: readonly string[];
}

/** Rows for any intent and state. */
export const DEFAULT_SCOPE: ClientScope = { name: '', intents: [], states: [], tools: ['*'] };

export function seesTool(scope: ClientScope, tool: ToolDefinition): boolean {
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
