import { schemaStatus } from '../../slots/index.js';
import type { Turn } from '../turn.js';
import type { StepOutcome, TurnStep } from '../turn-step.js';

/** States whether everything that is collected here is known; rules move the conversation on when it is. */
export class AutoAdvanceStep implements TurnStep {
  readonly name = 'AutoAdvanceStep';
  readonly needs = [] as const;
  readonly gives = ['schema_complete', 'has_any_schema_value'] as const;

  run(turn: Turn): StepOutcome {
    if (!turn.schema) {
      turn.audit.record('AUTO_ADVANCE_SKIPPED_NO_SCHEMA', { reason: 'no schema resolved' });
      return 'CONTINUE';
    }
    const { complete, hasAnyValue } = schemaStatus(turn.schema.document, turn.schemaValues);
    turn.facts.schema_complete = complete;
    turn.facts.has_any_schema_value = hasAnyValue;
    turn.audit.record('AUTO_ADVANCE_FACTS', {
      schemaComplete: complete,
      hasAnySchemaValue: hasAnyValue,
      intent: turn.intent,
      state: turn.state,
    });
    return 'CONTINUE';
  }
}
