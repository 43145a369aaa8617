import { UNKNOWN } from '../conversation/index.js';
import { closed } from '../pending-action/index.js';
import type { Turn } from './turn.js';
import { engineText } from './wording/engine-texts.js';

/** Starts over because the user said so, and says so where the flow has no words of its own for it. */
export function resetOnCommand(turn: Turn, reason: string): void {
  resetConversation(turn, reason);
  const row = turn.flow.responseFor(UNKNOWN, UNKNOWN);
  if (row?.intent !== UNKNOWN) turn.notice = engineText(turn, 'ResetConversationStep.RESET_TEXT');
}

/** Forgets intent, state and context, and withdraws what was waiting for a yes. The history stays. */
export function resetConversation(turn: Turn, reason: string, details: Record<string, string[]> = {}): void {
  turn.audit.record('CONVERSATION_RESET', { reason, intent: turn.intent, state: turn.state, ...details });
  for (const proposal of turn.openProposals) turn.putProposal(closed(proposal, 'SUPERSEDE', 'SUPERSEDED', turn.moment));
  turn.context = {};
  turn.intent = UNKNOWN;
  turn.state = UNKNOWN;
  turn.schema = undefined;
  turn.untoldOutcome = undefined;
  turn.wasReset = true;
}
