import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/platform/common/json.js';
import { checkSchemaDocument, compileSchema } from '../../../src/platform/common/json-schema.js';
import {
  ComputeDeltaScTool,
  type DeltaScParts,
} from '../../../src/tools/shipped/compute-delta-sc/compute-delta-sc.tool.js';
import type { ClusterContext, GraphContext } from '../../../src/tools/shipped/compute-delta-sc/contexts.js';
import { EntropyError } from '../../../src/tools/shipped/compute-delta-sc/failures.js';
import { readFingerprint } from '../../../src/tools/shipped/compute-delta-sc/fingerprint.js';
import { mcpResult } from '../../../src/tools/shipped/index.js';
import { fingerprintOf, onehot, randomFingerprint } from '../../helpers/fingerprints.js';

const VERTEX = '0b6c1f2e-7a3d-4a5b-9c8d-1e2f3a4b5c6d';
const SETTINGS = { profile: 'spec', history: 'old', clusterDistance: 'cosine' } as const;

/** The tool over contexts that are at hand; nothing is known of the vertex where there are none. */
function toolWith(
  graph?: GraphContext,
  clusters?: ClusterContext,
  more: Partial<DeltaScParts> = {},
): ComputeDeltaScTool {
  return new ComputeDeltaScTool({
    settings: SETTINGS,
    graph: { getContext: async () => graph },
    clusters: { getContext: async () => clusters },
    ...more,
  });
}

function call(args: JsonValue, tool = toolWith()): Promise<JsonObject> {
  return tool.execute(args, { signal: new AbortController().signal });
}

/** A request between two random fingerprints, with other embeddings in the new or the old one. */
function request(newer: JsonObject = {}, older: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return {
    vertex_id: VERTEX,
    old_fingerprint: { semantic: { ...randomFingerprint(1), ...older } },
    new_fingerprint: { semantic: { ...randomFingerprint(2), ...newer } },
    ...more,
  };
}

const without = (fingerprint: JsonObject, field: string): JsonObject =>
  Object.fromEntries(Object.entries(fingerprint).filter(([name]) => name !== field));

