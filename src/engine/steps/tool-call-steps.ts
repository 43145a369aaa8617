import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../platform/common/json.js';
import type { PipelineStep } from '../turn/kernel/index.js';
import { PendingActionStep } from './act/pending-action.step.js';
import type { AskedActionStep, ToolQuestionStep } from './act/tool-question.step.js';
import { ResponseResolutionStep } from './answer/response-resolution.step.js';
import { ToolDecisionStep, type ToolOutcomeStep } from './answer/tool-answer.steps.js';
import { ActionLifecycleStep } from './decide/action-lifecycle.step.js';
import { ConsentStep } from './decide/consent.step.js';
import { GuardrailStep } from './decide/guardrail.step.js';
import { PersistConversationStep } from './store/persist-conversation.step.js';
import { PipelineEndGuardStep } from './store/pipeline-end-guard.step.js';
import { ToolRecordStep } from './store/tool-record.step.js';
import { AuditUserInputStep } from './understand/audit-user-input.step.js';
import { LoadOrCreateConversationStep } from './understand/load-or-create-conversation.step.js';

/** The shorter turns of single tool calls: steps of every conversation, and a few that know the call. */
@Injectable()
export class ToolCallSteps {
  private readonly end: readonly PipelineStep[];

  constructor(
    private readonly load: LoadOrCreateConversationStep,
    private readonly begin: AuditUserInputStep,
    private readonly lifecycle: ActionLifecycleStep,
    private readonly consent: ConsentStep,
    private readonly guardrail: GuardrailStep,
    private readonly action: PendingActionStep,
    private readonly response: ResponseResolutionStep,
    persist: PersistConversationStep,
    endGuard: PipelineEndGuardStep,
  ) {
    this.end = [persist, endGuard];
  }

  /** The turn that asks for one tool call. */
  question(question: ToolQuestionStep, asked: AskedActionStep): PipelineStep[] {
    return [this.begin, question, this.response, ...this.end, asked];
  }

  /** The turn in which a yes or no to it is given: the steps that act on it are those of every conversation. */
  answer(isYes: boolean, outcome: ToolOutcomeStep, asked: AskedActionStep): PipelineStep[] {
    const decision = new ToolDecisionStep(outcome.actionId, isYes);
    const decide = [decision, this.lifecycle, this.consent, this.guardrail];
    return [this.load, this.begin, ...decide, this.action, outcome, this.response, ...this.end, asked];
  }

  /** The turn that only writes a call down. */
  record(request: JsonObject, result: JsonObject): PipelineStep[] {
    return [this.begin, new ToolRecordStep(request, result), ...this.end];
  }
}
