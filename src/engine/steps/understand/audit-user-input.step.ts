import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { describeAttachment, type StepOutcome, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<AuditUserInputStep>;

/** Writes the message down, and makes the tidy form of it that policies and the guardrail look at. */
@Injectable()
export class AuditUserInputStep implements TurnStep<AuditUserInputStep> {
  readonly name = 'AuditUserInputStep';
  readonly reads = {} as const;
  readonly writes = ['sanitized_user_text'] as const;

  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  run(turn: View): StepOutcome {
    const { attachments, ignoredKeys } = turn.client;
    const { saidBy } = turn.principal;
    turn.audit.record('USER_INPUT', {
      text: turn.userText,
      ...(saidBy !== undefined && { userNamedBy: saidBy }),
      ...(turn.flow.versionId !== null && { flowVersion: turn.flow.versionId }),
      ...(attachments.length > 0 && { attachments: attachments.map(describeAttachment) }),
      ...(ignoredKeys.length > 0 && { ignoredInputParams: [...ignoredKeys] }),
    });
    turn.facts.sanitized_user_text = this.config.flow.guardrail.sanitizeInput ? sanitize(turn.userText) : turn.userText;
    return 'CONTINUE';
  }
}

/** Invisible and control characters become blanks, and every run of blanks becomes one. */
function sanitize(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
