import { Inject, Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../platform/common/json.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { meantCall, normalizeGroup } from '../../../tools/index.js';
import { RULE_WRITES, RuleEngine } from '../../rules/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';
import { TOOL_REQUEST_WRITES, type ToolRequest, ToolRequests } from './tool-requests.js';

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
    const status = await this.requests.answer(turn, readRequest(turn.client.toolRequest));
    if (status === 'SUCCESS')
      await this.rules.run(turn, 'POST_TOOL_EXECUTION', 'ToolOrchestrationStep PostTool', this.requests.forRules(turn));
    return 'CONTINUE';
  }
}

function readRequest(request: JsonObject): ToolRequest {
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : null);
  const group = text(request.tool_group);
  const toolCode = text(request.tool_code);
  const args = isJsonObject(request.args) ? request.args : {};
  const meant = toolCode === null ? { toolCode, args } : meantCall(toolCode, args);
  const isOther = meant.toolCode !== toolCode;
  return { ...meant, toolGroup: group === null || isOther ? null : normalizeGroup(group) };
}
