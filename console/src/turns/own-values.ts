/** What the engine keeps in a context for itself (docs/turn.md, reserved keys). */
const ENGINES =
  /^(pending_|intent_lock$|mcp$|memory$|container_data$|approval|tool_|policy_decision$|guardrail_blocked$)/;

/** What a conversation has collected, out of its context. */
export function ownValues(context: string | null | undefined): Record<string, unknown> {
  if (!context) return {};
  const all = JSON.parse(context) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !ENGINES.test(name)));
}
