import { describe, it } from 'vitest';
import { PROPOSE_WRITES, type ProposingView } from '../../pending-action/asking/index.js';
import { setLock } from './intent-lock.js';
import type { Turn } from './turn.js';
import { type StepOutcome, type TurnStep } from './turn-step.js';
import type { ViewOf } from './turn-view.js';

/** Reads where the conversation stands, and writes what the user did. */
class SomeStep implements TurnStep<SomeStep> {
  readonly name = 'SomeStep';
  readonly reads = { intent: 'OtherStep', context: 'OtherStep', dialogue_acts: 'OtherStep' } as const;
  readonly writes = ['dialogue_act'] as const;

  run(turn: ViewOf<SomeStep>): StepOutcome {
    turn.facts.dialogue_act = turn.facts.dialogue_acts?.[0]?.act ?? turn.facts.dialogue_act ?? 'ANSWER';
    // @ts-expect-error: not declared
    turn.audit.record('ENGINE_RETURN', { state: turn.state });
    // @ts-expect-error: not declared
    turn.audit.record('ENGINE_RETURN', { reply: turn.facts.resolved_user_input });
    // @ts-expect-error: only read
    turn.intent = 'OTHER';
    // @ts-expect-error: only read
    turn.facts.dialogue_acts = [];
    // @ts-expect-error: only read
    turn.context.value = 1;
    // @ts-expect-error: only read, and the helper writes it
    setLock(turn, null);
    // @ts-expect-error: the helper writes what is not declared
    asProposing(turn);
    return 'CONTINUE';
  }
}

class ProposingStep implements TurnStep<ProposingStep> {
  readonly name = 'ProposingStep';
  readonly reads = { intent: 'OtherStep', state: 'OtherStep' } as const;
  readonly writes = [...PROPOSE_WRITES] as const;

  run(turn: ViewOf<ProposingStep>): StepOutcome {
    asProposing(turn);
    return 'CONTINUE';
  }
}

class GreedyStep implements TurnStep<GreedyStep> {
  readonly name = 'GreedyStep';
  readonly reads = {} as const;
  readonly writes = [] as const;
  // @ts-expect-error: the whole turn
  run = (turn: Turn): StepOutcome => (turn.intent ? 'CONTINUE' : 'STOP');
}

// @ts-expect-error: no value has this name
class MistypingStep implements TurnStep<MistypingStep> {
  readonly name = 'MistypingStep';
  // @ts-expect-error: nor here
  readonly reads = { dialog_act: 'OtherStep' } as const;
  readonly writes = [] as const;
  run = (): StepOutcome => 'CONTINUE';
}

function asProposing(turn: ProposingView): void {
  turn.context.pending_action_runtime = null;
}

describe('what a step sees of the turn', () => {
  it('is what it has declared: the marked lines above do not compile', () => {
    for (const step of [SomeStep, ProposingStep, GreedyStep, MistypingStep]) new step();
  });
});
