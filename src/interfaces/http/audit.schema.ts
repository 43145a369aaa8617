import { z } from 'zod';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';

/** Which part of a long list is wanted; query strings are text. */
const after = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);
const limit = (standard: number) => z.coerce.number().int().min(1).max(5000).default(standard);

export const auditQuerySchema = z.object({
  after: after.meta({ description: 'Only events with a higher auditId; the X-Next-After header of the page before' }),
  limit: limit(500).meta({ description: 'Most events in the answer' }),
  stage: z.string().min(1).toUpperCase().optional().meta({ description: 'Only this stage', example: 'RULE_MATCH' }),
});

export type AuditQuery = z.infer<typeof auditQuerySchema>;

export const traceQuerySchema = z.object({
  after: after.meta({ description: 'Only events with a higher auditId; the X-Next-After header of the page before' }),
  limit: limit(5000).meta({
    description: 'Most events to read; a turn is cut only where it has more events than that',
  }),
});

export type TraceQuery = z.infer<typeof traceQuerySchema>;

const createdAt = z.iso.datetime().meta({ description: 'UTC, to the millisecond' });

/** One entry of `GET /api/v1/conversation/audit/:id`. */
export const auditEntrySchema = z
  .object({
    auditId: z.int().meta({ description: 'Counts up within the conversation' }),
    conversationId: conversationIdSchema,
    turnNo: z.int(),
    stage: z.string(),
    payloadJson: z.string().meta({ description: 'JSON text' }),
    createdAt,
  })
  .meta({
    id: 'AuditEntry',
    example: {
      auditId: 2,
      conversationId: EXAMPLE_ID,
      turnNo: 1,
      stage: 'DIALOGUE_ACT_CLASSIFIED',
      payloadJson: '{"dialogueAct":"AFFIRM"}',
      createdAt: '2026-01-31T12:00:00.000Z',
    },
  });

export type AuditEntry = z.infer<typeof auditEntrySchema>;

const traceStageSchema = z
  .object({ auditId: z.int(), stage: z.string(), createdAt, payload: z.record(z.string(), z.unknown()) })
  .meta({ id: 'TraceStage' });

const traceStepSchema = z
  .object({
    turnNo: z.int(),
    step: z.string(),
    stepClass: z.string().nullable(),
    sourceFile: z.null(),
    status: z.enum(['RUNNING', 'OK', 'ERROR']),
    startedAt: createdAt,
    endedAt: createdAt.nullable(),
    durationMs: z.number().nullable(),
    error: z.string().nullable(),
    stages: z.array(traceStageSchema),
  })
  .meta({ id: 'TraceStep' });

/** The answer of `GET /api/v1/conversation/audit/:id/trace`. */
export const traceSchema = z
  .object({ conversationId: conversationIdSchema, steps: z.array(traceStepSchema), stages: z.array(traceStageSchema) })
  .meta({ id: 'Trace', example: traceExample() });

function traceExample() {
  const match = { auditId: 3, stage: 'RULE_MATCH', createdAt: '2026-01-31T12:00:00.004Z', payload: { ruleId: 7 } };
  const step = {
    turnNo: 1,
    step: 'RulesStep',
    stepClass: 'RulesStep',
    sourceFile: null,
    status: 'OK',
    startedAt: '2026-01-31T12:00:00.003Z',
    endedAt: '2026-01-31T12:00:00.005Z',
    durationMs: 2,
    error: null,
    stages: [match],
  };
  return { conversationId: EXAMPLE_ID, steps: [step], stages: [match] };
}
