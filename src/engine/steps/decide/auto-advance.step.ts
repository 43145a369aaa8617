import { Injectable } from '@nestjs/common';
import { schemaStatus } from '../../../understanding/slots/index.js';
import { type StepOutcome, schemaValues, type TurnStep, type ViewOf } from '../../turn/kernel/index.js';

type View = ViewOf<AutoAdvanceStep>;

/** States whether everything that is collected here is known; rules move the conversation on when it is. */
@Injectable()
export class AutoAdvanceStep implements TurnStep<AutoAdvanceStep> {
  readonly name = 'AutoAdvanceStep';
  readonly reads = {
    missing_fields: 'SchemaExtractionStep',
    schema: 'SchemaExtractionStep',
    context: 'SchemaExtractionStep',
    intent: 'SchemaExtractionStep',
    state: 'SchemaExtractionStep',
  } as const;
  readonly writes = ['schema_complete', 'has_any_schema_value'] as const;

  run(turn: View): StepOutcome {
    if (!turn.schema) {
      turn.audit.record('AUTO_ADVANCE_SKIPPED_NO_SCHEMA', { reason: 'no schema resolved' });
      return 'CONTINUE';
    }
    const { hasAnyValue, ...status } = schemaStatus(turn.schema.document, schemaValues(turn));
    // What is missing may be what was said and could not be read.
    const complete = status.complete && (turn.facts.missing_fields ?? []).length === 0;
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
