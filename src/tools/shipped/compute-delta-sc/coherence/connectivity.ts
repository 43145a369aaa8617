import { CoherenceError } from '../failures.js';
import { cosine, mean, type Vector } from '../vectors.js';

/** A neighbour in the graph: its semantic vector, and the weight of the edge. */
export interface Neighbour {
  readonly vector: Vector;
  readonly weight: number;
}

/**
 * How similar the neighbours are, by the weights of their edges: 0 opposite, 0.5 unrelated, 1 the same. `undefined`
 * without neighbours, or where no edge weighs anything.
 * @throws CoherenceError for a weight that is negative or not finite
 */
export function weightedConnectivity(vector: Vector, neighbours: readonly Neighbour[]): number | undefined {
  const wrong = neighbours.find(({ weight }) => !(Number.isFinite(weight) && weight >= 0));
  if (wrong) throw new CoherenceError(`an edge has the weight ${wrong.weight}`);
  const largest = neighbours.reduce((most, { weight }) => Math.max(most, weight), 0);
  if (largest === 0) return undefined;
  // By the largest: the sum of large weights is beyond what numbers can hold.
  const total = neighbours.reduce((sum, { weight }) => sum + weight / largest, 0);
  return neighbours.reduce((sum, one) => sum + (one.weight / largest) * similarity(vector, one.vector), 0) / total;
}

const RELATED = 0.3;
const UNRELATED = 0.2;

/** As the reference implementation has it: the mean over related neighbours, whatever the weights. */
export function structuralConnectivity(vector: Vector, neighbours: readonly Neighbour[]): number | undefined {
  if (neighbours.length === 0) return undefined;
  const cosines = neighbours.map((one) => cosine(vector, one.vector) ?? 0).filter((value) => value >= RELATED);
  return cosines.length === 0 ? UNRELATED : (mean(cosines) + 1) / 2;
}

function similarity(a: Vector, b: Vector): number {
  return ((cosine(a, b) ?? 0) + 1) / 2;
}
