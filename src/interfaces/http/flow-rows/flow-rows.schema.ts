import { z } from 'zod';
import { nextCursor, pageQuery, searchText, utc } from '../ledger/list.schema.js';

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const values = z.record(z.string(), value).meta({ description: 'By the names of columns; JSON as its text' });
const place = { table: z.string(), row: z.string().meta({ description: 'Its key, as text' }) };
export const versionId = z.int().meta({ description: 'Counted from 1 without gaps' });
const EXAMPLE_ROW = { response_id: 3, exact_text: 'Room {{room}} is booked.', priority: 100, enabled: true };
export const EXAMPLE_CHANGE = {
  table: 'ce_response',
  row: '3',
  before: EXAMPLE_ROW,
  after: { ...EXAMPLE_ROW, exact_text: 'Booked: room {{room}}.' },
};

/** A row before and after. */
export const rowChange = z
  .object({
    ...place,
    before: values.nullable().meta({ description: 'null for a row that is added' }),
    after: values.nullable().meta({ description: 'null for a row that is taken away' }),
  })
  .meta({ id: 'FlowRowChange', example: EXAMPLE_CHANGE });

/** The answer of `GET /api/v1/flow/tables`. */
export const flowTablesSchema = z
  .object({
    base: versionId,
    tables: z.array(
      z.object({
        table: z.string(),
        key: z.string().meta({ description: 'The column that rows are known by' }),
        hasGeneratedKey: z.boolean().meta({ description: 'Whether the database counts the key up' }),
        rows: z.int(),
        isUsed: z.boolean().meta({ description: 'False where the settings have it that nothing reads them' }),
        columns: z.array(
          z.object({
            name: z.string(),
            type: z.enum(['text', 'integer', 'number', 'boolean', 'json']),
            isNullable: z.boolean(),
            default: value.meta({ description: 'What a new row has where nothing is said' }),
            choices: z.array(z.string()).meta({ description: 'The only texts it takes; empty: any' }),
          }),
        ),
      }),
    ),
  })
  .meta({
    id: 'FlowTables',
    example: {
      base: 12,
      tables: [
        {
          table: 'ce_intent_example',
          key: 'example_id',
          hasGeneratedKey: true,
          rows: 40,
          isUsed: true,
          columns: [{ name: 'utterance', type: 'text', isNullable: false, default: null, choices: [] }],
        },
      ],
    },
  });

/** The query of `GET /api/v1/flow/tables/TABLE/rows`. */
export const rowQuerySchema = z.object({
  search: searchText.meta({ description: 'A part of any value' }),
  row: z.string().max(500).optional().meta({ description: 'The key of one row' }),
  ...pageQuery,
});

export const flowRowsSchema = z
  .object({
    base: versionId,
    items: z.array(z.object({ row: place.row, values })),
    nextCursor,
  })
  .meta({ id: 'FlowRows', example: { base: 12, items: [{ row: '3', values: EXAMPLE_ROW }], nextCursor: null } });

/** Edits of rows, as a request gives them. */
export const rowEdits = z
  .array(
    z.object({
      table: z.string().max(100),
      row: z.string().max(500).optional().meta({ description: 'Left out for a new row' }),
      values: values.nullable().meta({ description: 'The columns that get another value; null takes the row away' }),
    }),
  )
  .max(200)
  .meta({ description: 'One for each row' });

const EXAMPLE_EDITS = [{ table: 'ce_response', row: '3', values: { exact_text: 'Booked: room {{room}}.' } }];

/** The body of `POST /api/v1/flow/check`. */
export const checkEditsSchema = z
  .object({ edits: rowEdits })
  .meta({ id: 'CheckFlowEdits', example: { edits: EXAMPLE_EDITS } });

const problem = z.object({
  severity: z.enum(['error', 'warning']),
  table: z.string(),
  row: z.string().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  isNew: z.boolean().meta({ description: 'Whether it comes with the edits; new errors keep them from being made' }),
});

/** The answer of a check. */
export const checkedEditsSchema = z
  .object({
    base: versionId.meta({ description: 'The version that runs, which these are edits of' }),
    changes: z.array(rowChange).meta({ description: 'In the order of the edits' }),
    problems: z.array(problem).meta({ description: 'Of all rows, those that come with the edits first' }),
  })
  .meta({ id: 'CheckedFlowEdits', example: { base: 12, changes: [EXAMPLE_CHANGE], problems: [] } });

const who = {
  by: z.string().trim().min(1).max(200).meta({ description: 'Who changes it; kept with the version' }),
  note: z.string().max(2_000).default('').meta({ description: 'Why; kept with the version' }),
};

/** The body of `POST /api/v1/flow/switch`. */
export const switchFlowSchema = z
  .object({
    base: versionId.meta({ description: 'The version that was edited: `base` of the check' }),
    edits: rowEdits.min(1),
    ...who,
  })
  .meta({ id: 'SwitchFlow', example: { base: 12, edits: EXAMPLE_EDITS, by: 'ann', note: 'shorter' } });

/** The body of an undo. */
export const undoFlowSchema = z.object(who).meta({ id: 'UndoFlow', example: { by: 'ann', note: 'not that short' } });

const EXAMPLE_VERSION = {
  versionId: 13,
  origin: 'SWITCH',
  madeAt: '2026-01-31T12:00:00.000Z',
  by: 'ann',
  note: 'shorter',
  undoes: null,
  changes: [EXAMPLE_CHANGE],
};

/** A version, as every answer shows it. */
export const flowVersionSchema = z
  .object({
    versionId,
    origin: z
      .enum(['FOUND', 'SWITCH', 'UNDO'])
      .meta({ description: 'FOUND: rows that were changed by SQL, and then loaded' }),
    madeAt: utc,
    by: z.string().nullable().meta({ description: 'null where the rows were found' }),
    note: z.string().nullable(),
    undoes: versionId.nullable().meta({ description: 'The version that an UNDO took back' }),
    changes: z
      .array(rowChange)
      .nullable()
      .meta({ description: 'Each changed row before and after; null where that is not known' }),
  })
  .meta({ id: 'FlowVersion', example: EXAMPLE_VERSION });

/** The answer of `GET /api/v1/flow/versions`. */
export const flowVersionsSchema = z
  .object({
    running: versionId.meta({ description: 'The version that the process runs that has answered' }),
    items: z.array(flowVersionSchema),
    nextCursor,
  })
  .meta({ id: 'FlowVersions', example: { running: 13, items: [EXAMPLE_VERSION], nextCursor: '13' } });

export const versionQuerySchema = z.object(pageQuery);

export type FlowTablesBody = z.infer<typeof flowTablesSchema>;
export type RowQuery = z.infer<typeof rowQuerySchema>;
export type FlowRowsBody = z.infer<typeof flowRowsSchema>;
export type CheckEdits = z.infer<typeof checkEditsSchema>;
export type CheckedEditsBody = z.infer<typeof checkedEditsSchema>;
export type SwitchFlow = z.infer<typeof switchFlowSchema>;
export type UndoFlow = z.infer<typeof undoFlowSchema>;
export type FlowVersionBody = z.infer<typeof flowVersionSchema>;
export type FlowVersionsBody = z.infer<typeof flowVersionsSchema>;
export type VersionQuery = z.infer<typeof versionQuerySchema>;
