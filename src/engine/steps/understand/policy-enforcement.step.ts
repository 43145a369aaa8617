import { Injectable } from '@nestjs/common';
import { forgetAsked } from '../../pending-action/index.js';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<PolicyEnforcementStep>;

/**
 * Refuses what `ce_policy` forbids, before any model has seen it. Nothing but the refusal is kept of such a turn: it is what its reader
 * has read last, and an "ok" to it agrees to nothing that was asked before.
 */
@Injectable()
export class PolicyEnforcementStep implements TurnStep<PolicyEnforcementStep> {
  readonly name = 'PolicyEnforcementStep';
  readonly reads = {
    sanitized_user_text: 'AuditUserInputStep',
  } as const;
  readonly writes = ['passedPolicy', 'status', 'reply', 'context'] as const;

  run(turn: View): StepOutcome {
    const text = turn.facts.sanitized_user_text ?? turn.userText;
    const policy = turn.flow.policies.find((row) => row.matches(text) || row.matches(turn.userText));
    turn.passedPolicy = policy === undefined;
    if (!policy) return 'CONTINUE';
    turn.audit.record('POLICY_BLOCK', { policyId: policy.id, ruleType: policy.ruleType, pattern: policy.pattern });
    turn.status = 'BLOCKED';
    turn.reply = { type: 'TEXT', value: policy.responseText };
    forgetAsked(turn.context, turn.principal);
    return 'STOP';
  }
}
