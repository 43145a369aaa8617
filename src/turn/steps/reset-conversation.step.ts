import { resetConversation, resetOnCommand } from '../reset.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

const COMMANDS = ['reset', 'restart', '/reset', '/restart', 'start over'];

/** Starts the conversation over when the request or the user says so, before anything is read from the message. */
export class ResetConversationStep implements TurnStep {
  readonly name = 'ResetConversationStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  run(turn: Turn): StepOutcome {
    const parameter = turn.reset ? 'reset' : turn.client.resetKey;
    if (parameter) resetConversation(turn, `INPUT_PARAM:${parameter}`);
    else if (isCommand(turn.userText)) resetOnCommand(turn, 'USER_TEXT_COMMAND');
    return 'CONTINUE';
  }
}

function isCommand(text: string): boolean {
  return COMMANDS.includes(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, ''),
  );
}
