import type { HandlerDatabase } from '../../../platform/handlers-api/index.js';
import type { Row, SqlRunner } from '../../../platform/persistence/index.js';
import type { Chunk } from './split-chunks.js';

/** A document as it is listed. */
export interface StoredDocument {
  readonly documentId: number;
  readonly collection: string;
  /** Where it came from, as its citations say; unique in its collection. */
  readonly source: string;
  readonly title: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly chunks: number;
  readonly ingestedAtMs: number;
}

export interface NewDocument {
  readonly collection: string;
  readonly source: string;
  readonly title: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly contentHash: string;
  readonly chunks: readonly Chunk[];
}

/** A chunk with what its citation says. */
export interface StoredChunk extends Chunk {
  readonly documentId: number;
  readonly chunkNo: number;
  readonly collection: string;
  readonly source: string;
  readonly title: string;
}

const ROWS_PER_INSERT = 100;
const CHUNK = `
  SELECT d.document_id, d.collection, d.source, d.title, c.chunk_no, c.heading, c.page, c.content, c.start_offset, c.end_offset
    FROM ce_document_chunk c JOIN ce_document d ON d.document_id = c.document_id`;

/** The rows of `ce_document` and `ce_document_chunk`. A changed document is a new row with a new id. */
export class DocumentStore {
  constructor(private readonly database: HandlerDatabase) {}

  async hashOf(collection: string, source: string): Promise<string | undefined> {
    const [row] = await this.database.query(
      'SELECT content_hash FROM ce_document WHERE collection = $1 AND source = $2',
      [collection, source],
    );
    return row && String(row.content_hash);
  }

  /** Stores a document with its chunks, in place of the one of the same source. Gives its id. */
  async replace(document: NewDocument, nowMs: number): Promise<number> {
    const { collection, source, title, mediaType, bytes, contentHash, chunks } = document;
    return this.database.transaction(async (transaction) => {
      await transaction.query('DELETE FROM ce_document WHERE collection = $1 AND source = $2', [collection, source]);
      const [row] = await transaction.query(
        `INSERT INTO ce_document (collection, source, title, media_type, content_hash, bytes, chunks, ingested_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING document_id`,
        [collection, source, title, mediaType, contentHash, bytes, chunks.length, nowMs],
      );
      const documentId = Number(row?.document_id);
      await insertChunks(transaction, documentId, chunks);
      return documentId;
    });
  }

  /** @param limit at most, newest first; pages go on after the last id of the one before */
  async list(limit: number, before = Number.MAX_SAFE_INTEGER): Promise<StoredDocument[]> {
    const rows = await this.database.query(
      `SELECT document_id, collection, source, title, media_type, bytes, chunks, ingested_at_ms
         FROM ce_document WHERE document_id < $1 ORDER BY document_id DESC LIMIT $2`,
      [before, limit],
    );
    return rows.map((row) => ({
      documentId: Number(row.document_id),
      collection: String(row.collection),
      source: String(row.source),
      title: String(row.title),
      mediaType: String(row.media_type),
      bytes: Number(row.bytes),
      chunks: Number(row.chunks),
      ingestedAtMs: Number(row.ingested_at_ms),
    }));
  }

  /** False where there is no such document. */
  async remove(documentId: number): Promise<boolean> {
    const rows = await this.database.query('DELETE FROM ce_document WHERE document_id = $1 RETURNING document_id', [
      documentId,
    ]);
    return rows.length > 0;
  }

  /** How many chunks there are in all. */
  async countChunks(): Promise<number> {
    const [row] = await this.database.query('SELECT COALESCE(sum(chunks), 0) AS chunks FROM ce_document');
    return Number(row?.chunks);
  }

  /** Another text when documents came or went. */
  async version(): Promise<string> {
    const [row] = await this.database.query(
      'SELECT count(*) AS documents, max(document_id) AS newest FROM ce_document',
    );
    return `${row?.documents} ${row?.newest}`;
  }

  async ids(): Promise<number[]> {
    const rows = await this.database.query('SELECT document_id FROM ce_document');
    return rows.map((row) => Number(row.document_id));
  }

  async chunksOf(documentId: number): Promise<StoredChunk[]> {
    const rows = await this.database.query(`${CHUNK} WHERE d.document_id = $1 ORDER BY c.chunk_no`, [documentId]);
    return rows.map(toChunk);
  }

  async chunk(documentId: number, chunkNo: number): Promise<StoredChunk | undefined> {
    const [row] = await this.database.query(`${CHUNK} WHERE d.document_id = $1 AND c.chunk_no = $2`, [
      documentId,
      chunkNo,
    ]);
    return row && toChunk(row);
  }
}

async function insertChunks(transaction: SqlRunner, documentId: number, chunks: readonly Chunk[]): Promise<void> {
  for (let first = 0; first < chunks.length; first += ROWS_PER_INSERT) {
    const page = chunks.slice(first, first + ROWS_PER_INSERT);
    const values = page.flatMap((chunk, index) => [
      documentId,
      first + index + 1,
      chunk.heading,
      chunk.page,
      chunk.text,
      chunk.start,
      chunk.end,
    ]);
    const places = page.map((_, index) => `(${[1, 2, 3, 4, 5, 6, 7].map((nth) => `$${index * 7 + nth}`).join(', ')})`);
    await transaction.query(
      `INSERT INTO ce_document_chunk (document_id, chunk_no, heading, page, content, start_offset, end_offset)
       VALUES ${places.join(', ')}`,
      values,
    );
  }
}

function toChunk(row: Row): StoredChunk {
  return {
    documentId: Number(row.document_id),
    chunkNo: Number(row.chunk_no),
    collection: String(row.collection),
    source: String(row.source),
    title: String(row.title),
    heading: row.heading === null ? null : String(row.heading),
    page: row.page === null ? null : Number(row.page),
    text: String(row.content),
    start: Number(row.start_offset),
    end: Number(row.end_offset),
  };
}
