import type { JsonObject, JsonValue } from '../../src/platform/common/json.js';
import { EMBEDDERS, type Embedder } from '../../src/tools/shipped/compute-delta-sc/embedders.js';

/** Embeddings with one number everywhere, and with nothing in the sparse ones and in the tokens. */
export function fingerprintOf(number: number): JsonObject {
  return semantic(({ shape }) => {
    if (shape.kind === 'sparse') return { indices: [], values: [] };
    return shape.kind === 'tokens' ? [] : new Array<number>(shape.dimension).fill(number);
  });
}

/** Embeddings like real ones: always the same for the same seed. */
export function randomFingerprint(seed: number): JsonObject {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  };
  const vector = (length: number) => Array.from({ length }, next);
  return semantic(({ shape }) => {
    if (shape.kind === 'dense') return vector(shape.dimension);
    if (shape.kind === 'tokens') return Array.from({ length: 8 }, () => vector(shape.dimension));
    const indices = Array.from({ length: 40 }, (_, at) => at * 700 + Math.floor((next() + 0.5) * 700));
    return { indices, values: indices.map(() => next() + 1) };
  });
}

export function onehot(length: number, at: number): number[] {
  return Array.from({ length }, (_, index) => (index === at ? 1 : 0));
}

function semantic(embedding: (embedder: Embedder) => JsonValue): JsonObject {
  return Object.fromEntries(EMBEDDERS.map((one) => [one.field, embedding(one)]));
}
