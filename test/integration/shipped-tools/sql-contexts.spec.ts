import { beforeAll, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/platform/common/json.js';
import { SqlClusterContexts, SqlGraphContexts } from '../../../src/tools/shipped/compute-delta-sc/sql-contexts.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { onehot, randomFingerprint } from '../../helpers/fingerprints.js';

const ids = Array.from({ length: 6 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`);
const [vertex = '', friend = '', acquaintance = '', , , alone = ''] = ids;
const { signal } = new AbortController();

describeOnEachDatabase('the graph of compute_delta_sc in the database', (open) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await open();
    const insert = (sql: string, values: JsonValue[]) => opened.database.query(sql, values);
    for (const [cluster, centroid] of [
      ['own', 0],
      ['near', 1],
      ['far', 2],
    ] as const) {
      const vector = centroid === 2 ? onehot(1024, 2).map((x) => -x) : onehot(1024, centroid).map((x) => x + 0.01);
      await insert('INSERT INTO ce_gwt_cluster (cluster_id, centroid_json) VALUES ($1, $2)', [cluster, vector]);
    }
    const clusters = ['own', 'own', null, 'near', 'far', null];
    for (const [at, id] of ids.entries()) {
      await insert(
        'INSERT INTO ce_gwt_vertex (vertex_id, cluster_id, e1_semantic_json, semantic_json) VALUES ($1, $2, $3, $4)',
        [id, clusters[at] ?? null, onehot(1024, at), randomFingerprint(at + 1)],
      );
    }
    await insert('INSERT INTO ce_gwt_edge (vertex_id, neighbor_id, weight) VALUES ($1, $2, $3)', [
      vertex,
      acquaintance,
      0.25,
    ]);
    await insert('INSERT INTO ce_gwt_edge (vertex_id, neighbor_id) VALUES ($1, $2)', [vertex, friend]);
    for (const [at, coherence] of [0.6, 0.8, 0.7].entries()) {
      await insert('INSERT INTO ce_gwt_coherence (vertex_id, measure_no, coherence) VALUES ($1, $2, $3)', [
        vertex,
        at + 1,
        coherence,
      ]);
    }
  });

  it('gives neighbours with their weights, the heaviest first, and coherence from old to new', async () => {
    const context = await new SqlGraphContexts(opened.database, false).getContext(vertex, signal);
    expect(context?.edgeWeights).toEqual([1, 0.25]);
    expect(context?.coherenceHistory).toEqual([0.6, 0.8, 0.7]);
    expect(context?.neighbourFingerprints[0]?.[0]).toEqual({ kind: 'dense', values: onehot(1024, 1) });
    expect(context?.neighbourFingerprints[0]?.[1]).toBeUndefined();
  });

  it('gives all embedders of the neighbours where they are the history', async () => {
    const context = await new SqlGraphContexts(opened.database, true).getContext(vertex, signal);
    expect(context?.neighbourFingerprints.map((one) => one.filter(Boolean).length)).toEqual([13, 13]);
  });

  it('does not know vertices that are not there', async () => {
    const unknown = 'ffffffff-0000-4000-8000-000000000000';
    expect(await new SqlGraphContexts(opened.database, false).getContext(unknown, signal)).toBeUndefined();
    expect(await new SqlClusterContexts(opened.database).getContext(unknown, signal)).toBeUndefined();
    expect(await new SqlClusterContexts(opened.database).getContext(alone, signal)).toBeUndefined();
  });

  it('gives the others of its cluster, and those of the cluster whose centre is nearest', async () => {
    const context = await new SqlClusterContexts(opened.database).getContext(vertex, signal);
    expect(context).toEqual({ sameCluster: [onehot(1024, 1)], nearestCluster: [onehot(1024, 3)] });
  });
});
