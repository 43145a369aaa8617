import type { JsonObject } from '../../../platform/common/json.js';
import { compileSchema, type SchemaCheck } from '../../../platform/common/json-schema.js';
import type { SlotLanguage } from '../vocabulary/index.js';
import { type LabelPattern, labelPatterns } from './labels.js';
import { type SlotField, schemaFields } from './schema-fields.js';

/** A schema as the rules that read messages use it; made once for each document and language. */
export interface SlotSchema {
  /** The properties, as `schemaFields` lists them. */
  readonly fields: readonly SlotField[];
  /** What values are looked for: the properties, and in place of an object its own ones. */
  readonly leaves: readonly SlotField[];
  readonly labels: readonly LabelPattern[];
  readonly check: SchemaCheck;
}

const made = new WeakMap<JsonObject, Map<SlotLanguage, SlotSchema>>();

/**
 * The schema, prepared. A document is prepared once, so that it must not be changed afterwards.
 * @throws SyntaxError when the document is no schema
 */
export function slotSchema(document: JsonObject, language: SlotLanguage): SlotSchema {
  const byLanguage = made.get(document) ?? new Map<SlotLanguage, SlotSchema>();
  const known = byLanguage.get(language) ?? prepare(document, language);
  byLanguage.set(language, known);
  made.set(document, byLanguage);
  return known;
}

function prepare(document: JsonObject, language: SlotLanguage): SlotSchema {
  const check = compileSchema(document);
  const fields = schemaFields(document, language.words);
  const leaves = fields.flatMap(leavesOf);
  return { fields, leaves, labels: labelPatterns(leaves), check };
}

function leavesOf(field: SlotField): readonly SlotField[] {
  return field.kind === 'object' ? field.inner.flatMap(leavesOf) : [field];
}
