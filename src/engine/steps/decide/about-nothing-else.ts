import type { Reads, TurnGiven } from '../../turn/kernel/index.js';

type View = TurnGiven &
  Reads<
    | 'policy_decision'
    | 'intent_resolved'
    | 'pending_action_result'
    | 'missing_fields'
    | 'updated_fields'
    | 'digression'
    | 'movedByRules'
    | 'wasReset'
    | 'ownWords'
    | 'proposals'
  >;

/** Nothing waits for an answer, nothing was understood as something else, and nothing has been done in this turn. */
export function isAboutNothingElse(turn: View): boolean {
  const { policy_decision: decided, intent_resolved: isRequest, pending_action_result: result } = turn.facts;
  const { missing_fields: missing = [], updated_fields: updated = [] } = turn.facts;
  if (decided !== 'RECLASSIFY_INTENT' || isRequest || result !== undefined || turn.client.toolRequest) return false;
  if (turn.digression || turn.movedByRules || turn.wasReset || turn.ownWords.clarification) return false;
  return missing.length + updated.length === 0 && turn.proposals.open.length === 0;
}
