import type { JsonObject } from '../../platform/common/json.js';
import { type RejectedValue, type SlotInput, SlotReading } from './reading/index.js';
import {
  readAnswer,
  readDirections,
  readExtractPatterns,
  readLabelled,
  readLists,
  readOptions,
  readQuantities,
  readReplacements,
  readSchedules,
  readSeveral,
  readShapes,
  readTimes,
} from './rules/index.js';
import { defaultSettings } from './vocabulary/index.js';

/** A longer message is read up to here. */
const MAX_TEXT = 8_000;

/** The rules in order: the surer a rule is of its field, the earlier; a part of the message is read once. */
const RULES = [
  readExtractPatterns,
  readSeveral,
  readSchedules,
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

/** The same, with the words that each value was read from. */
export interface ReadValues extends SlotValues {
  readonly words: Readonly<Record<string, string>>;
}

/**
 * Reads the values that a message gives for the fields of an object schema, without a model: by the schema's own
 * patterns, by label, as dates and times, by shape, by "from" and "to", by option, by unit, and as the answer to what
 * was asked. What the message denies or only asks about gives no value.
 * @throws SyntaxError when the schema or one of its patterns is none
 */
export function readSlots(input: SlotInput): ReadValues {
  const text = input.text.slice(0, MAX_TEXT);
  const reading = new SlotReading({ ...input, text }, input.settings ?? defaultSettings());
  for (const rule of RULES) rule(reading);
  return { values: reading.values, words: reading.words, rejected: reading.rejected };
}
