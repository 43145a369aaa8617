/** The arguments cannot be used; the message is for the caller. */
export class InvalidFingerprint extends Error {
  override readonly name = 'InvalidFingerprint';
}

/** The change of entropy could not be computed. */
export class EntropyError extends Error {
  override readonly name = 'EntropyError';
}

/** The coherence could not be computed. */
export class CoherenceError extends Error {
  override readonly name = 'CoherenceError';
}

/** The fit to the cluster could not be computed. */
export class ClusterFitError extends Error {
  override readonly name = 'ClusterFitError';
}
