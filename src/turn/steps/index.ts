import type { Clock } from '../../common/clock.js';
import type { ConvEngineConfig } from '../../config/index.js';
import type { ActLanguage } from '../../dialogue-act/index.js';
import type { Handlers } from '../../handlers/index.js';
import type { LlmClient } from '../../llm/index.js';
import type { PendingActionService } from '../../pending-action/index.js';
import { slotSettings } from '../../slots/index.js';
import type { ToolRunner } from '../../tools/index.js';
import type { ActionMethodFinder } from '../action-methods.js';
import { IntentAgent } from '../intent/intent-agent.js';
import { RuleEngine } from '../rules/rule-engine.js';
import { ToolCalls } from '../tool-calls.js';
import type { TurnStep } from '../turn-step.js';
import type { Verbose } from '../verbose.js';
import { ActionLifecycleStep } from './action-lifecycle.step.js';
import { ActionProposalStep } from './action-proposal.step.js';
import { AddContainerDataStep } from './add-container-data.step.js';
import { AuditUserInputStep } from './audit-user-input.step.js';
import { AutoAdvanceStep } from './auto-advance.step.js';
import { CorrectionStep } from './correction.step.js';
import { DialogueActStep } from './dialogue-act.step.js';
import { DisambiguationStep } from './disambiguation.step.js';
import { FallbackIntentStateStep } from './fallback-intent-state.step.js';
import { GuardrailStep } from './guardrail.step.js';
import { IntentResolutionStep } from './intent-resolution.step.js';
import { InteractionPolicyStep } from './interaction-policy.step.js';
import { LoadOrCreateConversationStep } from './load-or-create-conversation.step.js';
import { McpToolStep } from './mcp-tool.step.js';
import { MemoryStep } from './memory.step.js';
import { PendingActionStep } from './pending-action.step.js';
import { PersistConversationStep } from './persist-conversation.step.js';
import { PipelineEndGuardStep } from './pipeline-end-guard.step.js';
import { PolicyEnforcementStep } from './policy-enforcement.step.js';
import { ResetConversationStep } from './reset-conversation.step.js';
import { ResetResolvedIntentStep } from './reset-resolved-intent.step.js';
import { ResponseResolutionStep } from './response-resolution.step.js';
import { RulesStep } from './rules.step.js';
import { SchemaExtractionStep } from './schema-extraction.step.js';
import { StateGraphStep } from './state-graph.step.js';
import { ToolOrchestrationStep } from './tool-orchestration.step.js';

/** Everything a step may work with. */
export interface TurnServices {
  readonly config: ConvEngineConfig;
  readonly clock: Clock;
  readonly llm: LlmClient;
  readonly handlers: Handlers;
  readonly tools: ToolRunner;
  readonly methods: ActionMethodFinder;
  readonly pendingActions: PendingActionService;
  readonly verbose: Verbose;
  /** How the users of this service agree, decline and correct. */
  readonly actLanguage: ActLanguage;
}

/** The order of a turn. `docs/turn.md` draws it. */
export function turnSteps({
  config,
  clock,
  llm,
  handlers,
  tools,
  methods,
  pendingActions,
  verbose,
  actLanguage,
}: TurnServices): TurnStep[] {
  const { flow, mcp, limits } = config;
  const rules = new RuleEngine(handlers, verbose);
  const slots = slotSettings(flow, clock);
  const ttl = flow.actionLifecycle;
  const dialogueAct = { ...flow.dialogueAct, rewriteQueries: flow.queryRewrite.enabled };
  const calls = new ToolCalls(tools, ttl);
  const planner = {
    maxLoops: mcp.toolMaxLoops,
    timeMs: mcp.plannerTimeMs,
    observationChars: mcp.plannerObservationChars,
    nextTool: mcp.guardrail,
    gatewayAbove: mcp.gatewayTools.above,
  };
  return [
    new LoadOrCreateConversationStep(),
    new ResetConversationStep(),
    new AuditUserInputStep(flow.guardrail.sanitizeInput),
    new PolicyEnforcementStep(),
    new DialogueActStep(dialogueAct, actLanguage, llm, rules),
    new InteractionPolicyStep(flow.interactionPolicy),
    new CorrectionStep(slots),
    new ActionLifecycleStep(),
    new DisambiguationStep(flow.disambiguation),
    new GuardrailStep(flow.guardrail, pendingActions),
    new IntentResolutionStep(new IntentAgent(llm), rules, slots),
    new ResetResolvedIntentStep(),
    new FallbackIntentStateStep(),
    new AddContainerDataStep(handlers),
    new SchemaExtractionStep(llm, rules, slots),
    new AutoAdvanceStep(),
    new PendingActionStep(pendingActions, methods, calls),
    new ToolOrchestrationStep(flow.toolOrchestration.enabled, tools, calls, rules),
    new McpToolStep(planner, llm, tools, calls, rules, clock, verbose),
    new RulesStep(rules),
    new StateGraphStep(flow.stateGraph),
    new ActionProposalStep(ttl, ttl.enabled),
    new ResponseResolutionStep(flow.response.defaultText, llm, handlers),
    new MemoryStep(flow.memory),
    new PersistConversationStep(limits.contextBytes),
    new PipelineEndGuardStep(flow.response.defaultText, () => clock.now()),
  ];
}
