import { normalizeCode, sameCode, type ToolDefinition } from '../../flow/index.js';

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
  return tools.some((pattern) => matches(pattern, code));
}

/** Intents are no secret where the client is not held to some. */
export function seesIntent({ intents }: ClientScope, code: string): boolean {
  return intents.length === 0 || covers(intents, code);
}

function covers(codes: readonly string[], code: string): boolean {
  return normalizeCode(code) === 'ANY' || codes.some((one) => one === '*' || sameCode(one, code));
}

/** Whether the parts between the asterisks stand in the code, in their order. */
function matches(pattern: string, code: string): boolean {
  const text = normalizeCode(code);
  const [first = '', ...rest] = normalizeCode(pattern).split('*');
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found < 0 || found + part.length > text.length - last.length) return false;
    from = found + part.length;
  }
  return true;
}
