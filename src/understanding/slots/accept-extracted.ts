import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import type { SlotValues } from './read-slots.js';
import { type RejectedValue, readValue } from './reading/index.js';
import {
  fieldProblem,
  isMeaningful,
  isReservedKey,
  type SlotField,
  type SlotSchema,
  slotSchema,
} from './schema/index.js';
import { defaultSettings, type SlotSettings } from './vocabulary/index.js';

/**
 * Lets through what a model extracted only where the schema wants it: reserved and unknown keys and invalid values
 * are rejected with a reason, empty ones are ignored. Text that reads as the field's type is converted.
 * @throws SyntaxError when the schema is none
 */
export function acceptExtracted(
  document: JsonObject,
  candidate: JsonObject,
  settings: SlotSettings = defaultSettings(),
): SlotValues {
  const schema = slotSchema(document, settings.language);
  const fields = new Map(schema.fields.map((field) => [field.name, field]));
  const values = new Map<string, JsonValue>();
  const rejected: RejectedValue[] = [];
  for (const [name, value] of Object.entries(candidate)) {
    if (!isMeaningful(value)) continue;
    const field = fields.get(name);
    const accepted = field ? accept(schema, field, value, settings) : { problem: refusalOf(name, settings) };
    if ('problem' in accepted) rejected.push({ field: name, value, reason: accepted.problem });
    else values.set(name, accepted.value);
  }
  return { values: Object.fromEntries(values), rejected };
}

function refusalOf(name: string, { language }: SlotSettings): string {
  const { reserved, unknown } = language.words.reasons;
  return isReservedKey(name) ? reserved : unknown;
}

function accept(
  { check }: SlotSchema,
  field: SlotField,
  value: JsonValue,
  { language, timeZone, clock }: SlotSettings,
): { value: JsonValue } | { problem: string } {
  const { reasons } = language.words;
  const problem = fieldProblem(check, field, value, reasons);
  if (problem === undefined && field.kind !== 'schedule') return { value };
  if (typeof value !== 'string' && typeof value !== 'number') return { problem: problem ?? reasons.form };
  const reading = readValue(field, String(value), language, { epochMs: clock.now(), timeZone });
  if ('problem' in reading) return { problem: problem ?? reading.problem };
  return fieldProblem(check, field, reading.value, reasons) === undefined
    ? { value: reading.value }
    : { problem: problem ?? reasons.form };
}
