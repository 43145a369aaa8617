import type { Clock } from '../../platform/common/clock.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ToolCalls } from '../pending-action/asking/index.js';
import { ActionMethodFinder, ConfirmedActions, ConfirmedCalls } from '../pending-action/execution/index.js';
import { RuleEngine } from '../rules/index.js';
import type { EngineLanguage } from '../wording/index.js';
import { McpToolStep } from './act/mcp-tool.step.js';
import { PendingActionStep } from './act/pending-action.step.js';
import { ToolOrchestrationStep } from './act/tool-orchestration.step.js';
import { ToolRequests } from './act/tool-requests.js';
import { ResponseResolutionStep } from './answer/response-resolution.step.js';
import { ActionLifecycleStep } from './decide/action-lifecycle.step.js';
import { ActionProposalStep } from './decide/action-proposal.step.js';
import { AutoAdvanceStep } from './decide/auto-advance.step.js';
import { ConsentStep } from './decide/consent.step.js';
import { DisambiguationStep } from './decide/disambiguation.step.js';
import { GuardrailStep } from './decide/guardrail.step.js';
import { RulesStep } from './decide/rules.step.js';
import { SchedulesStep } from './decide/schedules.step.js';
import { StateGraphStep } from './decide/state-graph.step.js';
import { WorkflowRunsStep } from './decide/workflow-runs.step.js';
import { MemoryStep } from './store/memory.step.js';
import { PersistConversationStep } from './store/persist-conversation.step.js';
import { PipelineEndGuardStep } from './store/pipeline-end-guard.step.js';
import type { TurnEffects } from './turn-effects.js';
import type { TURN_STEPS } from './turn-steps.js';
import { AddContainerDataStep } from './understand/add-container-data.step.js';
import { AuditUserInputStep } from './understand/audit-user-input.step.js';
import { CorrectionStep } from './understand/correction.step.js';
import { DialogueActStep } from './understand/dialogue-act.step.js';
import { FallbackIntentStateStep } from './understand/fallback-intent-state.step.js';
import { IntentAgent } from './understand/intent/intent-agent.js';
import { IntentResolutionStep } from './understand/intent-resolution.step.js';
import { InteractionPolicyStep } from './understand/interaction-policy.step.js';
import { LoadOrCreateConversationStep } from './understand/load-or-create-conversation.step.js';
import { PolicyEnforcementStep } from './understand/policy-enforcement.step.js';
import { ResetConversationStep } from './understand/reset-conversation.step.js';
import { ResetResolvedIntentStep } from './understand/reset-resolved-intent.step.js';
import { SchemaExtractionStep } from './understand/schema-extraction.step.js';

/** What the steps read that is the same for every turn. */
export interface StepSettings {
  readonly config: ConvEngineConfig;
  readonly clock: Clock;
  readonly language: EngineLanguage;
}

type InstancesOf<Classes extends readonly (new (...parts: never[]) => unknown)[]> = {
  readonly [Place in keyof Classes]: InstanceType<Classes[Place]>;
};

/**
 * The steps of a turn over effects that are given. They decide as the service's own do, which the container makes, and can
 * do nothing that these effects do not: no step gets anything else. The compiler holds both to the same list.
 */
export function stepsOver(effects: TurnEffects, settings: StepSettings): InstancesOf<typeof TURN_STEPS> {
  const { handlers, tools, actions, llm, verbose } = effects;
  const { config, clock, language } = settings;
  const rules = new RuleEngine(handlers, verbose);
  const methods = new ActionMethodFinder(handlers, tools);
  const attempts = new ToolCalls(tools, config);
  const confirmed = new ConfirmedActions(actions, methods, attempts);
  const calls = new ConfirmedCalls(tools, attempts, methods, confirmed);
  const requests = new ToolRequests(tools, calls);
  return [
    new LoadOrCreateConversationStep(),
    new ResetConversationStep(language),
    new AuditUserInputStep(config),
    new PolicyEnforcementStep(),
    new DialogueActStep(config, llm, language, rules),
    new InteractionPolicyStep(config),
    new CorrectionStep(language),
    new ActionLifecycleStep(),
    new DisambiguationStep(config, language),
    new ConsentStep(language, tools),
    new GuardrailStep(config, actions),
    new IntentResolutionStep(new IntentAgent(llm), rules, language),
    new ResetResolvedIntentStep(),
    new FallbackIntentStateStep(),
    new AddContainerDataStep(handlers),
    new SchemaExtractionStep(llm, rules, language),
    new AutoAdvanceStep(),
    new PendingActionStep(confirmed),
    new ToolOrchestrationStep(config, requests, rules),
    new McpToolStep(config, llm, clock, language, tools, calls, requests, rules, verbose),
    new RulesStep(rules, requests),
    new StateGraphStep(config),
    new WorkflowRunsStep(config, tools, language),
    new SchedulesStep(config, language),
    new ActionProposalStep(config, tools),
    new ResponseResolutionStep(config, llm, handlers),
    new MemoryStep(config),
    new PersistConversationStep(config),
    new PipelineEndGuardStep(config, clock),
  ];
}
