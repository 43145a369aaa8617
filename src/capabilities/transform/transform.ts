import type { JsonValue } from '../../common/json.js';
import { WITHHELD } from './redact.js';

/** Shapes what a tool answered for whoever reads it: project → rename → redact → format. Never throws. */
export interface Transform {
  apply(value: JsonValue): JsonValue;
  /** Redacts a text about the call, such as an error message, which may repeat what the tool answered. */
  redactText(text: string): string;
}

/** Stands in for a transform that cannot be used: what it should have hidden is not known, so nothing is shown. */
export const withholdAll: Transform = {
  apply: () => ({ withheld: 'The transform of this tool cannot be used; "convengine flow check" says why.' }),
  redactText: () => WITHHELD,
};
