import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** Writes the message down, and makes the tidy form of it that policies and the guardrail look at. */
export class AuditUserInputStep implements TurnStep {
  readonly name = 'AuditUserInputStep';
  readonly needs = [] as const;
  readonly gives = ['sanitized_user_text'] as const;

  constructor(private readonly sanitizeInput: boolean) {}

  run(turn: Turn): StepOutcome {
    turn.audit.record('USER_INPUT', {
      text: turn.userText,
      ...(turn.client.ignoredKeys.length > 0 && { ignoredInputParams: [...turn.client.ignoredKeys] }),
    });
    turn.facts.sanitized_user_text = this.sanitizeInput ? sanitize(turn.userText) : turn.userText;
    return 'CONTINUE';
  }
}

/** Invisible and control characters become blanks, and every run of blanks becomes one. */
function sanitize(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
