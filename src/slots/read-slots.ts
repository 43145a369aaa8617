import type { JsonObject } from '../common/json.js';
import { readAnswer } from './answer.js';
import { readDirections } from './directions.js';
import { readExtractPatterns } from './extract-patterns.js';
import { readLabelled } from './labelled.js';
import { readLists } from './lists.js';
import { readOptions } from './options.js';
import { readQuantities } from './quantities.js';
import { readReplacements } from './replacements.js';
import { defaultSettings } from './settings.js';
import { readShapes } from './shapes.js';
import type { RejectedValue, SlotInput } from './slot-input.js';
import { SlotReading } from './slot-reading.js';
import { readTimes } from './times.js';

/** A longer message is read up to here. */
const MAX_TEXT = 8_000;

/** The rules in order: the surer a rule is of its field, the earlier; a part of the message is read once. */
const RULES = [
  readExtractPatterns,
  readLabelled,
  readTimes,
  readShapes,
  readDirections,
  readLists,
  readOptions,
  readReplacements,
  readQuantities,
  readAnswer,
];

/** What a message gives for a schema. */
export interface SlotValues {
  /** New and restated values, typed and valid for their properties. */
  readonly values: JsonObject;
  /** What was given and cannot be used. */
  readonly rejected: readonly RejectedValue[];
}

/**
 * Reads the values that a message gives for the fields of an object schema, without a model: by the schema's own
 * patterns, by label, as dates and times, by shape, by "from" and "to", by option, by unit, and as the answer to what
 * was asked. What the message denies or only asks about gives no value.
 * @throws SyntaxError when the schema or one of its patterns is none
 */
export function readSlots(input: SlotInput): SlotValues {
  const text = input.text.slice(0, MAX_TEXT);
  const reading = new SlotReading({ ...input, text }, input.settings ?? defaultSettings());
  for (const rule of RULES) rule(reading);
  return { values: reading.values, rejected: reading.rejected };
}
