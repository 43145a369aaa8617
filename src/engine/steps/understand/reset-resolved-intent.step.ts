import { Injectable } from '@nestjs/common';
import { sameCode } from '../../flow/index.js';
import {
  RESET_WRITES,
  resetConversation,
  type StepOutcome,
  type TurnStep,
  type ViewOf,
} from '../../turn/kernel/index.js';

type View = ViewOf<ResetResolvedIntentStep>;

/** Starts over when the message resolved to an intent that stands for "start over" (`RESET_INTENT_CODES`). */
@Injectable()
export class ResetResolvedIntentStep implements TurnStep<ResetResolvedIntentStep> {
  readonly name = 'ResetResolvedIntentStep';
  readonly reads = {
    intent: 'IntentResolutionStep',
    state: 'IntentResolutionStep',
    proposals: 'GuardrailStep',
  } as const;
  readonly writes = [...RESET_WRITES] as const;

  run(turn: View): StepOutcome {
    const list = turn.flow.setting('ResetResolvedIntentStep', 'RESET_INTENT_CODES') ?? 'RESET_SESSION';
    const codes = list.split(',').map((code) => code.trim());
    if (codes.some((code) => sameCode(code, turn.intent))) {
      resetConversation(turn, 'INTENT_RESOLVED_RESET', { matchedResetIntentCodes: codes });
    }
    return 'CONTINUE';
  }
}
