/** Keys of the conversation state that the engine alone writes: no client, no message and no model. */
export const RESERVED_KEYS = [
  'pending_action',
  'pending_slot',
  'pending_clarification',
  'approval',
  'approval_granted',
  'intent_lock',
  'mcp',
  'memory',
  'container_data',
  'read_by_model',
  'tool_request',
  'tool_result',
  'policy_decision',
  'guardrail_blocked',
  '__proto__',
] as const;

const PREFIX = 'pendingaction';
const EXACT = new Set(RESERVED_KEYS.map(normalise));

/** True for a reserved key in any spelling (`pendingAction`), and for every key that starts with `pending_action`. */
export function isReservedKey(key: string): boolean {
  const plain = normalise(key);
  return EXACT.has(plain) || plain.startsWith(PREFIX);
}

function normalise(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}
