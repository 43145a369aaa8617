import { z } from 'zod';

const item = z.strictObject({
  sourceFile: z.string(),
  ruleFunction: z.string(),
  objectName: z.string(),
  targetField: z.string().meta({ description: '`$.event.Severity` or `event.severity`' }),
  expression: z.string().meta({ description: 'The statement of the legacy rule, or the value alone' }),
  status: z.string().meta({ description: '`direct`, `conditional` or `manual`' }),
  requiredMappings: z.array(z.string()).meta({ description: 'Names that need a counterpart in the template' }),
  suggestedProcessor: z.string(),
  suggestedTemplate: z.record(z.string(), z.unknown()).nullish(),
  sourceSnippet: z.string().nullish().meta({ description: 'The code around the expression' }),
});

/** For the documentation: the tool checks requests itself, and answers in its contract's words. */
export const conversionRequestSchema = z.strictObject({
  tool: z.literal('legacy-rule-conversion'),
  input: z.strictObject({
    schema_version: z.literal('1.0').optional(),
    task: z.string(),
    expectations: z.strictObject({ scoring: z.string(), strictness: z.string() }),
    item,
    trace: z
      .strictObject({
        request_id: z.string().optional(),
        session_id: z.string().optional(),
        caller: z.string().optional(),
      })
      .optional(),
  }),
});

export const conversionScoreSchema = z
  .object({
    status: z.literal('success'),
    score: z.number().min(0).max(1),
    rationale: z.string(),
    tool: z.literal('legacy-rule-conversion'),
    schema_version: z.literal('1.0'),
    confidenceScore: z.number().min(0).max(1).meta({ description: 'The same as `score`' }),
    checks: z.array(z.object({ name: z.string(), passed: z.boolean(), detail: z.string() })),
    normalized: z.object({ scale: z.literal('0..1'), raw: z.number(), raw_scale: z.literal('0..100') }),
    warnings: z.array(z.string()),
    timing_ms: z.number(),
  })
  .meta({
    id: 'LegacyRuleConversionScore',
    example: {
      status: 'success',
      score: 0.35,
      rationale: 'Not equivalent: the rule gives "4", the template "2".',
      tool: 'legacy-rule-conversion',
      schema_version: '1.0',
      confidenceScore: 0.35,
      checks: [
        {
          name: 'semantic_equivalence',
          passed: false,
          detail: 'Not equivalent: the rule gives "4", the template "2".',
        },
      ],
      normalized: { scale: '0..1', raw: 35, raw_scale: '0..100' },
      warnings: [],
      timing_ms: 1,
    },
  });

export const conversionErrorSchema = z
  .object({
    status: z.literal('error'),
    error_code: z.string().meta({
      description:
        'VALIDATION_ERROR: the body is wrong. MODEL_OUTPUT_ERROR: a review is required and no model gave one. Else the ' +
        'code of the service, such as UNAUTHORIZED (docs/errors.md)',
    }),
    message: z.string(),
    retryable: z.boolean(),
    tool: z.literal('legacy-rule-conversion'),
    schema_version: z.literal('1.0'),
  })
  .meta({
    id: 'LegacyRuleConversionError',
    example: {
      status: 'error',
      error_code: 'VALIDATION_ERROR',
      message: 'Missing required field: item.targetField',
      retryable: false,
      tool: 'legacy-rule-conversion',
      schema_version: '1.0',
    },
  });
