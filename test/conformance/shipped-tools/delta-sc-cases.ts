import type { Row } from './delta-sc-rows.js';

/** Numbers of entropy, worked out apart from the program. */
export const ENTROPY: readonly Row[] = [
  { id: 'neighbours', fn: 'knn_sigmoid', current: [2, 1], history: [[1, 2]], expect: 0.2791497 },
  {
    id: 'the nearest two of three neighbours',
    fn: 'knn_sigmoid',
    current: [0, 1, 1],
    history: [
      [1, 0, 0],
      [0, 0, 2],
      [1, 1, 1],
    ],
    k: 2,
    expect: 0.3040915,
  },
  {
    id: 'mean distance',
    fn: 'knn_mean_cosine',
    current: [0, 1, 1],
    history: [
      [1, 0, 0],
      [0, 0, 2],
      [1, 1, 1],
    ],
    k: 2,
    expect: 0.2381983,
  },
  { id: 'from cause to effect', fn: 'asymmetric_knn cause->effect', current: [3, 4], history: [[4, 3]], expect: 0.048 },
  { id: 'from effect to cause', fn: 'asymmetric_knn effect->cause', current: [3, 4], history: [[4, 3]], expect: 0.032 },
  {
    id: 'index sets',
    fn: 'hamming_sparse',
    current_active: [2, 5, 9],
    history_active: [[5, 9, 40, 41]],
    k: 1,
    expect: 0.6,
  },
  {
    id: 'bits',
    fn: 'hamming_prototype',
    prototypes_bits: ['11110000', '00000000'],
    current_bits: '11010001',
    expect: 0.25,
  },
  { id: 'a translation', fn: 'transe', h0: 0.1, r0: 0.9, t0: 0.2, expect: 0.7208503 },
  {
    id: 'tokens',
    fn: 'maxsim',
    current_tokens: ['e0', 'e1', 'e2'],
    history_tokens: [['e0', 'e7']],
    expect: 0.3333333,
  },
  {
    id: 'a mixture of one vector',
    fn: 'gmm_knn_hybrid',
    current: 'const(0.25,1536)',
    history: ['const(0.25,1536)'],
    expect: 0.0853171,
  },
];

/** Numbers of coherence. */
export const COHERENCE: readonly Row[] = [
  {
    id: 'silhouette, straight lines',
    fn: 'silhouette euclidean',
    query: [1, 1],
    same: [
      [1, 3],
      [2, 1],
    ],
    nearest: [
      [7, 1],
      [1, 11],
    ],
    silhouette: 0.8125,
    score: 0.90625,
    a: 1.5,
    b: 8,
  },
  {
    id: 'silhouette, along the axes',
    fn: 'silhouette manhattan',
    query: [0, 1],
    same: [[2, 1]],
    nearest: [
      [1, 2],
      [4, 5],
    ],
    silhouette: 0.6,
    a: 2,
    b: 5,
  },
  {
    id: 'silhouette, angles',
    fn: 'silhouette cosine',
    query: [3, 4],
    same: [
      [4, 3],
      [3, 4],
    ],
    nearest: [
      [-3, 4],
      [4, -3],
    ],
    silhouette: 0.9767442,
    score: 0.9883721,
    a: 0.02,
    b: 0.86,
  },
  { id: 'nothing to compare with', fn: 'silhouette fallback', score: 0.5 },
  { id: 'the three parts', fn: 'coherence', connectivity: 0.6, see: 'silhouette, angles', delta_c: 0.7353488 },
  {
    id: 'edges by weight',
    fn: 'weighted connectivity',
    node: [1, 2],
    neighbours: [
      [[2, 1], 0.2],
      [[-1, 2], 0.6],
    ],
    expect: 0.825,
  },
  { id: 'unrelated neighbours', fn: 'structural connectivity', node: [0, 1], neighbours: [[1, 0.1]], expect: 0.2 },
  { id: 'an unsteady history', fn: 'consistency', history: [0.2, 0.9, 0.4, 0.5], expect: 0.7225274 },
];

export const JOHARI: readonly Row[] = [
  { id: 'little surprise that fits', ds: 0.3, dc: 0.7, theta: 0.5, expect: 'open' },
  { id: 'much surprise that does not fit', ds: 0.7, dc: 0.3, theta: 0.5, expect: 'blind' },
  { id: 'little surprise that does not fit', ds: 0.3, dc: 0.3, theta: 0.5, expect: 'hidden' },
  { id: 'much surprise that fits', ds: 0.7, dc: 0.7, theta: 0.5, expect: 'unknown' },
  { id: 'at the threshold, surprise is little', ds: 0.4, dc: 0.6, theta: 0.4, expect: 'open' },
  { id: 'at the threshold, coherence is little', ds: 0.4, dc: 0.4, theta: 0.4, expect: 'hidden' },
  { id: 'a threshold below the range', ds: 0.36, dc: 0.34, theta: 0, theta_effective: 0.35, expect: 'blind' },
  { id: 'a threshold above the range', ds: 0.64, dc: 0.66, theta: 1, theta_effective: 0.65, expect: 'open' },
];

export const LEARNING: readonly Row[] = [
  { id: 'with emotion and phase', ds: 0.5, dc: 0.9, we: 0.8, phi: 0.4, L: 0.331582 },
  { id: 'never below nothing', ds: 0.5, dc: 0.9, we: 1, phi: 3, L: 0 },
  { id: 'never above all', ds: 1, dc: 1, we: 1.5, phi: 0, L: 1 },
  { id: 'over all embedders', fn: 'L_multi 13 x (0.2,0.05)', L: 0.9670736 },
  { id: 'the product', ds_aggregate: 0.4, delta_c: 0.55, expect: 0.22 },
];
