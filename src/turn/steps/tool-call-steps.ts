import type { JsonObject } from '../../common/json.js';
import type { McpCall } from '../../handlers/index.js';
import type { ToolCalls } from '../tool-calls.js';
import type { TurnStep } from '../turn-step.js';
import { ActionLifecycleStep } from './action-lifecycle.step.js';
import { AuditUserInputStep } from './audit-user-input.step.js';
import { GuardrailStep } from './guardrail.step.js';
import type { TurnServices } from './index.js';
import { LoadOrCreateConversationStep } from './load-or-create-conversation.step.js';
import { PendingActionStep } from './pending-action.step.js';
import { PersistConversationStep } from './persist-conversation.step.js';
import { PipelineEndGuardStep } from './pipeline-end-guard.step.js';
import { ResponseResolutionStep } from './response-resolution.step.js';
import { ToolDecisionStep, type ToolOutcomeStep } from './tool-answer.steps.js';
import type { AskedActionStep, ToolQuestionStep } from './tool-question.step.js';
import { ToolRecordStep } from './tool-record.step.js';

/** The turn that asks for one tool call. */
export function questionSteps(services: TurnServices, question: ToolQuestionStep, asked: AskedActionStep): TurnStep[] {
  return [begin(services), question, response(services), ...end(services), asked];
}

/** The turn in which a yes or no to it is given: the steps that act on it are those of every conversation. */
export function answerSteps(
  services: TurnServices,
  calls: ToolCalls,
  answer: { isYes: boolean; mcp: McpCall | undefined; outcome: ToolOutcomeStep; asked: AskedActionStep },
): TurnStep[] {
  const { config, pendingActions, methods } = services;
  return [
    new LoadOrCreateConversationStep(),
    begin(services),
    new ToolDecisionStep(answer.outcome.actionId, answer.isYes, answer.mcp),
    new ActionLifecycleStep(),
    new GuardrailStep(config.flow.guardrail, pendingActions),
    new PendingActionStep(pendingActions, methods, calls),
    answer.outcome,
    response(services),
    ...end(services),
    answer.asked,
  ];
}

/** The turn that only writes a call down. */
export function recordSteps(services: TurnServices, request: JsonObject, result: JsonObject): TurnStep[] {
  return [begin(services), new ToolRecordStep(request, result), ...end(services)];
}

function begin({ config }: TurnServices): TurnStep {
  return new AuditUserInputStep(config.flow.guardrail.sanitizeInput);
}

function response({ config, llm, handlers }: TurnServices): TurnStep {
  return new ResponseResolutionStep(config.flow.response.defaultText, llm, handlers);
}

function end({ config, clock }: TurnServices): TurnStep[] {
  return [
    new PersistConversationStep(config.limits.contextBytes),
    new PipelineEndGuardStep(config.flow.response.defaultText, () => clock.now()),
  ];
}
