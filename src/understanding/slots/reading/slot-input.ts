import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import type { SlotSettings } from '../vocabulary/index.js';

/** A value that was given and cannot be used. */
export interface RejectedValue {
  /** The field's name; inside an object with the names around it, as in `address.city`. */
  readonly field: string;
  readonly value: JsonValue;
  /** Reads on after the field's name: "must be a number". */
  readonly reason: string;
}

/** What readSlots is given. */
export interface SlotInput {
  readonly text: string;
  /** Not to be changed afterwards: what is made from it is kept. */
  readonly schema: JsonObject;
  /** What is known so far. */
  readonly values: JsonObject;
  /** The fields that the assistant asked for last. */
  readonly askedFor?: readonly string[];
  /** The question that the message answers, when it said the known values: "Shall I book Goa for friday?". */
  readonly question?: string;
  /** True where a question about a value gives it: "what is the status of flight LH123?", to whom only looks it up. */
  readonly takesAsked?: boolean;
  /** English, UTC and the machine's clock when left out. */
  readonly settings?: SlotSettings;
}
