import { Injectable } from '@nestjs/common';
import { UNKNOWN } from '../../conversation/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<FallbackIntentStateStep>;

/** From here on a conversation has an intent and a state, if only UNKNOWN. */
@Injectable()
export class FallbackIntentStateStep implements TurnStep<FallbackIntentStateStep> {
  readonly name = 'FallbackIntentStateStep';
  readonly reads = {
    intent: 'ResetResolvedIntentStep',
    state: 'ResetResolvedIntentStep',
  } as const;
  readonly writes = ['intent', 'state'] as const;

  run(turn: View): StepOutcome {
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
