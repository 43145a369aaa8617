import type { JsonObject } from '../../../platform/common/json.js';
import { EMBEDDERS, type Embedder } from './embedders.js';

const numbers = (count: number): JsonObject => ({
  type: 'array',
  items: { type: 'number' },
  minItems: count,
  maxItems: count,
});
const listOf = (items: JsonObject): JsonObject => ({
  type: 'array',
  items,
  minItems: EMBEDDERS.length,
  maxItems: EMBEDDERS.length,
});
const share: JsonObject = { type: 'number', minimum: 0, maximum: 1 };
const quadrant: JsonObject = { type: 'string', enum: ['open', 'blind', 'hidden', 'unknown'] };

function embeddingSchema({ shape }: Embedder): JsonObject {
  if (shape.kind === 'dense') return numbers(shape.dimension);
  if (shape.kind === 'tokens') return { type: 'array', items: numbers(shape.dimension), maxItems: shape.most };
  return {
    type: 'object',
    required: ['indices', 'values'],
    properties: {
      indices: {
        type: 'array',
        items: { type: 'integer', minimum: 0, maximum: shape.vocabulary - 1 },
        description: 'Ascending, none twice',
      },
      values: { type: 'array', items: { type: 'number' }, description: 'As many as indices' },
    },
  };
}

function fingerprintSchema(description: string, required: readonly string[]): JsonObject {
  const properties = Object.fromEntries(EMBEDDERS.map((one) => [one.field, embeddingSchema(one)]));
  return {
    type: 'object',
    description,
    required: ['semantic'],
    properties: { semantic: { type: 'object', required: [...required], properties } },
  };
}

/** Arguments of compute_delta_sc. */
export const INPUT_SCHEMA: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['vertex_id', 'old_fingerprint', 'new_fingerprint'],
  properties: {
    vertex_id: { type: 'string', format: 'uuid', description: 'The vertex that is updated' },
    old_fingerprint: fingerprintSchema('Before the update; an embedder may be missing', []),
    new_fingerprint: fingerprintSchema(
      'After the update, with all 13 embedders',
      EMBEDDERS.map(({ field }) => field),
    ),
    include_diagnostics: { type: 'boolean', default: false },
    johari_threshold: {
      type: 'number',
      default: 0.5,
      description: 'Between little and much, 0.35 to 0.65; a value outside is brought into this range',
    },
  },
};

/** Results of compute_delta_sc. */
export const OUTPUT_SCHEMA: JsonObject = {
  type: 'object',
  required: [
    'delta_s_per_embedder',
    'delta_s_aggregate',
    'delta_c',
    'johari_quadrants',
    'johari_aggregate',
    'utl_learning_potential',
  ],
  properties: {
    delta_s_per_embedder: listOf(share),
    delta_s_aggregate: share,
    delta_c: share,
    johari_quadrants: listOf(quadrant),
    johari_aggregate: quadrant,
    utl_learning_potential: share,
    warnings: { type: 'array', items: { type: 'string' }, description: 'What was missing; absent where nothing was' },
    diagnostics: {
      type: 'object',
      properties: {
        methods_used: listOf({ type: 'string' }),
        connectivity: share,
        cluster_fit: share,
        consistency: share,
        computation_time_us: { type: 'integer', minimum: 0 },
        embedder_weights: listOf(share),
        johari_threshold: share,
        multi_embedder_potential: share,
      },
    },
  },
};
