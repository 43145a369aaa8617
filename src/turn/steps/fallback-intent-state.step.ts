import { UNKNOWN } from '../../conversation/index.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** From here on a conversation has an intent and a state, if only UNKNOWN. */
export class FallbackIntentStateStep implements TurnStep {
  readonly name = 'FallbackIntentStateStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  run(turn: Turn): StepOutcome {
    if (!turn.intent.trim()) {
      turn.intent = UNKNOWN;
      turn.audit.record('INTENT_MISSING', { intent: UNKNOWN });
    }
    if (!turn.state.trim()) {
      turn.state = UNKNOWN;
      turn.audit.record('STATE_MISSING', { state: UNKNOWN });
    }
    return 'CONTINUE';
  }
}
