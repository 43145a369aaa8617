import type { RuleEngine } from '../rules/rule-engine.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** The rules that see everything the turn has found out, and move the conversation on before it answers. */
export class RulesStep implements TurnStep {
  readonly name = 'RulesStep';
  readonly needs = [] as const;
  readonly gives = [] as const;

  constructor(private readonly rules: RuleEngine) {}

  async run(turn: Turn): Promise<StepOutcome> {
    const { intent, state } = turn;
    await this.rules.run(turn, 'PRE_RESPONSE_RESOLUTION', this.name);
    turn.movedByRules = turn.intent !== intent || turn.state !== state;
    return 'CONTINUE';
  }
}
