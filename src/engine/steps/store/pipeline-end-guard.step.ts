import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { CLOCK, CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { defaultText } from '../../wording/index.js';

type View = ViewOf<PipelineEndGuardStep>;

/** The last step of every turn: there is a reply, and the time it took is on record. */
@Injectable()
export class PipelineEndGuardStep implements TurnStep<PipelineEndGuardStep> {
  readonly name = 'PipelineEndGuardStep';
  readonly reads = {
    reply: 'ResponseResolutionStep',
  } as const;
  readonly writes = ['reply'] as const;
  readonly endsEveryTurn = true;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  run(turn: View): StepOutcome {
    turn.reply ??= { type: 'TEXT', value: defaultText(turn, this.config.flow.response.defaultText) };
    turn.audit.record('PIPELINE_TIMING', { totalMs: this.clock.now() - turn.moment.epochMs, turn: turn.moment.turn });
    return 'CONTINUE';
  }
}
