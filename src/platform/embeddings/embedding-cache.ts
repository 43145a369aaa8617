import { createHash } from 'node:crypto';
import { pagesOf } from '../common/pages.js';
import type { Database, Row } from '../persistence/index.js';

const ROWS_PER_STATEMENT = 100;

/** SHA-256 of a text, by which its vector is kept. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The rows of `ce_embedding` of one model. */
export class EmbeddingCache {
  constructor(
    private readonly database: Database,
    private readonly model: string,
  ) {}

  /** How many numbers the vectors have that are known, by the hashes of their texts. */
  async dimensions(hashes: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.select('content_hash, dimension', hashes);
    return new Map(rows.map((row) => [String(row.content_hash), Number(row.dimension)]));
  }

  /** The vectors that are known, by the hashes of their texts. */
  async read(hashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const rows = await this.select('content_hash, vector', hashes);
    return new Map(rows.map((row) => [String(row.content_hash), fromText(String(row.vector))]));
  }

  /** Keeps vectors; another process may have done so already. */
  async write(vectors: readonly (readonly [hash: string, vector: Float32Array])[], nowMs: number): Promise<void> {
    for (const page of pagesOf(vectors, ROWS_PER_STATEMENT)) {
      const values = page.flatMap(([hash, vector]) => [this.model, hash, vector.length, toText(vector), nowMs]);
      const rows = page.map((_, index) => `(${[1, 2, 3, 4, 5].map((nth) => `$${index * 5 + nth}`).join(', ')})`);
      await this.database.query(
        `INSERT INTO ce_embedding (model, content_hash, dimension, vector, embedded_at_ms) VALUES ${rows.join(', ')}
         ON CONFLICT (model, content_hash) DO NOTHING`,
        values,
      );
    }
  }

  private async select(columns: string, hashes: readonly string[]): Promise<Row[]> {
    const found: Row[] = [];
    for (const page of pagesOf(hashes, ROWS_PER_STATEMENT)) {
      const places = page.map((_, index) => `$${index + 2}`).join(', ');
      const sql = `SELECT ${columns} FROM ce_embedding WHERE model = $1 AND content_hash IN (${places})`;
      found.push(...(await this.database.query(sql, [this.model, ...page])));
    }
    return found;
  }

  /** Forgets the vectors that a model of the same name gave when it had another dimension. */
  async forgetOthers(dimension: number): Promise<void> {
    await this.database.query('DELETE FROM ce_embedding WHERE model = $1 AND dimension <> $2', [this.model, dimension]);
  }
}

function toText(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [place, value] of vector.entries()) bytes.writeFloatLE(value, place * 4);
  return bytes.toString('base64');
}

function fromText(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}
