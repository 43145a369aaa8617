import { compileRegex } from '../../common/regex.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';
import { engineText } from '../wording/engine-texts.js';

/** What `convengine.flow.guardrail` says. */
export interface GuardrailSettings {
  readonly enabled: boolean;
  readonly requireApprovalForSensitiveActions: boolean;
  /** Also asks for an approval of every confirmed action that no pattern speaks about. */
  readonly approvalGateFailClosed: boolean;
  readonly sensitivePatterns: readonly string[];
}

/** Holds sensitive requests back that nobody has approved, for this turn: the words, and the action they would run. */
export class GuardrailStep implements TurnStep {
  readonly name = 'GuardrailStep';
  readonly needs = ['sanitized_user_text', 'policy_decision'] as const;
  readonly gives = [
    'guardrail_blocked',
    'guardrail_reason',
    'skip_tool_execution',
    'skip_pending_action_execution',
    'policy_decision',
  ] as const;

  constructor(private readonly settings: GuardrailSettings) {}

  run(turn: Turn): StepOutcome {
    if (!this.settings.enabled) return 'CONTINUE';
    const sensitive = this.isSensitive(turn);
    const approvalRequired = this.settings.requireApprovalForSensitiveActions && sensitive;
    const approvalGranted = turn.client.approvalGranted;
    const details = { sensitive, approvalRequired, approvalGranted, intent: turn.intent, state: turn.state };
    turn.facts.guardrail_blocked = approvalRequired && !approvalGranted;
    if (!turn.facts.guardrail_blocked) {
      turn.audit.record('GUARDRAIL_ALLOW', { result: 'ALLOW', ...details });
      return 'CONTINUE';
    }
    const reason = 'SENSITIVE_ACTION_APPROVAL_REQUIRED';
    turn.facts.guardrail_reason = reason;
    turn.facts.policy_decision = 'RECLASSIFY_INTENT';
    turn.facts.skip_tool_execution = true;
    turn.facts.skip_pending_action_execution = true;
    turn.notice = engineText(turn, 'GuardrailStep.DENIED_TEXT');
    turn.audit.record('GUARDRAIL_DENY', { result: 'DENY', reason, ...details, userText: turn.userText });
    return 'CONTINUE';
  }

  private isSensitive(turn: Turn): boolean {
    const executes = turn.facts.policy_decision === 'EXECUTE_PENDING_ACTION';
    if (executes && this.settings.approvalGateFailClosed) return true;
    const { target } = turn;
    const action = executes && target ? `${target.actionKey} ${JSON.stringify(target.arguments)}` : '';
    const texts = [turn.facts.sanitized_user_text ?? '', action];
    return this.settings.sensitivePatterns.some((pattern) => {
      const regex = compileRegex(pattern, { ignoreCase: true });
      return texts.some((text) => regex.test(text));
    });
  }
}
