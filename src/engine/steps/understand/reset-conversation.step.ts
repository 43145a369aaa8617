import { Injectable } from '@nestjs/common';
import {
  RESET_WRITES,
  resetConversation,
  resetOnCommand,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';
import { EngineLanguage } from '../../wording/index.js';

type View = ViewOf<ResetConversationStep>;

/** Starts the conversation over when the request or the user says so, before anything is read from the message. */
@Injectable()
export class ResetConversationStep implements TurnStep<ResetConversationStep> {
  readonly name = 'ResetConversationStep';
  readonly reads = {
    intent: 'LoadOrCreateConversationStep',
    state: 'LoadOrCreateConversationStep',
    proposals: 'LoadOrCreateConversationStep',
  } as const;
  readonly writes = [...RESET_WRITES] as const;

  constructor(private readonly language: EngineLanguage) {}

  run(turn: View): StepOutcome {
    const parameter = turn.reset ? 'reset' : turn.client.resetKey;
    if (parameter) resetConversation(turn, `INPUT_PARAM:${parameter}`);
    else if (this.language.commands.isReset(turn.userText)) resetOnCommand(turn, 'USER_TEXT_COMMAND');
    return 'CONTINUE';
  }
}
