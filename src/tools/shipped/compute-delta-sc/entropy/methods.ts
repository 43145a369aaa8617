import { EntropyError } from '../failures.js';
import type { Embedding } from '../fingerprint.js';
import type { Vector } from '../vectors.js';
import { fitMixture, fittable, probability } from './mixture.js';
import { nearestCosine, unusual } from './nearest.js';
import { nearestHamming, nearestJaccard } from './sets.js';
import { causal, crossModal, tokenMaxSim, translation } from './structured.js';

/** How surprising an embedding is after earlier ones of the same embedder, 0…1. */
export type EntropyMethod = (current: Embedding, history: readonly Embedding[]) => number;

const SEMANTIC_COMPONENTS = 3;
const CODE_COMPONENTS = 5;

const knn = dense((current, history) => unusual(nearestCosine(current, history)));

/** The methods of the specification, in the order of EMBEDDERS. */
export const SPECIFIED_METHODS: readonly EntropyMethod[] = [
  dense((current, history) => improbability(current, history, SEMANTIC_COMPONENTS) ?? nearestCosine(current, history)),
  knn,
  knn,
  knn,
  dense((current, history) => causal(current, history)),
  sparse((current, history) => nearestJaccard(current, history)),
  dense(codeEntropy),
  knn,
  dense(nearestHamming),
  dense(crossModal),
  dense(translation),
  tokens(tokenMaxSim),
  sparse((current, history) => nearestJaccard(current, history)),
];

/** Half by the mixture, half by the neighbours; by the neighbours alone where there is too little for a mixture. */
function codeEntropy(current: Vector, history: readonly Vector[]): number {
  const near = unusual(nearestCosine(current, history));
  const improbable = improbability(current, history, CODE_COMPONENTS);
  return improbable === undefined ? near : 0.5 * improbable + 0.5 * near;
}

/** 1 − probability under a mixture of the history; `undefined` with fewer than two vectors for each component. */
function improbability(current: Vector, history: readonly Vector[], components: number): number | undefined {
  const vectors = fittable(history);
  if (vectors.length < 2 * components) return undefined;
  return 1 - probability(current, fitMixture(vectors, components));
}

/** A method for dense embeddings. */
export function dense(method: (current: Vector, history: readonly Vector[]) => number): EntropyMethod {
  return (current, history) => {
    if (current.kind !== 'dense') throw new EntropyError(`a dense embedding was expected, not ${current.kind}`);
    const past = history.flatMap((one) => (one.kind === 'dense' ? [one.values] : []));
    return past.length === 0 ? 1 : method(current.values, past);
  };
}

/** A method for sparse embeddings. */
export function sparse(method: (current: Vector, history: readonly Vector[]) => number): EntropyMethod {
  return (current, history) => {
    if (current.kind !== 'sparse') throw new EntropyError(`a sparse embedding was expected, not ${current.kind}`);
    const past = history.flatMap((one) => (one.kind === 'sparse' ? [one.active] : []));
    return past.length === 0 ? 1 : method(current.active, past);
  };
}

/** A method for embeddings of tokens. */
export function tokens(
  method: (current: readonly Vector[], history: readonly (readonly Vector[])[]) => number,
): EntropyMethod {
  return (current, history) => {
    if (current.kind !== 'tokens') throw new EntropyError(`token embeddings were expected, not ${current.kind}`);
    const past = history.flatMap((one) => (one.kind === 'tokens' ? [one.tokens] : []));
    return past.length === 0 ? 1 : method(current.tokens, past);
  };
}
