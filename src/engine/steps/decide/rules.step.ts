import { Injectable } from '@nestjs/common';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { TOOL_REQUEST_WRITES, ToolRequests } from '../act/tool-requests.js';
import { endByHandover } from '../handover/end-by-handover.js';

type View = ViewOf<RulesStep>;

/**
 * The rules that see everything the turn has found out, and move the conversation on before it answers. Where one hands it over
 * to a person, the turn ends here.
 */
@Injectable()
export class RulesStep implements TurnStep<RulesStep> {
  readonly name = 'RulesStep';
  readonly reads = {
    dialogue_act: 'McpToolStep',
    skip_tool_execution: 'McpToolStep',
    guardrail_blocked: 'GuardrailStep',
    policy_decision: 'GuardrailStep',
    needsApproval: 'GuardrailStep',
    confirmation: 'ConsentStep',
    target: 'GuardrailStep',
    intent_resolved: 'IntentResolutionStep',
    proposals: 'McpToolStep',
    intent: 'McpToolStep',
    state: 'McpToolStep',
    context: 'McpToolStep',
  } as const;
  readonly writes = [...RULE_WRITES, ...TOOL_REQUEST_WRITES, 'movedByRules'] as const;

  constructor(
    private readonly rules: RuleEngine,
    private readonly requests: ToolRequests,
  ) {}

  async run(turn: View): Promise<StepOutcome> {
    const { intent, state } = turn;
    await this.rules.run(turn, 'PRE_RESPONSE_RESOLUTION', this.name, this.requests.forRules(turn));
    turn.movedByRules = turn.intent !== intent || turn.state !== state;
    if (turn.handover === null) return 'CONTINUE';
    endByHandover(turn);
    return 'STOP';
  }
}
