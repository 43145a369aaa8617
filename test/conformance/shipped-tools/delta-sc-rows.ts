import { expect } from 'vitest';
import { combine, consistency, orNeutral } from '../../../src/tools/shipped/compute-delta-sc/coherence/coherence.js';
import {
  structuralConnectivity,
  weightedConnectivity,
} from '../../../src/tools/shipped/compute-delta-sc/coherence/connectivity.js';
import { type ClusterDistance, clusterFit } from '../../../src/tools/shipped/compute-delta-sc/coherence/silhouette.js';
import { SPECIFIED_METHODS } from '../../../src/tools/shipped/compute-delta-sc/entropy/methods.js';
import { nearestCosine, unusual } from '../../../src/tools/shipped/compute-delta-sc/entropy/nearest.js';
import { REFERENCE_METHODS } from '../../../src/tools/shipped/compute-delta-sc/entropy/reference-methods.js';
import { nearestHamming, nearestJaccard } from '../../../src/tools/shipped/compute-delta-sc/entropy/sets.js';
import { causal, tokenMaxSim } from '../../../src/tools/shipped/compute-delta-sc/entropy/structured.js';
import type { Embedding } from '../../../src/tools/shipped/compute-delta-sc/fingerprint.js';
import { effectiveThreshold, quadrant } from '../../../src/tools/shipped/compute-delta-sc/johari.js';
import { learningPotential, multiEmbedderPotential } from '../../../src/tools/shipped/compute-delta-sc/learning.js';
import { cosineDistance } from '../../../src/tools/shipped/compute-delta-sc/vectors.js';

/** A row of cases: what `fn` is about, its inputs, and what it must give. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly fn?: string };

const TOLERANCE = 1e-4;

/** Fails unless the number is the expected one. */
export function expectNear(actual: number | undefined, expected: unknown): void {
  expect(Math.abs((actual ?? Number.NaN) - Number(expected))).toBeLessThanOrEqual(TOLERANCE);
}

type Numbers = readonly number[];

const list = (value: unknown): Numbers => (value ?? []) as Numbers;
const lists = (value: unknown): readonly Numbers[] => (value ?? []) as readonly Numbers[];
const bits = (text: unknown): Numbers => [...String(text)].map(Number);

/** `const(0.5,1536)` and `onehot(768,700)`. */
function written(value: unknown): Numbers {
  const [, kind, first, second] = /^(const|onehot)\(([\d.]+),\s*(\d+)\)$/.exec(String(value)) ?? [];
  if (kind === 'const') return Array.from({ length: Number(second) }, () => Number(first));
  return Array.from({ length: Number(first) }, (_, at) => (at === Number(second) ? 1 : 0));
}

/** `e0`, `-e0`, `first64=1`, `last64=1`: a token of 128 numbers. */
function token(text: string): Numbers {
  const [, sign, axis] = /^(-?)e(\d+)$/.exec(text) ?? [];
  const half = text.startsWith('first') ? 0 : 1;
  return Array.from({ length: 128 }, (_, at) => {
    if (axis !== undefined) return at === Number(axis) ? (sign === '-' ? -1 : 1) : 0;
    return Math.floor(at / 64) === half ? 1 : 0;
  });
}

const tokensOf = (value: unknown) => (value as string[]).map(token);
const dense = (values: Numbers): Embedding => ({ kind: 'dense', values });

/** Nearest distances by the k of the row: the product always takes five. */
function nearest(row: Row): number {
  const current = list(row.current);
  const near = lists(row.history)
    .map((past) => cosineDistance(current, past))
    .toSorted((a, b) => a - b)
    .slice(0, Number(row.k ?? 5));
  return nearestCosine(
    current,
    lists(row.history).filter((past) => near.includes(cosineDistance(current, past))),
  );
}

/** The entity vector of 2 × 192 numbers and the earlier one that a row describes. */
function entity(row: Row): readonly [Numbers, Numbers] {
  const current = new Array<number>(384).fill(0);
  const past = new Array<number>(384).fill(0);
  if (row.head !== undefined) {
    current.fill(Number(row.head), 0, 192).fill(Number(row.relation), 192);
    past.fill(Number(row.tail_head), 0, 192);
  }
  for (const [key, value] of Object.entries(row)) {
    const [, part, at] = /^([hrt])(\d+)$/.exec(key) ?? [];
    if (part === 'h') current[Number(at)] = Number(value);
    if (part === 'r') current[192 + Number(at)] = Number(value);
    if (part === 't') past[Number(at)] = Number(value);
  }
  return [current, past];
}

const reference = (at: number, current: Numbers, history: readonly Numbers[]) =>
  REFERENCE_METHODS[at]?.(dense(current), history.map(dense));

