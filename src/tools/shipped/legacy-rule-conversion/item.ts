import type { JsonObject } from '../../../platform/common/json.js';

/** One proposal for the conversion of one assignment of a legacy rule. */
export interface ConversionItem {
  readonly sourceFile: string;
  readonly ruleFunction: string;
  readonly objectName: string;
  /** `$.event.Severity` or `event.severity`. */
  readonly targetField: string;
  /** A whole statement, or the value alone. */
  readonly expression: string;
  /** `direct`, `conditional` or `manual`; others are taken, with a warning. */
  readonly status: string;
  readonly requiredMappings: readonly string[];
  readonly suggestedProcessor: string;
  readonly suggestedTemplate?: JsonObject | null;
  /** The function or file the expression comes from, or a part of it. */
  readonly sourceSnippet?: string | null;
}
