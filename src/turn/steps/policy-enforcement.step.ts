import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Refuses what `ce_policy` forbids, before any model has seen it. Nothing but the refusal is kept of such a turn. */
export class PolicyEnforcementStep implements TurnStep {
  readonly name = 'PolicyEnforcementStep';
  readonly needs = ['sanitized_user_text'] as const;
  readonly gives = [] as const;

  run(turn: Turn): StepOutcome {
    const text = turn.facts.sanitized_user_text ?? turn.userText;
    const policy = turn.flow.policies.find((row) => row.matches(text) || row.matches(turn.userText));
    if (!policy) return 'CONTINUE';
    turn.audit.record('POLICY_BLOCK', { policyId: policy.id, ruleType: policy.ruleType, pattern: policy.pattern });
    turn.status = 'BLOCKED';
    turn.reply = { type: 'TEXT', value: policy.responseText };
    return 'STOP';
  }
}
