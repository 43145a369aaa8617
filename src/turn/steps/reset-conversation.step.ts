import { resetConversation } from '../reset.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

const COMMANDS = ['reset', 'restart', '/reset', '/restart', 'start over'];

/** Starts the conversation over when the request or the user says so, before anything is read from the message. */
export class ResetConversationStep implements TurnStep {
  readonly name = 'ResetConversationStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  run(turn: Turn): StepOutcome {
    const reason = resetReason(turn);
    if (reason) resetConversation(turn, reason);
    return 'CONTINUE';
  }
}

function resetReason(turn: Turn): string | undefined {
  if (turn.reset) return 'INPUT_PARAM:reset';
  if (turn.client.resetKey) return `INPUT_PARAM:${turn.client.resetKey}`;
  const command = turn.userText
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '');
  return COMMANDS.includes(command) ? 'USER_TEXT_COMMAND' : undefined;
}
