/** How the vector of an embedder is written. */
export type EmbeddingShape =
  | { readonly kind: 'dense'; readonly dimension: number }
  /** `{ indices, values }` over a vocabulary; indices ascend. */
  | { readonly kind: 'sparse'; readonly vocabulary: number }
  /** One vector for each token. */
  | { readonly kind: 'tokens'; readonly dimension: number; readonly most: number };

/** One of the 13 embedding spaces of a fingerprint. */
export interface Embedder {
  /** Key in `fingerprint.semantic`. */
  readonly field: string;
  readonly shape: EmbeddingShape;
  /** How its entropy is measured, as `diagnostics.methods_used` names it. */
  readonly method: string;
}

const VOCABULARY = 30_522;
const dense = (dimension: number): EmbeddingShape => ({ kind: 'dense', dimension });
const sparse: EmbeddingShape = { kind: 'sparse', vocabulary: VOCABULARY };
/** Comparing two texts takes time by the product of their tokens. */
const tokens: EmbeddingShape = { kind: 'tokens', dimension: 128, most: 512 };

/** The 13 embedders in the order of every list of 13. */
export const EMBEDDERS = [
  { field: 'e1_semantic', shape: dense(1024), method: 'GMM+Mahalanobis' },
  { field: 'e2_temporal_recent', shape: dense(512), method: 'KNN' },
  { field: 'e3_temporal_periodic', shape: dense(512), method: 'KNN' },
  { field: 'e4_temporal_positional', shape: dense(512), method: 'KNN' },
  { field: 'e5_causal', shape: dense(768), method: 'Asymmetric KNN' },
  { field: 'e6_sparse', shape: sparse, method: 'IDF/Jaccard' },
  { field: 'e7_code', shape: dense(1536), method: 'GMM+KNN Hybrid' },
  { field: 'e8_graph', shape: dense(384), method: 'KNN' },
  { field: 'e9_hdc', shape: dense(1024), method: 'Hamming' },
  { field: 'e10_multimodal', shape: dense(768), method: 'Cross-modal KNN' },
  { field: 'e11_entity', shape: dense(384), method: 'TransE' },
  { field: 'e12_late_interaction', shape: tokens, method: 'Token MaxSim' },
  { field: 'e13_splade', shape: sparse, method: 'Jaccard' },
] as const satisfies readonly Embedder[];

/** The space in which a vertex is compared with its neighbours and clusters: spaces are never mixed. */
export const COHERENCE_EMBEDDER = 0;
