// Fingerprints like real ones: always the same for the same seed.
import { EMBEDDERS } from '../../dist/src/tools/shipped/compute-delta-sc/embedders.js';

const TOKENS = 64;
const ACTIVE = 120;

/** The embeddings of one vertex. */
export function semantic(seed) {
  const next = random(seed);
  const vector = (length) => Array.from({ length }, () => next() - 0.5);
  return Object.fromEntries(EMBEDDERS.map(({ field, shape }) => [field, embedding(shape, vector, next)]));
}

function embedding(shape, vector, next) {
  if (shape.kind === 'dense') return vector(shape.dimension);
  if (shape.kind === 'tokens') return Array.from({ length: TOKENS }, () => vector(shape.dimension));
  const gap = Math.floor(shape.vocabulary / ACTIVE);
  const indices = Array.from({ length: ACTIVE }, (_, at) => at * gap + Math.floor(next() * gap));
  return { indices, values: indices.map(() => next() + 0.1) };
}

function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
