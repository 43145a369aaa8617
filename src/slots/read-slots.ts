import type { JsonObject } from '../common/json.js';
import { readAnswer } from './answer.js';
import { readDirections } from './directions.js';
import { readExtractPatterns } from './extract-patterns.js';
import { readLabelled } from './labelled.js';
import { readOptions } from './options.js';
import { readQuantities } from './quantities.js';
import { readShapes } from './shapes.js';
import { type RejectedValue, type SlotInput, SlotReading } from './slot-reading.js';

/** A longer message is read up to here. */
const MAX_TEXT = 4_000;

/** The rules in order: the surer a rule is of its field, the earlier; a part of the message is read once. */
const RULES = [readExtractPatterns, readLabelled, readShapes, readDirections, readOptions, readQuantities, readAnswer];

/** What a message gives for a schema. */
export interface SlotValues {
  /** New and restated values, typed and valid for their properties. */
  readonly values: JsonObject;
  /** What was given and cannot be used. */
  readonly rejected: readonly RejectedValue[];
}

/**
 * Reads the values that a message gives for the fields of an object schema, without a model: by the schema's own
 * patterns, by label, by shape, by "from" and "to", by option, by unit, and as the answer to what was asked.
 * @throws SyntaxError when the schema or one of its patterns is none
 */
export function readSlots(input: SlotInput): SlotValues {
  const reading = new SlotReading({ ...input, text: input.text.slice(0, MAX_TEXT) });
  for (const rule of RULES) rule(reading);
  return { values: reading.values, rejected: reading.rejected };
}
