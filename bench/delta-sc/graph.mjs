// A graph around one vertex, in a scratch database.
import { createDataSource, migrate, openDatabase } from '../../dist/src/platform/persistence/index.js';
import { semantic } from './fingerprints.mjs';

const NEIGHBOURS = 16;
const MEMBERS = 32;
const CLUSTERS = 8;

export const VERTEX = vertexId(0);
export const GRAPH = `${NEIGHBOURS} neighbours, ${CLUSTERS} clusters of ${MEMBERS} members`;

/** Opens the scratch database with the graph in it. */
export async function openGraph(scratch) {
  const dataSource = await createDataSource(scratch.url, { poolSize: 4 }).initialize();
  await migrate(dataSource);
  const database = openDatabase(dataSource);
  await fill(database);
  const close = async () => {
    await database.close();
    if (dataSource.isInitialized) await dataSource.destroy();
  };
  return { database, close };
}

async function fill(database) {
  for (let cluster = 0; cluster < CLUSTERS; cluster++) {
    const centroid = semantic(1000 + cluster).e1_semantic;
    await database.query('INSERT INTO ce_gwt_cluster (cluster_id, centroid_json) VALUES ($1, $2)', [
      name(cluster),
      centroid,
    ]);
  }
  for (let at = 0; at < CLUSTERS * MEMBERS; at++) {
    const { e1_semantic: e1, ...others } = semantic(at + 1);
    const values = [vertexId(at), name(at % CLUSTERS), e1, others];
    await database.query(
      'INSERT INTO ce_gwt_vertex (vertex_id, cluster_id, e1_semantic_json, semantic_json) VALUES ($1, $2, $3, $4)',
      values,
    );
  }
  for (let at = 1; at <= NEIGHBOURS; at++) {
    const values = [VERTEX, vertexId(at), at / NEIGHBOURS];
    await database.query('INSERT INTO ce_gwt_edge (vertex_id, neighbor_id, weight) VALUES ($1, $2, $3)', values);
    const measured = [VERTEX, at, 0.5 + at / 100];
    await database.query(
      'INSERT INTO ce_gwt_coherence (vertex_id, measure_no, coherence) VALUES ($1, $2, $3)',
      measured,
    );
  }
}

function name(cluster) {
  return `cluster-${cluster}`;
}

function vertexId(at) {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
}
