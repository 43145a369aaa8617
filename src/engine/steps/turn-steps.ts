import { McpToolStep } from './act/mcp-tool.step.js';
import { PendingActionStep } from './act/pending-action.step.js';
import { ToolOrchestrationStep } from './act/tool-orchestration.step.js';
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
import { AddContainerDataStep } from './understand/add-container-data.step.js';
import { AuditUserInputStep } from './understand/audit-user-input.step.js';
import { CorrectionStep } from './understand/correction.step.js';
import { DialogueActStep } from './understand/dialogue-act.step.js';
import { FallbackIntentStateStep } from './understand/fallback-intent-state.step.js';
import { IntentResolutionStep } from './understand/intent-resolution.step.js';
import { InteractionPolicyStep } from './understand/interaction-policy.step.js';
import { LoadOrCreateConversationStep } from './understand/load-or-create-conversation.step.js';
import { PolicyEnforcementStep } from './understand/policy-enforcement.step.js';
import { ResetConversationStep } from './understand/reset-conversation.step.js';
import { ResetResolvedIntentStep } from './understand/reset-resolved-intent.step.js';
import { SchemaExtractionStep } from './understand/schema-extraction.step.js';

/** The order of a turn. `docs/turn.md` draws it. */
export const TURN_STEPS = [
  LoadOrCreateConversationStep,
  ResetConversationStep,
  AuditUserInputStep,
  PolicyEnforcementStep,
  DialogueActStep,
  InteractionPolicyStep,
  CorrectionStep,
  ActionLifecycleStep,
  DisambiguationStep,
  ConsentStep,
  GuardrailStep,
  IntentResolutionStep,
  ResetResolvedIntentStep,
  FallbackIntentStateStep,
  AddContainerDataStep,
  SchemaExtractionStep,
  AutoAdvanceStep,
  PendingActionStep,
  ToolOrchestrationStep,
  McpToolStep,
  RulesStep,
  StateGraphStep,
  WorkflowRunsStep,
  SchedulesStep,
  ActionProposalStep,
  ResponseResolutionStep,
  MemoryStep,
  PersistConversationStep,
  PipelineEndGuardStep,
] as const;
