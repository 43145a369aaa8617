import type { JsonObject } from '../common/json.js';
import type { Turn } from './turn.js';

/** What audit says about the values that are collected: which are there, not what they are. */
export function auditSchemaFields(turn: Turn): JsonObject {
  return {
    intent: turn.intent,
    state: turn.state,
    updatedFields: turn.facts.updated_fields ?? [],
    missingRequiredFields: turn.facts.missing_fields ?? [],
    missingFieldOptions: turn.facts.missing_field_options ?? {},
  };
}
