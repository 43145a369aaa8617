/** A text that is near a question, by the hash of the text. */
export interface NearText {
  readonly hash: string;
  /** The cosine of the angle between both, up to 1. */
  readonly similarity: number;
}

/** Which vectors are wanted of the nearest ones. */
export interface NearLimits {
  readonly limit: number;
  readonly minSimilarity: number;
  readonly isWanted: (hash: string) => boolean;
}

/** The vectors of one index, in the memory of this process or in PostgreSQL. */
export interface Vectors {
  /**
   * Those of the texts of which it has no vector of so many numbers.
   * @throws Error where it cannot hold vectors of this length, saying what to do
   */
  missing(hashes: readonly string[], dimension: number): Promise<string[]>;
  add(rows: readonly (readonly [hash: string, vector: Float32Array])[]): Promise<void>;
  /** Forgets all others. */
  keep(hashes: ReadonlySet<string>): Promise<void>;
  /** The nearest to a vector of length 1, best first. */
  nearest(asked: Float32Array, limits: NearLimits): Promise<NearText[]>;
}
