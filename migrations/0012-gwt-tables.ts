import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** The graph that gwt/compute_delta_sc looks at: vertices, edges, earlier coherence, clusters. */
export class GwtTables implements MigrationInterface {
  readonly name = 'GwtTables0000000000012';

  async up(queryRunner: QueryRunner): Promise<void> {
    const { uuid, json } = sqlTypesOf(queryRunner);
    const vertex = (column: string, constraint: string) =>
      `CONSTRAINT "${constraint}" FOREIGN KEY ("${column}") REFERENCES "ce_gwt_vertex" ("vertex_id") ON DELETE CASCADE`;
    await runAll(queryRunner, [
      `CREATE TABLE ce_gwt_cluster (
        cluster_id text NOT NULL,
        centroid_json ${json} NOT NULL,
        CONSTRAINT "pk_ce_gwt_cluster" PRIMARY KEY (cluster_id)
      )`,
      `CREATE TABLE ce_gwt_vertex (
        vertex_id ${uuid} NOT NULL,
        cluster_id text,
        e1_semantic_json ${json} NOT NULL,
        semantic_json ${json},
        CONSTRAINT "pk_ce_gwt_vertex" PRIMARY KEY (vertex_id),
        CONSTRAINT "fk_ce_gwt_vertex_cluster" FOREIGN KEY ("cluster_id")
          REFERENCES "ce_gwt_cluster" ("cluster_id") ON DELETE SET NULL
      )`,
      'CREATE INDEX ix_ce_gwt_vertex_cluster ON ce_gwt_vertex (cluster_id, vertex_id)',
      `CREATE TABLE ce_gwt_edge (
        vertex_id ${uuid} NOT NULL,
        neighbor_id ${uuid} NOT NULL,
        weight double precision NOT NULL DEFAULT 1,
        CONSTRAINT "pk_ce_gwt_edge" PRIMARY KEY (vertex_id, neighbor_id),
        ${vertex('vertex_id', 'fk_ce_gwt_edge_vertex')},
        ${vertex('neighbor_id', 'fk_ce_gwt_edge_neighbor')}
      )`,
      `CREATE TABLE ce_gwt_coherence (
        vertex_id ${uuid} NOT NULL,
        measure_no integer NOT NULL,
        coherence double precision NOT NULL,
        CONSTRAINT "pk_ce_gwt_coherence" PRIMARY KEY (vertex_id, measure_no),
        ${vertex('vertex_id', 'fk_ce_gwt_coherence_vertex')}
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
