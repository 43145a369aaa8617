import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A cluster of vertices, with the middle of its semantic vectors. */
@Entity('ce_gwt_cluster')
export class GwtClusterEntity {
  @PrimaryColumn({ name: 'cluster_id', type: 'text', primaryKeyConstraintName: 'pk_ce_gwt_cluster' })
  clusterId!: string;

  /** A list of 1024 numbers. */
  @Column({ name: 'centroid_json', type: 'jsonb' })
  centroidJson!: unknown;
}

/** A vertex, with the embeddings of its fingerprint. */
@Entity('ce_gwt_vertex')
@Index('ix_ce_gwt_vertex_cluster', ['clusterId', 'vertexId'])
export class GwtVertexEntity {
  @PrimaryColumn({ name: 'vertex_id', type: 'uuid', primaryKeyConstraintName: 'pk_ce_gwt_vertex' })
  vertexId!: string;

  @Column({ name: 'cluster_id', type: 'text', nullable: true })
  @ForeignKey(() => GwtClusterEntity, { name: 'fk_ce_gwt_vertex_cluster', onDelete: 'SET NULL' })
  clusterId!: string | null;

  /** A list of 1024 numbers; apart from the others, since hundreds of them are read for one call. */
  @Column({ name: 'e1_semantic_json', type: 'jsonb' })
  e1SemanticJson!: unknown;

  /** The other embedders, as in `fingerprint.semantic` of the tool. */
  @Column({ name: 'semantic_json', type: 'jsonb', nullable: true })
  semanticJson!: unknown;
}

const EDGE_KEY = 'pk_ce_gwt_edge';

/** A neighbour of a vertex. */
@Entity('ce_gwt_edge')
export class GwtEdgeEntity {
  @PrimaryColumn({ name: 'vertex_id', type: 'uuid', primaryKeyConstraintName: EDGE_KEY })
  @ForeignKey(() => GwtVertexEntity, { name: 'fk_ce_gwt_edge_vertex', onDelete: 'CASCADE' })
  vertexId!: string;

  @PrimaryColumn({ name: 'neighbor_id', type: 'uuid', primaryKeyConstraintName: EDGE_KEY })
  @ForeignKey(() => GwtVertexEntity, { name: 'fk_ce_gwt_edge_neighbor', onDelete: 'CASCADE' })
  neighborId!: string;

  @Column({ name: 'weight', type: 'double precision', default: 1 })
  weight!: number;
}

const COHERENCE_KEY = 'pk_ce_gwt_coherence';

/** One earlier coherence of a vertex; `measure_no` counts up. */
@Entity('ce_gwt_coherence')
export class GwtCoherenceEntity {
  @PrimaryColumn({ name: 'vertex_id', type: 'uuid', primaryKeyConstraintName: COHERENCE_KEY })
  @ForeignKey(() => GwtVertexEntity, { name: 'fk_ce_gwt_coherence_vertex', onDelete: 'CASCADE' })
  vertexId!: string;

  @PrimaryColumn({ name: 'measure_no', type: 'integer', primaryKeyConstraintName: COHERENCE_KEY })
  measureNo!: number;

  @Column({ name: 'coherence', type: 'double precision' })
  coherence!: number;
}
