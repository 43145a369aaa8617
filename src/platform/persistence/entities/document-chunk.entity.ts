import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { DocumentEntity } from './document.entity.js';

const PRIMARY_KEY = 'pk_ce_document_chunk';

/** A passage of a document that is found and quoted as one. */
@Entity('ce_document_chunk')
export class DocumentChunkEntity {
  @PrimaryColumn({ name: 'document_id', type: 'bigint', primaryKeyConstraintName: PRIMARY_KEY })
  @ForeignKey(() => DocumentEntity, { name: 'fk_ce_document_chunk_document', onDelete: 'CASCADE' })
  documentId!: number;

  /** From 1, in the order of the document. */
  @PrimaryColumn({ name: 'chunk_no', type: 'integer', primaryKeyConstraintName: PRIMARY_KEY })
  chunkNo!: number;

  /** The headings above it, outermost first. */
  @Column({ name: 'heading', type: 'text', nullable: true })
  heading!: string | null;

  /** From 1, where the document has pages. */
  @Column({ name: 'page', type: 'integer', nullable: true })
  page!: number | null;

  @Column({ name: 'content', type: 'text' })
  content!: string;

  /** Where it begins in the text of the document, in characters. */
  @Column({ name: 'start_offset', type: 'integer' })
  startOffset!: number;

  @Column({ name: 'end_offset', type: 'integer' })
  endOffset!: number;
}
