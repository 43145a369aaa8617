import { Injectable } from '@nestjs/common';
import { type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<PolicyEnforcementStep>;

/** Refuses what `ce_policy` forbids, before any model has seen it. Nothing but the refusal is kept of such a turn. */
@Injectable()
export class PolicyEnforcementStep implements TurnStep<PolicyEnforcementStep> {
  readonly name = 'PolicyEnforcementStep';
  readonly reads = {
    sanitized_user_text: 'AuditUserInputStep',
  } as const;
  readonly writes = ['passedPolicy', 'status', 'reply'] as const;

  run(turn: View): StepOutcome {
    const text = turn.facts.sanitized_user_text ?? turn.userText;
    const policy = turn.flow.policies.find((row) => row.matches(text) || row.matches(turn.userText));
    turn.passedPolicy = policy === undefined;
    if (!policy) return 'CONTINUE';
    turn.audit.record('POLICY_BLOCK', { policyId: policy.id, ruleType: policy.ruleType, pattern: policy.pattern });
    turn.status = 'BLOCKED';
    turn.reply = { type: 'TEXT', value: policy.responseText };
    return 'STOP';
  }
}