/** What entropy functions give for a row, by the beginning of its `fn`. */
const DELTA_S: Readonly<Record<string, (row: Row) => number | undefined>> = {
  knn_sigmoid: (row) => unusual(nearest(row)),
  knn_mean_cosine: nearest,
  asymmetric_knn: (row) => {
    const direction = String(row.fn).includes('effect->cause') ? 'effect-to-cause' : 'cause-to-effect';
    return causal(list(row.current), lists(row.history), direction);
  },
  hamming_sparse: (row) => nearestJaccard(list(row.current_active), lists(row.history_active), Number(row.k)),
  jaccard_active: (row) =>
    REFERENCE_METHODS[12]?.(
      { kind: 'sparse', active: list(row.current_active) },
      lists(row.history_active).map((active) => ({ kind: 'sparse', active })),
    ),
  gmm_knn_hybrid: (row) => reference(6, written(row.current), (row.history as unknown[]).map(written)),
  hamming_prototype: (row) => nearestHamming(bits(row.current_bits), (row.prototypes_bits as unknown[]).map(bits)),
  cross_modal: (row) => reference(9, written(row.current), (row.history as unknown[]).map(written)),
  transe: (row) => {
    const [current, past] = entity(row);
    return SPECIFIED_METHODS[10]?.(dense(current), [dense(past)]);
  },
  maxsim: (row) => tokenMaxSim(tokensOf(row.current_tokens), (row.history_tokens as unknown[]).map(tokensOf)),
};

/** Checks a row of entropy that has a number; those of errors and of empty history are tested apart. */
export function checkDeltaS(row: Row): void {
  const name = Object.keys(DELTA_S).find((known) => String(row.fn).startsWith(known));
  if (!name) throw new Error(`no function for ${row.fn}`);
  expectNear(DELTA_S[name]?.(row), row.expect);
}

function checkSilhouette(row: Row): void {
  if (row.query === undefined) {
    checkFallback(row);
    return;
  }
  const name = (/euclidean|manhattan/.exec(String(row.fn))?.[0] ?? 'cosine') as ClusterDistance;
  const fit = clusterFit(list(row.query), lists(row.same), lists(row.nearest), name);
  expectNear(fit?.silhouette, row.silhouette);
  expectNear(fit?.score, row.score ?? (Number(row.silhouette) + 1) / 2);
  if (row.a !== undefined) expectNear(fit?.intraDistance, row.a);
  if (row.b !== undefined) expectNear(fit?.interDistance, row.b);
}

function checkFallback(row: Row): void {
  const one = [[1, 0]];
  const cases = [
    clusterFit([], one, one),
    clusterFit([0, 0], one, one),
    clusterFit([1, 0], [], one),
    clusterFit([1, 0], one, []),
  ];
  for (const fit of cases) expectNear(orNeutral(fit?.score), row.score);
}

/** Checks a row of coherence; `others` holds the rows that this one may refer to. */
export function checkDeltaC(row: Row, others: readonly Row[]): void {
  const fn = String(row.fn);
  if (fn.startsWith('silhouette')) {
    checkSilhouette(row);
  } else if (fn.startsWith('coherence')) {
    const of = others.find(({ id }) => id === row.see) ?? row;
    const fit = clusterFit(list(of.query), lists(of.same), lists(of.nearest))?.score;
    expectNear(
      combine({ connectivity: Number(row.connectivity), clusterFit: fit, consistency: undefined }),
      row.delta_c,
    );
  } else if (fn.startsWith('structural')) {
    const neighbours = lists(row.neighbours).map((vector) => ({ vector, weight: 1 }));
    expectNear(orNeutral(structuralConnectivity(list(row.node), neighbours)), row.expect);
  } else if (fn.startsWith('weighted')) {
    const neighbours = (row.neighbours as [Numbers, number][]).map(([vector, weight]) => ({ vector, weight }));
    expectNear(weightedConnectivity(list(row.node), neighbours), row.expect);
  } else if (fn.startsWith('consistency')) {
    expectNear(consistency(list(row.history)), row.expect);
  } else if (fn.startsWith('delta_c combine')) {
    const { connectivity, cluster_fit: fit, consistency: steady } = row;
    const parts = { connectivity: Number(connectivity), clusterFit: Number(fit), consistency: Number(steady) };
    expectNear(combine(parts), row.expect);
  } else if (fn.startsWith('connectivity NaN')) {
    expectNear(orNeutral(Number(row.connectivity)), row.replaced_by);
  } else throw new Error(`no function for ${fn}`);
}

/** Checks a row of Johari's window. */
export function checkJohari(row: Row): void {
  const threshold = effectiveThreshold(Number(row.theta));
  if (row.theta_effective !== undefined) expectNear(threshold, row.theta_effective);
  expect(quadrant(Number(row.ds), Number(row.dc), threshold)).toBe(row.expect);
}

/** Checks a row of the learning potential. */
export function checkLearning(row: Row): void {
  if (String(row.fn).startsWith('L_multi')) {
    const [, count, deltaS, deltaC] = /(\d+) x \(([\d.]+),([\d.]+)\)/.exec(String(row.fn)) ?? [];
    const many = (value: unknown) => Array.from({ length: Number(count) }, () => Number(value));
    expectNear(multiEmbedderPotential(many(deltaS), many(deltaC)), row.L);
  } else if (row.ds_aggregate !== undefined) {
    expectNear(learningPotential(Number(row.ds_aggregate), Number(row.delta_c)), row.expect);
  } else {
    const factors = { emotion: Number(row.we), phase: Number(row.phi) };
    expectNear(learningPotential(Number(row.ds), Number(row.dc), factors), row.L);
  }
}
