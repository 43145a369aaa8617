import { z } from 'zod';
import { ENDINGS, type Shadow } from '../../../engine/shadow/index.js';
import { EXAMPLE_CHANGE, rowChange, rowEdits, versionId } from '../flow-rows/flow-rows.schema.js';
import { utc } from '../ledger/list.schema.js';
import { comparisonSchema, EXAMPLE_REPORT } from './comparison.schema.js';

const by = z.string().trim().min(1).max(200).meta({ description: 'Who does it; kept with the shadow' });

/** The body of `POST /api/v1/flow/shadows`. */
export const startShadowSchema = z
  .object({
    edits: rowEdits.min(1).optional().meta({ description: 'Of the rows that run; or a version' }),
    versionId: versionId.positive().optional().meta({ description: 'An earlier version of the flow' }),
    share: z.number().positive().max(1).default(1).meta({ description: 'Of the conversations' }),
    by,
    note: z.string().max(2_000).default('').meta({ description: 'Why; kept with the shadow' }),
  })
  .refine(({ edits, versionId: version }) => (edits === undefined) !== (version === undefined), {
    message: 'one of edits and versionId says which flow it is',
  })
  .meta({
    id: 'StartFlowShadow',
    example: {
      edits: [{ table: 'ce_response', row: '3', values: { exact_text: 'Booked.' } }],
      share: 0.2,
      by: 'ann',
      note: '',
    },
  });
export type StartShadow = z.infer<typeof startShadowSchema>;

/** The body of `POST /api/v1/flow/shadows/NO/stop`. */
export const stopShadowSchema = z.object({ by }).meta({ id: 'StopFlowShadow', example: { by: 'ann' } });
export type StopShadow = z.infer<typeof stopShadowSchema>;

const EXAMPLE = {
  shadowNo: 4,
  base: 12,
  share: 0.2,
  changes: [EXAMPLE_CHANGE],
  startedAt: '2026-01-31T12:00:00.000Z',
  startedBy: 'ann',
  note: '',
  endedAt: null,
  endedBy: null,
  endedWhy: null,
  compared: 800,
  differing: 31,
  dropped: 0,
  failed: 0,
};

export const shadowSchema = z
  .object({
    shadowNo: z.int().meta({ description: 'Counted from 1' }),
    base: versionId.meta({ description: 'The version of the flow that it is beside' }),
    share: z.number(),
    changes: z.array(rowChange),
    startedAt: utc,
    startedBy: z.string(),
    note: z.string(),
    endedAt: utc.nullable(),
    endedBy: z.string().nullable().meta({ description: 'null where it ended by itself' }),
    endedWhy: z
      .enum(ENDINGS)
      .nullable()
      .meta({
        description:
          'FLOW_CHANGED: there is a newer version than the one it was beside. TOO_SLOW: it would have slowed live turns. ' +
          'NOT_USABLE: its rows could not be loaded.',
      }),
    compared: z.int().meta({ description: 'Turns that were answered by both' }),
    differing: z.int(),
    dropped: z.int().meta({ description: 'Turns that were left out because too many waited' }),
    failed: z.int().meta({ description: 'Turns that could not be compared' }),
  })
  .meta({ id: 'FlowShadow', example: EXAMPLE });
export type ShadowBody = z.infer<typeof shadowSchema>;

export const shadowsSchema = z
  .object({ items: z.array(shadowSchema) })
  .meta({ id: 'FlowShadows', example: { items: [EXAMPLE] } });
export type ShadowsBody = z.infer<typeof shadowsSchema>;

export const shadowReportSchema = z
  .object({ shadow: shadowSchema, report: comparisonSchema })
  .meta({ id: 'FlowShadowReport', example: { shadow: EXAMPLE, report: EXAMPLE_REPORT } });
export type ShadowReportBody = z.infer<typeof shadowReportSchema>;

/** A shadow as answers show it. */
export function shadowBody({ baseVersionId: base, startedAtMs, endedAtMs, changes, ...shadow }: Shadow): ShadowBody {
  return {
    ...shadow,
    base,
    changes: changes.map((change) => ({ ...change })),
    startedAt: new Date(startedAtMs).toISOString(),
    endedAt: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
  };
}
