import { Column, Entity, PrimaryColumn } from 'typeorm';

const PRIMARY_KEY = 'pk_ce_embedding';

/** The vector that a model gave a text. All of it can be deleted: what is needed is asked for again. */
@Entity('ce_embedding')
export class EmbeddingEntity {
  /** As in `convengine.embeddings.model`. */
  @PrimaryColumn({ name: 'model', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  model!: string;

  /** SHA-256 of the text. */
  @PrimaryColumn({ name: 'content_hash', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  contentHash!: string;

  /** How many numbers the vector has. */
  @Column({ name: 'dimension', type: 'integer' })
  dimension!: number;

  /** Of length 1: 32-bit numbers, low byte first, as base64. */
  @Column({ name: 'vector', type: 'text' })
  vector!: string;

  @Column({ name: 'embedded_at_ms', type: 'bigint' })
  embeddedAtMs!: number;
}
