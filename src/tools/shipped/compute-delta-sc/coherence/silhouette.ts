import { cosine, type Distance, euclideanDistance, isZero, manhattanDistance, mean, type Vector } from '../vectors.js';

/** How far members of clusters are apart: cosine is 1 − cosine, from 0 to 2. */
const CLUSTER_DISTANCES = {
  cosine: (a: Vector, b: Vector) => 1 - (cosine(a, b) ?? 0),
  euclidean: euclideanDistance,
  manhattan: manhattanDistance,
} as const satisfies Readonly<Record<string, Distance>>;

export type ClusterDistance = keyof typeof CLUSTER_DISTANCES;

/** How well a vector fits its cluster. */
export interface ClusterFit {
  /** (silhouette + 1) / 2. */
  readonly score: number;
  /** −1 (in the wrong cluster) to 1. */
  readonly silhouette: number;
  /** Mean distance to the members of its own cluster. */
  readonly intraDistance: number;
  /** Mean distance to the members of the nearest other cluster. */
  readonly interDistance: number;
}

/** Where nothing can be said. */
const NEUTRAL: ClusterFit = { score: 0.5, silhouette: 0, intraDistance: 0, interDistance: 0 };
const MOST_MEMBERS = 1000;
const NO_DISTANCE = 1e-10;

/** The silhouette of a vector; `undefined` where there is too little to compare it with. */
export function clusterFit(
  vector: Vector,
  same: readonly Vector[],
  nearest: readonly Vector[],
  name: ClusterDistance = 'cosine',
): ClusterFit | undefined {
  const distance = CLUSTER_DISTANCES[name];
  const counts = (member: Vector) => name !== 'cosine' || !isZero(member);
  const own = sample(same.filter(counts));
  const other = sample(nearest.filter(counts));
  if (vector.length === 0 || !counts(vector) || own.length === 0 || other.length === 0) return undefined;
  const intraDistance = mean(own.map((member) => distance(vector, member)));
  const interDistance = mean(other.map((member) => distance(vector, member)));
  const larger = Math.max(intraDistance, interDistance);
  if (larger < NO_DISTANCE) return { ...NEUTRAL, intraDistance, interDistance };
  const silhouette = (interDistance - intraDistance) / larger;
  return { score: (silhouette + 1) / 2, silhouette, intraDistance, interDistance };
}

/** At most MOST_MEMBERS, evenly spaced. */
function sample(members: readonly Vector[]): readonly Vector[] {
  if (members.length <= MOST_MEMBERS) return members;
  const step = members.length / MOST_MEMBERS;
  return Array.from({ length: MOST_MEMBERS }, (_, at) => members[Math.floor(at * step)] ?? []);
}
