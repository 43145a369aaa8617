import { sameCode } from '../../flow/index.js';
import { resetConversation } from '../reset.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Starts over when the message resolved to an intent that stands for "start over" (`RESET_INTENT_CODES`). */
export class ResetResolvedIntentStep implements TurnStep {
  readonly name = 'ResetResolvedIntentStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  run(turn: Turn): StepOutcome {
    const list = turn.flow.setting('ResetResolvedIntentStep', 'RESET_INTENT_CODES') ?? 'RESET_SESSION';
    const codes = list.split(',').map((code) => code.trim());
    if (codes.some((code) => sameCode(code, turn.intent))) {
      resetConversation(turn, 'INTENT_RESOLVED_RESET', { matchedResetIntentCodes: codes });
    }
    return 'CONTINUE';
  }
}
