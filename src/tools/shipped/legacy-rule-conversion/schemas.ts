import type { JsonObject } from '../../../platform/common/json.js';

/** The name of the tool, in lists, requests and results. */
export const TOOL = 'legacy-rule-conversion';
/** Version of the contract. */
export const SCHEMA_VERSION = '1.0';

const text: JsonObject = { type: 'string' };
/** A rule file has tens of thousands of characters at most; longer ones would only take time. */
const longText: JsonObject = { type: 'string', maxLength: 200_000 };

function strict(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, properties, required: [...required] };
}

const item = strict(
  [
    'sourceFile',
    'ruleFunction',
    'objectName',
    'targetField',
    'expression',
    'status',
    'requiredMappings',
    'suggestedProcessor',
  ],
  {
    sourceFile: text,
    ruleFunction: text,
    objectName: text,
    targetField: { ...text, description: 'Such as $.event.Severity or event.severity' },
    expression: { ...longText, description: 'The statement of the legacy rule, or the value alone' },
    status: { ...text, description: 'direct, conditional or manual' },
    requiredMappings: { type: 'array', items: text, maxItems: 200, description: 'Names that need a counterpart' },
    suggestedProcessor: { ...text, description: 'Such as set, copy, if, switch, regex, lookup; or manual' },
    suggestedTemplate: { type: ['object', 'null'], description: 'The proposal; null where there is none' },
    sourceSnippet: { ...longText, type: ['string', 'null'], description: 'The code around the expression' },
  },
);

/** Arguments of the tool. */
export const INPUT_SCHEMA: JsonObject = strict(['schema_version', 'task', 'expectations', 'item'], {
  schema_version: { type: 'string', enum: [SCHEMA_VERSION] },
  task: { ...longText, description: 'What the reviewer is asked for, in words' },
  expectations: strict(['scoring', 'strictness'], { scoring: longText, strictness: longText }),
  item,
  trace: strict([], { request_id: text, session_id: text, caller: text }),
});

const share: JsonObject = { type: 'number', minimum: 0, maximum: 1 };

/** Results of the tool: a score, or an error without one. */
export const OUTPUT_SCHEMA: JsonObject = {
  type: 'object',
  required: ['status', 'tool', 'schema_version'],
  properties: {
    status: { type: 'string', enum: ['success', 'error'] },
    score: share,
    confidenceScore: share,
    rationale: text,
    tool: { const: TOOL },
    schema_version: { const: SCHEMA_VERSION },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'passed', 'detail'],
        properties: { name: text, passed: { type: 'boolean' }, detail: text },
      },
    },
    normalized: {
      type: 'object',
      properties: { scale: { const: '0..1' }, raw: { type: 'number' }, raw_scale: { const: '0..100' } },
    },
    warnings: { type: 'array', items: text },
    timing_ms: { type: 'integer', minimum: 0 },
    error_code: { type: 'string', enum: ['VALIDATION_ERROR', 'MODEL_OUTPUT_ERROR'] },
    message: text,
    retryable: { type: 'boolean' },
  },
  oneOf: [
    { properties: { status: { const: 'success' } }, required: ['score', 'rationale'] },
    {
      properties: { status: { const: 'error' }, score: { not: {} } },
      required: ['error_code', 'message', 'retryable'],
    },
  ],
};
