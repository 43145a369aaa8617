import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { readToolRequest } from './tool-request.js';
import { TOOL_REQUEST_WRITES, ToolRequests } from './tool-requests.js';

type View = ViewOf<ToolOrchestrationStep>;

/** Runs the one tool a client asks for (`inputParams.tool_request`); what writes is proposed instead of run. */
@Injectable()
export class ToolOrchestrationStep implements TurnStep<ToolOrchestrationStep> {
  readonly name = 'ToolOrchestrationStep';
  readonly reads = {
    dialogue_act: 'SchemaExtractionStep',
    skip_tool_execution: 'SchemaExtractionStep',
    guardrail_blocked: 'GuardrailStep',
    policy_decision: 'GuardrailStep',
    needsApproval: 'GuardrailStep',
    confirmation: 'ConsentStep',
    target: 'GuardrailStep',
    intent_resolved: 'IntentResolutionStep',
    proposals: 'PendingActionStep',
    context: 'PendingActionStep',
    intent: 'PendingActionStep',
    state: 'PendingActionStep',
  } as const;
  readonly writes = [...TOOL_REQUEST_WRITES, ...RULE_WRITES] as const;

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    private readonly requests: ToolRequests,
    private readonly rules: RuleEngine,
  ) {}

  async run(turn: View): Promise<StepOutcome> {
    if (!this.config.flow.toolOrchestration.enabled || !turn.client.toolRequest) return 'CONTINUE';
    const status = await this.requests.answer(turn, readToolRequest(turn.client.toolRequest));
    if (status === 'SUCCESS')
      await this.rules.run(turn, 'POST_TOOL_EXECUTION', 'ToolOrchestrationStep PostTool', this.requests.forRules(turn));
    return 'CONTINUE';
  }
}
