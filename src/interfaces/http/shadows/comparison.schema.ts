import { z } from 'zod';
import { ASPECTS, REASONS } from '../../../engine/comparison/index.js';
import { EXAMPLE_CHANGE, rowChange } from '../flow-rows/flow-rows.schema.js';

const effects = z.array(z.string());
const side = z.string().nullable();
const difference = z.object({
  aspect: z.enum(ASPECTS),
  before: side.meta({ description: 'null for nothing' }),
  after: side.meta({ description: 'null for nothing' }),
});
const differences = z.array(difference).meta({ description: 'The worst first' });

const example = z.object({
  conversationId: z.string(),
  firstDifference: z.object({ turn: z.int(), message: z.string(), differences }),
  effectsAdded: effects.meta({ description: 'Actions that the other flow alone begins' }),
  effectsLost: effects.meta({ description: 'Actions that the other flow does not begin' }),
  unrecorded: z
    .array(z.string())
    .meta({ description: 'What the other flow has called, of which nobody knows what it gives' }),
});

const way = z.object({
  effectsAdded: effects,
  effectsLost: effects,
  differences: differences.meta({ description: 'Both sides are null where they are other words each time' }),
  count: z.int(),
  examples: z.array(example),
});

const group = z.object({
  reason: z.enum(REASONS).meta({
    description:
      'ROW: because of one changed row. TOGETHER: because of the changed rows, and of none of them alone. NOT_TRIED: ' +
      'because of them; which one was not tried. NOT_BY_ROWS: without them as well.',
  }),
  change: rowChange.nullable(),
  count: z.int(),
  ways: z.array(way).meta({ description: 'The worst first' }),
});

export const EXAMPLE_REPORT = {
  kind: 'SHADOW',
  compared: 800,
  differing: 31,
  changes: [EXAMPLE_CHANGE],
  groups: [],
  leftOut: {},
  untriable: [],
};

/** What a flow makes of what another has answered: of `convengine replay --json`, and of shadows. */
export const comparisonSchema = z
  .object({
    kind: z
      .enum(['REPLAY', 'SHADOW'])
      .meta({ description: 'Whether conversations were held again, or turns answered beside' }),
    compared: z.int(),
    differing: z.int(),
    changes: z.array(rowChange).meta({ description: 'The rows in which the flows differ' }),
    groups: z.array(group).meta({ description: 'The worst first' }),
    leftOut: z.record(z.string(), z.int()).meta({ description: 'How many were not compared, by the reason' }),
    untriable: z.array(z.object({ change: rowChange, problem: z.string() })),
  })
  .meta({
    id: 'ComparisonReport',
    example: EXAMPLE_REPORT,
  });