describe('gwt/compute_delta_sc', () => {
  it('is listed with schemas that are schemas, and under a name that every client takes', () => {
    const tool = toolWith();
    expect([tool.code, tool.aliases, tool.sideEffect]).toEqual([
      'gwt/compute_delta_sc',
      ['gwt_compute_delta_sc'],
      'READ',
    ]);
    expect([checkSchemaDocument(tool.inputSchema), checkSchemaDocument(tool.outputSchema)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(compileSchema(tool.inputSchema).check(request())).toEqual([]);
  });

  it('finds nothing new in a fingerprint that has not changed', async () => {
    const semantic = randomFingerprint(1);
    const result = await call(request(semantic, semantic));
    expect(result).toMatchObject({
      delta_s_per_embedder: new Array(13).fill(0),
      delta_s_aggregate: 0,
      utl_learning_potential: 0,
    });
  });

  it.each([1, 2, 3, 4, 5])('gives numbers within 0…1 that fit together (%i)', async (seed) => {
    const result = await call(request(randomFingerprint(seed), randomFingerprint(seed * 7)));
    expect(compileSchema(toolWith().outputSchema).check(result)).toEqual([]);
    const changes = result.delta_s_per_embedder as number[];
    expect(changes.every((value) => Number.isFinite(value) && value >= 0 && value <= 1)).toBe(true);
    expect(result.delta_s_aggregate).toBeCloseTo(changes.reduce((sum, value) => sum + value, 0) / 13, 6);
    expect(result.utl_learning_potential).toBeCloseTo(Number(result.delta_s_aggregate) * Number(result.delta_c), 6);
    expect(result.johari_quadrants).toHaveLength(13);
    expect(result).not.toHaveProperty('diagnostics');
  });

  it('tells how it came to its numbers, where it is asked', async () => {
    const { diagnostics, delta_c: deltaC } = await call(request({}, {}, { include_diagnostics: true }));
    expect(diagnostics).toMatchObject({ johari_threshold: 0.5 });
    const { methods_used, embedder_weights, connectivity, cluster_fit, consistency, computation_time_us } =
      diagnostics as Record<string, number | unknown[]>;
    expect([methods_used, embedder_weights].map((list) => (list as unknown[]).length)).toEqual([13, 13]);
    expect(0.4 * Number(connectivity) + 0.4 * Number(cluster_fit) + 0.2 * Number(consistency)).toBeCloseTo(
      Number(deltaC),
    );
    expect(computation_time_us).toBeGreaterThan(0);
  });

  it.each([
    ['an id that is none', { vertex_id: 'not-a-valid-uuid' }, 'Invalid vertex_id format: expected a UUID'],
    ['no id', { vertex_id: null }, 'Missing required parameter: vertex_id'],
    ['no old fingerprint', { old_fingerprint: null }, 'Missing required parameter: old_fingerprint'],
    ['no new fingerprint', { new_fingerprint: null }, 'Missing required parameter: new_fingerprint'],
    ['something else', { vertex: 1 }, 'Invalid request: unknown parameter vertex'],
    ['a threshold in words', { johari_threshold: 'half' }, 'Invalid request: johari_threshold must be a number'],
    [
      'a fingerprint without embeddings',
      { new_fingerprint: {} },
      'Invalid request: new_fingerprint.semantic must be an object',
    ],
    [
      'a new fingerprint with an embedder missing',
      { new_fingerprint: { semantic: without(randomFingerprint(2), 'e12_late_interaction') } },
      'Fingerprint must contain all 13 embedders (ARCH-05)',
    ],
  ])('refuses %s as invalid parameters', async (_what, change, message) => {
    await expect(call({ ...request(), ...change })).rejects.toMatchObject({ rpcCode: -32602, message });
  });

  it.each([
    ['of another dimension', { e9_hdc: new Array(1000).fill(0) }, 'Dimension mismatch: expected 1024, got 1000'],
    ['without numbers', { e1_semantic: [] }, 'Empty input embedding'],
    [
      'with a token of another dimension',
      { e12_late_interaction: [[1, 2]] },
      'Dimension mismatch: expected 128, got 2',
    ],
    [
      'with more tokens than can be compared',
      { e12_late_interaction: new Array(513).fill(onehot(128, 0)) },
      'Invalid request: new_fingerprint.semantic.e12_late_interaction holds more than 512 tokens',
    ],
    [
      'with indices that do not ascend',
      { e6_sparse: { indices: [3, 3], values: [1, 1] } },
      'Invalid request: new_fingerprint.semantic.e6_sparse.indices must be whole numbers below 30522 that ascend',
    ],
    ['with values missing', { e13_splade: { indices: [3, 4], values: [1] } }, 'Dimension mismatch: expected 2, got 1'],
    [
      'with an endless number',
      { e8_graph: new Array(384).fill(Number.POSITIVE_INFINITY) },
      'Invalid request: new_fingerprint.semantic.e8_graph[0] must be a finite number',
    ],
  ])('refuses an embedding %s', async (_what, embedding, message) => {
    await expect(call(request(embedding as JsonObject))).rejects.toMatchObject({ rpcCode: -32602, message });
  });

  it('takes an old fingerprint with an embedder missing for half a surprise, and says so', async () => {
    const args = { ...request(), old_fingerprint: { semantic: without(randomFingerprint(1), 'e5_causal') } };
    const result = await call(args);
    expect((result.delta_s_per_embedder as number[])[4]).toBe(0.5);
    expect(result.warnings).toContain('old_fingerprint has no e5_causal; 0.5 was used');
  });

  it('knows what an empty embedding means', async () => {
    const result = await call(request({ e6_sparse: { indices: [], values: [] }, e12_late_interaction: [] }));
    const changes = result.delta_s_per_embedder as number[];
    expect([changes[5], changes[11]]).toEqual([1, 0.5]);
  });

  it('is as surprised as can be by a direction where there was none', async () => {
    const result = await call(request({}, fingerprintOf(0)));
    expect((result.delta_s_per_embedder as number[])[0]).toBe(1);
  });

  it.each([
    [0.1, 0.35],
    [0.9, 0.65],
  ])('brings a threshold of %d into its range', async (asked, used) => {
    const result = await call(request({}, {}, { johari_threshold: asked, include_diagnostics: true }));
    expect(result.diagnostics).toMatchObject({ johari_threshold: used });
    expect(result.warnings).toContain(`johari_threshold ${asked} is out of range; ${used} was used`);
  });

  it('says that nothing is known of a vertex, and goes on', async () => {
    const result = await call(request({}, {}, { include_diagnostics: true }));
    expect(result.diagnostics).toMatchObject({ connectivity: 0.5, cluster_fit: 0.5, consistency: 0.5 });
    expect(result.warnings).toEqual([
      'the vertex is not in the graph; connectivity is neutral',
      'the vertex is in no cluster; cluster fit is neutral',
    ]);
  });

  it('weighs neighbours, clusters and history', async () => {
    const neighbour = (at: number) => readFingerprint({ semantic: { e1_semantic: onehot(1024, at) } }, 'neighbour');
    const graph = {
      edgeWeights: [0.75],
      neighbourFingerprints: [neighbour(0), neighbour(1)],
      coherenceHistory: [0.6, 0.8, 0.7],
    };
    const clusters = { sameCluster: [onehot(1024, 0)], nearestCluster: [onehot(1024, 1)] };
    const args = request({ e1_semantic: onehot(1024, 0) }, {}, { include_diagnostics: true });
    const { diagnostics, warnings } = await call(args, toolWith(graph, clusters));
    expect(warnings).toBeUndefined();
    const { connectivity, cluster_fit, consistency } = diagnostics as Record<string, number>;
    expect(connectivity).toBeCloseTo((0.75 * 1 + 1 * 0.5) / 1.75);
    expect(cluster_fit).toBe(1);
    expect(consistency).toBeCloseTo(0.9672161, 5);
  });

  it.each([
    ['Graph', { graph: { getContext: () => Promise.reject(new Error('no connection')) } }],
    ['Cluster', { clusters: { getContext: () => Promise.reject(new Error('no connection')) } }],
  ])('fails where it cannot ask for the context: %s', async (name, parts) => {
    await expect(call(request(), toolWith(undefined, undefined, parts))).rejects.toMatchObject({
      rpcCode: -32603,
      message: `${name} context unavailable: no connection`,
    });
  });

  it('fails where an entropy cannot be computed', async () => {
    const compute = () => {
      throw new EntropyError('e1_semantic gave NaN');
    };
    await expect(call(request(), toolWith(undefined, undefined, { compute }))).rejects.toMatchObject({
      rpcCode: -32603,
      message: 'Entropy computation failed: e1_semantic gave NaN',
    });
  });

  it('fails where an edge has an impossible weight', async () => {
    const fingerprint = readFingerprint({ semantic: randomFingerprint(3) }, 'neighbour');
    const graph = { edgeWeights: [-1], neighbourFingerprints: [fingerprint], coherenceHistory: [] };
    await expect(call(request(), toolWith(graph))).rejects.toMatchObject({
      rpcCode: -32603,
      message: 'Coherence computation failed: an edge has the weight -1',
    });
  });

  it('opens a span that names the vertex', async () => {
    const spans: unknown[] = [];
    const onStart = (span: unknown) => spans.push({ ...(span as object) });
    subscribe('tracing:compute_delta_sc:start', onStart);
    try {
      await call(request());
    } finally {
      unsubscribe('tracing:compute_delta_sc:start', onStart);
    }
    expect(spans).toEqual([{ vertexId: VERTEX, includeDiagnostics: false }]);
  });

  it('answers over MCP with the same as text and structured', async () => {
    const tool = toolWith();
    const result = await call(request(), tool);
    expect(mcpResult(tool, result)).toMatchObject({
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: result,
      isError: false,
    });
  });
});
