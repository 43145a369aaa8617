import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/common/json.js';
import { type Database, type Row, readJson } from '../../../platform/persistence/index.js';
import type { ClusterContext, ClusterContextProvider, GraphContext, GraphContextProvider } from './contexts.js';
import { COHERENCE_EMBEDDER, EMBEDDERS, type Embedder } from './embedders.js';
import { type Fingerprint, readEmbedding } from './fingerprint.js';
import { cosineDistance, type Vector } from './vectors.js';

/** Vectors are long: what is read for one call is bounded, so that the call stays quick. */
const MOST_NEIGHBOURS = 64;
const MOST_MEASURES = 100;
const MOST_MEMBERS = 64;
const MOST_CLUSTERS = 64;

const SEMANTIC_FIELD = EMBEDDERS[COHERENCE_EMBEDDER].field;

/** The graph in `ce_gwt_vertex`, `ce_gwt_edge` and `ce_gwt_coherence`. */
export class SqlGraphContexts implements GraphContextProvider {
  /** @param wholeFingerprints read all embedders of the neighbours, not only the semantic one */
  constructor(
    private readonly database: Pick<Database, 'query'>,
    private readonly wholeFingerprints: boolean,
  ) {}

  async getContext(vertexId: string, signal: AbortSignal): Promise<GraphContext | undefined> {
    const [vertex] = await this.database.query('SELECT 1 AS known FROM ce_gwt_vertex WHERE vertex_id = $1', [vertexId]);
    signal.throwIfAborted();
    if (!vertex) return undefined;
    const [edges, measures] = await Promise.all([this.edgesOf(vertexId), this.measuresOf(vertexId)]);
    return {
      edgeWeights: edges.map(({ weight }) => Number(weight)),
      neighbourFingerprints: edges.map(storedFingerprint),
      coherenceHistory: measures.map(({ coherence }) => Number(coherence)).toReversed(),
    };
  }

  private edgesOf(vertexId: string): Promise<Row[]> {
    return this.database.query(
      `SELECT weight, e1_semantic_json${this.wholeFingerprints ? ', semantic_json' : ''} FROM ce_gwt_edge AS edge
       JOIN ce_gwt_vertex AS neighbor ON neighbor.vertex_id = edge.neighbor_id
       WHERE edge.vertex_id = $1 ORDER BY weight DESC, edge.neighbor_id LIMIT ${MOST_NEIGHBOURS}`,
      [vertexId],
    );
  }

  private measuresOf(vertexId: string): Promise<Row[]> {
    return this.database.query(
      `SELECT coherence FROM ce_gwt_coherence WHERE vertex_id = $1 ORDER BY measure_no DESC LIMIT ${MOST_MEASURES}`,
      [vertexId],
    );
  }
}

/** The clusters in `ce_gwt_cluster`; the nearest other one is that whose centre is nearest to the vertex. */
export class SqlClusterContexts implements ClusterContextProvider {
  constructor(private readonly database: Pick<Database, 'query'>) {}

  async getContext(vertexId: string, signal: AbortSignal): Promise<ClusterContext | undefined> {
    const [vertex] = await this.database.query(
      'SELECT cluster_id, e1_semantic_json FROM ce_gwt_vertex WHERE vertex_id = $1 AND cluster_id IS NOT NULL',
      [vertexId],
    );
    signal.throwIfAborted();
    if (!vertex) return undefined;
    const own = String(vertex.cluster_id);
    const ofNearest = async () => {
      const nearest = await this.nearestTo(asVector(readJson(vertex.e1_semantic_json)), own);
      return nearest === undefined ? [] : this.membersOf(nearest, vertexId);
    };
    const [sameCluster, nearestCluster] = await Promise.all([this.membersOf(own, vertexId), ofNearest()]);
    return { sameCluster, nearestCluster };
  }

  private async nearestTo(vector: Vector, own: string): Promise<string | undefined> {
    const rows = await this.database.query(
      `SELECT cluster_id, centroid_json FROM ce_gwt_cluster WHERE cluster_id <> $1 ORDER BY cluster_id LIMIT ${MOST_CLUSTERS}`,
      [own],
    );
    const others = rows.map(({ cluster_id: id, centroid_json: centroid }) => ({
      id: String(id),
      distance: cosineDistance(vector, asVector(readJson(centroid))),
    }));
    return others.toSorted((a, b) => a.distance - b.distance)[0]?.id;
  }

  private async membersOf(clusterId: string, exceptVertex: string): Promise<Vector[]> {
    const rows = await this.database.query(
      `SELECT e1_semantic_json FROM ce_gwt_vertex WHERE cluster_id = $1 AND vertex_id <> $2
       ORDER BY vertex_id LIMIT ${MOST_MEMBERS}`,
      [clusterId, exceptVertex],
    );
    return rows.map((row) => asVector(readJson(row.e1_semantic_json)));
  }
}

/**
 * A fingerprint that somebody stored; embedders it lacks are left out.
 * @throws InvalidFingerprint where one is not what its embedder gives
 */
function storedFingerprint({ e1_semantic_json: e1, semantic_json: others }: Row): Fingerprint {
  const json = readJson(others);
  const semantic: JsonObject = { ...(isJsonObject(json) ? json : {}), [SEMANTIC_FIELD]: readJson(e1) };
  return EMBEDDERS.map(({ field, shape }: Embedder) => {
    const embedding = semantic[field] ?? null;
    return embedding === null ? undefined : readEmbedding(embedding, shape, `ce_gwt_vertex ${field}`);
  });
}

function asVector(json: JsonValue): Vector {
  return Array.isArray(json) ? json.map(Number) : [];
}
