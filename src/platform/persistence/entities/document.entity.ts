import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A document that DOCUMENT_RETRIEVAL tools search. */
@Entity('ce_document')
@Unique('uq_ce_document_source', ['collection', 'source'])
export class DocumentEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'document_id',
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'pk_ce_document',
  })
  documentId!: number;

  @Column({ name: 'collection', type: 'text' })
  collection!: string;

  /** Where it came from, as citations name it. */
  @Column({ name: 'source', type: 'text' })
  source!: string;

  @Column({ name: 'title', type: 'text' })
  title!: string;

  @Column({ name: 'media_type', type: 'text' })
  mediaType!: string;

  /** SHA-256 of its bytes: the same ones are not read again. */
  @Column({ name: 'content_hash', type: 'text' })
  contentHash!: string;

  @Column({ name: 'bytes', type: 'integer' })
  bytes!: number;

  @Column({ name: 'chunks', type: 'integer' })
  chunks!: number;

  /** Epoch milliseconds. */
  @Column({ name: 'ingested_at_ms', type: 'bigint' })
  ingestedAtMs!: number;
}
