import type { Fingerprint } from './fingerprint.js';
import type { Vector } from './vectors.js';

/** How a vertex is connected. */
export interface GraphContext {
  /** One for each neighbour, by its place; 0 or more. A missing one counts as 1. */
  readonly edgeWeights: Vector;
  readonly neighbourFingerprints: readonly Fingerprint[];
  /** Earlier coherence values, oldest first. */
  readonly coherenceHistory: Vector;
}

/** The clusters around a vertex, in the semantic space. */
export interface ClusterContext {
  /** The other members of its own cluster. */
  readonly sameCluster: readonly Vector[];
  /** Members of the nearest other cluster. */
  readonly nearestCluster: readonly Vector[];
}

/** Knows the graph around vertices. */
export interface GraphContextProvider {
  /** `undefined` where the vertex is not in the graph. */
  getContext(vertexId: string, signal: AbortSignal): Promise<GraphContext | undefined>;
}

/** Knows the clusters around vertices. */
export interface ClusterContextProvider {
  /** `undefined` where the vertex is in no cluster. */
  getContext(vertexId: string, signal: AbortSignal): Promise<ClusterContext | undefined>;
}
