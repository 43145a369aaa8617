import { UNKNOWN } from '../../conversation/index.js';
import { closed } from '../../pending-action/index.js';
import { engineText } from '../../wording/index.js';
import { type Reads, type Writes } from './turn-fields.js';
import { type TurnGiven } from './turn-view.js';

/** What a new start changes. A step that can start over declares all of it. */
export const RESET_WRITES = [
  'proposals',
  'context',
  'intent',
  'state',
  'schema',
  'untoldOutcome',
  'wasReset',
  'ownWords',
] as const;

type ResetView = TurnGiven & Reads<'proposals' | 'intent' | 'state'> & Writes<(typeof RESET_WRITES)[number]>;

/** Starts over because the user said so, and says so where the flow has no words of its own for it. */
export function resetOnCommand(turn: ResetView, reason: string): void {
  resetConversation(turn, reason);
  const row = turn.flow.responseFor(UNKNOWN, UNKNOWN);
  if (row?.intent !== UNKNOWN) turn.ownWords.tell(engineText(turn, 'ResetConversationStep.RESET_TEXT'));
}

/** Forgets intent, state and context, and withdraws what was waiting for a yes. The history stays. */
export function resetConversation(turn: ResetView, reason: string, details: Record<string, string[]> = {}): void {
  turn.audit.record('CONVERSATION_RESET', { reason, intent: turn.intent, state: turn.state, ...details });
  for (const proposal of turn.proposals.open)
    turn.proposals.put(closed(proposal, 'SUPERSEDE', 'SUPERSEDED', turn.moment));
  turn.context = {};
  turn.intent = UNKNOWN;
  turn.state = UNKNOWN;
  turn.schema = undefined;
  turn.untoldOutcome = undefined;
  turn.wasReset = true;
}
