import { sameCode } from '../../../flow/index.js';
import { lockOf } from '../../../turn/kernel/index.js';
import type { ClassifiedIntent } from './classify-intent.js';
import type { IntentView } from './intent-view.js';

/**
 * A question in the middle of something ("what is the fee?") is answered without leaving it: something is open or
 * being collected, and the other intent only answers. What was open stays open.
 */
export function isDigression(turn: IntentView, classified: ClassifiedIntent): boolean {
  const isBusy = turn.proposals.open.length > 0 || lockOf(turn).locked;
  const asks = turn.facts.dialogue_acts?.some(({ act }) => act === 'QUESTION') ?? false;
  const decided = turn.facts.policy_decision;
  const acts = decided === 'EXECUTE_PENDING_ACTION' || decided === 'REJECT_PENDING_ACTION';
  if (!isBusy || !asks || acts || turn.wasReset) return false;
  return !sameCode(classified.intent, turn.intent) && turn.flow.isInformational(classified.intent);
}
