import type { JsonObject } from '../../src/platform/common/json.js';

/** The rules by which a conversion is to be scored. */
export const EXPECTATIONS = { scoring: '0 to 1', strictness: 'strict' };

/** One proposed conversion of a legacy rule, right as it is. */
export const conversionItem = (more: JsonObject = {}): JsonObject => ({
  sourceFile: 'a.rules',
  ruleFunction: 'trap',
  objectName: 'A::b',
  targetField: '$.event.Severity',
  expression: '4',
  status: 'direct',
  requiredMappings: [],
  suggestedProcessor: 'set',
  suggestedTemplate: { set: { source: 4, targetField: '$.event.Severity' } },
  sourceSnippet: null,
  ...more,
});
