import { combine, consistency, orNeutral } from './coherence/coherence.js';
import { type Neighbour, structuralConnectivity, weightedConnectivity } from './coherence/connectivity.js';
import { type ClusterDistance, clusterFit } from './coherence/silhouette.js';
import type { ClusterContext, GraphContext } from './contexts.js';
import { COHERENCE_EMBEDDER, EMBEDDERS } from './embedders.js';
import { type EntropyMethod, SPECIFIED_METHODS } from './entropy/methods.js';
import { REFERENCE_METHODS } from './entropy/reference-methods.js';
import { ClusterFitError, EntropyError } from './failures.js';
import { type Embedding, type Fingerprint, isSameEmbedding } from './fingerprint.js';
import { effectiveThreshold, type Quadrant, quadrant } from './johari.js';
import { learningPotential, multiEmbedderPotential } from './learning.js';
import { mean, unit, type Vector } from './vectors.js';

/** How the computation is done. */
export interface DeltaScSettings {
  /** `spec`, or the formulas of the reference implementation for comparison with its numbers. */
  readonly profile: 'spec' | 'reference';
  /** What a new fingerprint is compared with: the old one, or the neighbours' too. */
  readonly history: 'old' | 'neighbours';
  readonly clusterDistance: ClusterDistance;
}

export interface DeltaScRequest {
  readonly oldFingerprint: Fingerprint;
  /** Complete. */
  readonly newFingerprint: Fingerprint;
  readonly johariThreshold?: number;
}

/** What a change of a vertex means; lists are in the order of EMBEDDERS. */
export interface DeltaSc {
  readonly deltaS: Vector;
  readonly aggregate: number;
  readonly deltaC: number;
  readonly quadrants: readonly Quadrant[];
  readonly quadrant: Quadrant;
  readonly learningPotential: number;
  readonly multiEmbedderPotential: number;
  readonly connectivity: number;
  readonly clusterFit: number;
  readonly consistency: number;
  readonly threshold: number;
  /** What was missing, in words. */
  readonly warnings: readonly string[];
}

/**
 * The change of entropy and of coherence when a vertex goes from one fingerprint to another.
 * @throws EntropyError, CoherenceError, ClusterFitError where that cannot be computed
 */
export function computeDeltaSc(
  request: DeltaScRequest,
  graph: GraphContext | undefined,
  clusters: ClusterContext | undefined,
  settings: DeltaScSettings,
): DeltaSc {
  const warnings: string[] = [];
  const deltaS = entropyChanges(request, graph, settings, warnings);
  const parts = coherenceParts(request.newFingerprint, graph, clusters, settings, warnings);
  const deltaC = combine(parts);
  const aggregate = mean(deltaS);
  const threshold = effectiveThreshold(request.johariThreshold);
  if (threshold !== (request.johariThreshold ?? threshold)) {
    warnings.push(`johari_threshold ${request.johariThreshold} is out of range; ${threshold} was used`);
  }
  return {
    deltaS,
    aggregate,
    deltaC,
    quadrants: deltaS.map((value) => quadrant(value, deltaC, threshold)),
    quadrant: quadrant(aggregate, deltaC, threshold),
    learningPotential: learningPotential(aggregate, deltaC),
    multiEmbedderPotential: multiEmbedderPotential(
      deltaS,
      deltaS.map(() => deltaC),
    ),
    connectivity: orNeutral(parts.connectivity),
    clusterFit: orNeutral(parts.clusterFit),
    consistency: orNeutral(parts.consistency),
    threshold,
    warnings,
  };
}

/** What an embedder says that the old fingerprint lacks: nothing either way. */
const UNKNOWN = 0.5;

function entropyChanges(
  { oldFingerprint, newFingerprint }: DeltaScRequest,
  graph: GraphContext | undefined,
  settings: DeltaScSettings,
  warnings: string[],
): number[] {
  const methods = settings.profile === 'spec' ? SPECIFIED_METHODS : REFERENCE_METHODS;
  const neighbours = settings.history === 'neighbours' ? (graph?.neighbourFingerprints ?? []) : [];
  return methods.map((method, at) => {
    const current = newFingerprint[at];
    const old = oldFingerprint[at];
    const { field } = EMBEDDERS[at] ?? { field: String(at) };
    if (!current) throw new EntropyError(`${field} is missing`);
    if (!old) {
      warnings.push(`old_fingerprint has no ${field}; ${UNKNOWN} was used`);
      return UNKNOWN;
    }
    // What has not changed surprises nobody, whatever the method makes of a single vector.
    if (settings.profile === 'spec' && isSameEmbedding(current, old)) return 0;
    return entropy(method, field, current, [old, ...neighbours.flatMap((one) => one[at] ?? [])]);
  });
}

function entropy(method: EntropyMethod, field: string, current: Embedding, history: readonly Embedding[]): number {
  const value = method(current, history);
  if (!Number.isFinite(value)) throw new EntropyError(`${field} gave ${value}`);
  return unit(value);
}

function coherenceParts(
  fingerprint: Fingerprint,
  graph: GraphContext | undefined,
  clusters: ClusterContext | undefined,
  settings: DeltaScSettings,
  warnings: string[],
) {
  const vector = semanticOf(fingerprint) ?? [];
  if (!graph) warnings.push('the vertex is not in the graph; connectivity is neutral');
  if (!clusters) warnings.push('the vertex is in no cluster; cluster fit is neutral');
  const neighbours = graph ? neighboursOf(graph, vector.length, warnings) : [];
  const connect = settings.profile === 'spec' ? weightedConnectivity : structuralConnectivity;
  return {
    connectivity: connect(vector, neighbours),
    clusterFit: clusters && fitOf(vector, clusters, settings.clusterDistance, warnings),
    consistency: consistency(graph?.coherenceHistory ?? []),
  };
}

/** Neighbours and weights by their places. */
function neighboursOf(graph: GraphContext, dimension: number, warnings: string[]): Neighbour[] {
  const { neighbourFingerprints, edgeWeights } = graph;
  if (edgeWeights.length > neighbourFingerprints.length) warnings.push('there are more edge weights than neighbours');
  const neighbours = neighbourFingerprints.flatMap((one, at) => {
    const vector = semanticOf(one);
    return vector?.length === dimension ? [{ vector, weight: edgeWeights[at] ?? 1 }] : [];
  });
  const left = neighbourFingerprints.length - neighbours.length;
  if (left > 0) warnings.push(`${left} neighbours have no semantic vector of ${dimension} numbers and were left out`);
  return neighbours;
}

function fitOf(
  vector: Vector,
  { sameCluster, nearestCluster }: ClusterContext,
  distance: ClusterDistance,
  warnings: string[],
): number | undefined {
  const members = [...sameCluster, ...nearestCluster];
  if (members.some((member) => member.length !== vector.length)) {
    warnings.push('the clusters have members of another dimension; cluster fit is neutral');
    return undefined;
  }
  const fit = clusterFit(vector, sameCluster, nearestCluster, distance);
  if (!fit) warnings.push('the clusters have too few members; cluster fit is neutral');
  else if (!Number.isFinite(fit.score)) throw new ClusterFitError('a member has a value that is no number');
  return fit?.score;
}

function semanticOf(fingerprint: Fingerprint): Vector | undefined {
  const embedding = fingerprint[COHERENCE_EMBEDDER];
  return embedding?.kind === 'dense' ? embedding.values : undefined;
}
