import { z } from 'zod';
import type { WorkflowRun } from '../../engine/turn/index.js';
import { childRunId } from '../../tools/index.js';
import { conversationIdSchema, EXAMPLE_ID } from './conversation-id.js';

const EXAMPLE_RUN = '0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1';

const runId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The idempotency key of the confirmed action that started it', example: EXAMPLE_RUN });

export const runKeySchema = z.object({ conversationId: conversationIdSchema, runId });

export const runQuerySchema = z.object({
  conversationId: conversationIdSchema
    .optional()
    .meta({ description: 'Left out: those that are held, of all conversations' }),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

const by = z.string().trim().min(1).max(200).meta({ description: 'Who does it; kept in the audit' });
const note = z.string().max(2_000).default('').meta({ description: 'Why, or how it was found out; kept in the audit' });

export const runChangeSchema = z
  .object({ by, note })
  .meta({ id: 'WorkflowChange', example: { by: 'ann', note: 'the hotel answers again' } });

export const stepFindingSchema = z
  .object({
    step: z.string().min(1).max(200),
    happened: z.boolean().meta({ description: 'Whether it has happened in the world' }),
    result: z.unknown().optional().meta({ description: 'What the step would have answered' }),
    by,
    note,
  })
  .meta({
    id: 'WorkflowStepFinding',
    example: { step: 'hotel', happened: true, result: 'H-7', by: 'ann', note: 'asked by phone' },
  });

export const signalSchema = z
  .object({
    signal: z.string().min(1).max(200),
    payload: z.unknown().optional().meta({ description: 'What the run is told' }),
    by,
  })
  .meta({ id: 'WorkflowSignal', example: { signal: 'paid', payload: { amount: 240 }, by: 'payments' } });

const run = {
  runId,
  parentRunId: z
    .string()
    .nullable()
    .meta({ description: 'The run that it is a step of; null where a consent has started it' }),
  workflow: z.string(),
  version: z.string().meta({ description: 'Of the function that it began on; empty where it has none' }),
  status: z.enum(['RUNNING', 'WAITING', 'HELD', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED']),
  endsAs: z
    .enum(['FAILED', 'CANCELLED'])
    .nullable()
    .meta({ description: 'How it ends when its steps are undone; null while it goes forward' }),
  error: z.string().nullable().meta({ description: 'Why it is held, or failed' }),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
};

const EXAMPLE = {
  runId: EXAMPLE_RUN,
  parentRunId: null,
  workflow: 'journey',
  version: '',
  status: 'HELD' as const,
  endsAs: null,
  error: 'Nobody knows whether the step "hotel" has happened: its process ended over it.',
  startedAt: '2026-01-31T12:00:00.000Z',
  endedAt: null,
};

export const listedRunsSchema = z
  .array(z.object({ conversationId: z.uuid(), ...run }))
  .meta({ id: 'WorkflowRuns', example: [{ conversationId: EXAMPLE_ID, ...EXAMPLE }] });

export const runSchema = z
  .object({
    ...run,
    result: z.unknown().meta({ description: 'What it returned; null unless it is DONE' }),
    plannedSteps: z.int().nullable().meta({ description: 'How many steps its function says that it has' }),
    steps: z.array(
      z.object({
        step: z.string(),
        kind: z.enum(['WORK', 'SLEEP', 'SIGNAL', 'APPROVAL', 'CHILD']),
        childRunId: z.string().nullable().meta({ description: 'The run that a step of kind CHILD is' }),
        status: z.enum(['RUNNING', 'WAITING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE', 'IN_DOUBT']),
        error: z.string().nullable(),
        until: z.iso.datetime().nullable().meta({ description: 'How long it waits at most' }),
      }),
    ),
  })
  .meta({
    id: 'WorkflowRun',
    example: {
      ...EXAMPLE,
      result: null,
      plannedSteps: 3,
      steps: [
        { step: 'flight', kind: 'WORK', childRunId: null, status: 'DONE', error: null, until: null },
        {
          step: 'hotel',
          kind: 'WORK',
          childRunId: null,
          status: 'IN_DOUBT',
          error: 'The process ended while it was at work.',
          until: null,
        },
      ],
    },
  });

/** A run, or one of a list, with its times as texts. */
export function shownRun<T extends Pick<WorkflowRun, 'startedAtMs' | 'endedAtMs' | 'errorIsShown'>>({
  startedAtMs,
  endedAtMs,
  errorIsShown: _,
  ...rest
}: T) {
  return { ...rest, startedAt: timeOf(startedAtMs), endedAt: endedAtMs === null ? null : timeOf(endedAtMs) };
}

export function shownWithSteps(whole: WorkflowRun): z.infer<typeof runSchema> {
  const steps = whole.steps.map(({ dueAtMs, errorIsShown: _, ...step }) => ({
    ...step,
    childRunId: step.kind === 'CHILD' ? childRunId(whole.runId, step.step) : null,
    until: dueAtMs === null ? null : timeOf(dueAtMs),
  }));
  return { ...shownRun(whole), steps };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
