import { Injectable } from '@nestjs/common';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<RulesStep>;

/** The rules that see everything the turn has found out, and move the conversation on before it answers. */
@Injectable()
export class RulesStep implements TurnStep<RulesStep> {
  readonly name = 'RulesStep';
  readonly reads = {
    intent: 'McpToolStep',
    state: 'McpToolStep',
    context: 'McpToolStep',
  } as const;
  readonly writes = [...RULE_WRITES, 'movedByRules'] as const;

  constructor(private readonly rules: RuleEngine) {}

  async run(turn: View): Promise<StepOutcome> {
    const { intent, state } = turn;
    await this.rules.run(turn, 'PRE_RESPONSE_RESOLUTION', this.name);
    turn.movedByRules = turn.intent !== intent || turn.state !== state;
    return 'CONTINUE';
  }
}
