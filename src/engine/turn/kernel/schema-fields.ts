import type { JsonObject } from '../../../platform/common/json.js';
import type { Reads } from './turn-fields.js';

/** What audit says about the values that are collected: which are there, not what they are. */
export function auditSchemaFields(
  turn: Reads<'intent' | 'state' | 'updated_fields' | 'missing_fields' | 'missing_field_options'>,
): JsonObject {
  return {
    intent: turn.intent,
    state: turn.state,
    updatedFields: turn.facts.updated_fields ?? [],
    missingRequiredFields: turn.facts.missing_fields ?? [],
    missingFieldOptions: turn.facts.missing_field_options ?? {},
  };
}
