import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { defaultText } from '../wording/engine-texts.js';

/** The last step of every turn: there is a reply, and the time it took is on record. */
export class PipelineEndGuardStep implements TurnStep {
  readonly name = 'PipelineEndGuardStep';
  readonly needs = [] as const;
  readonly gives = [] as const;
  readonly endsEveryTurn = true;

  constructor(
    private readonly defaultText: string,
    private readonly now: () => number,
  ) {}

  run(turn: Turn): StepOutcome {
    turn.reply ??= { type: 'TEXT', value: defaultText(turn, this.defaultText) };
    turn.audit.record('PIPELINE_TIMING', { totalMs: this.now() - turn.moment.epochMs, turn: turn.moment.turn });
    return 'CONTINUE';
  }
}
