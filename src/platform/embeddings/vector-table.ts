import type { Database, SqlRunner } from '../persistence/index.js';
import type { NearLimits, NearText, Vectors } from './vectors.js';

/** The first version that goes on through its index until as many rows are found as are asked for. */
const LEAST_VERSION = [0, 8];

/** How many more rows are read each time when too few of the nearest are wanted. */
const GROWTH = 4;

/** The nearest texts of an index ($1: model, $2: index, $3: the vector asked for, $4: how many at most), best first. */
export const NEAREST = `
  SELECT content_hash, -(embedding <#> $3::vector) AS similarity FROM ce_text_vector
   WHERE model = $1 AND subject = $2 ORDER BY embedding <#> $3::vector LIMIT $4`;

/**
 * Statements that make the table in which pgvector finds vectors of a length, with its index. They are for an owner of the
 * database: an extension is nothing that a service may add.
 */
export function vectorTableStatements(dimension: number): string[] {
  return [
    'CREATE EXTENSION IF NOT EXISTS vector',
    'DROP TABLE IF EXISTS ce_text_vector',
    `CREATE TABLE ce_text_vector (model text NOT NULL, subject text NOT NULL, content_hash text NOT NULL, embedding vector(${dimension}) NOT NULL, PRIMARY KEY (model, subject, content_hash))`,
    'CREATE INDEX ix_ce_text_vector_nearest ON ce_text_vector USING hnsw (embedding vector_ip_ops)',
  ];
}

/**
 * Vectors in PostgreSQL, one table for all indexes and processes. Vectors have length 1, so that their inner product is the
 * cosine, and pgvector's `<#>` is that product with its sign changed.
 */
export class VectorTable implements Vectors {
  private constructor(
    private readonly database: Database,
    private readonly model: string,
    private readonly subject: string,
    private readonly dimension: number,
  ) {}

  /** Undefined where nobody has made the table, or pgvector is older than 0.8. */
  static async open(database: Database, model: string, subject: string): Promise<VectorTable | undefined> {
    if (database.dialect !== 'postgres') return undefined;
    const [found] = await database.query<{ extversion: string; dimension: number }>(
      `SELECT extension.extversion, attribute.atttypmod AS dimension
         FROM pg_extension AS extension, pg_attribute AS attribute
        WHERE extension.extname = 'vector'
          AND attribute.attrelid = to_regclass('ce_text_vector') AND attribute.attname = 'embedding'`,
    );
    if (!found || !isRecent(found.extversion)) return undefined;
    return new VectorTable(database, model, subject, Number(found.dimension));
  }

  async missing(hashes: readonly string[], dimension: number): Promise<string[]> {
    if (hashes.length > 0 && dimension !== this.dimension)
      throw new Error(
        `ce_text_vector holds vectors of ${this.dimension} numbers, and the model gives ${dimension}: ` +
          `convengine migrate --vectors ${dimension} prints how to make it anew`,
      );
    const rows = await this.database.query(
      'SELECT content_hash FROM ce_text_vector WHERE model = $1 AND subject = $2 AND content_hash = ANY ($3::text[])',
      [this.model, this.subject, arrayOf(hashes)],
    );
    const present = new Set(rows.map((row) => row.content_hash));
    return hashes.filter((hash) => !present.has(hash));
  }

  async add(rows: readonly (readonly [hash: string, vector: Float32Array])[]): Promise<void> {
    await this.database.query(
      `INSERT INTO ce_text_vector (model, subject, content_hash, embedding)
       SELECT $1, $2, added.content_hash, added.embedding::vector
         FROM unnest($3::text[], $4::text[]) AS added (content_hash, embedding)
       ON CONFLICT (model, subject, content_hash) DO NOTHING`,
      [
        this.model,
        this.subject,
        arrayOf(rows.map(([hash]) => hash)),
        arrayOf(rows.map(([, vector]) => literal(vector))),
      ],
    );
  }

  async keep(hashes: ReadonlySet<string>): Promise<void> {
    await this.database.query(
      'DELETE FROM ce_text_vector WHERE model = $1 AND subject = $2 AND content_hash <> ALL ($3::text[])',
      [this.model, this.subject, arrayOf([...hashes])],
    );
  }

  async nearest(asked: Float32Array, { limit, minSimilarity, isWanted }: NearLimits): Promise<NearText[]> {
    if (asked.length !== this.dimension) return [];
    return this.database.transaction(async (transaction) => {
      // Without, the index ends its search after a few dozen rows, those of other indexes and models among them.
      await transaction.query("SELECT set_config('hnsw.iterative_scan', 'strict_order', true)");
      for (let most = limit; ; most *= GROWTH) {
        const rows = await this.nearestRows(transaction, asked, most);
        const near = rows.filter(({ similarity }) => similarity >= minSimilarity);
        const wanted = near.filter(({ hash }) => isWanted(hash));
        if (wanted.length >= limit || near.length < most) return wanted.slice(0, limit);
      }
    });
  }

  private async nearestRows(runner: SqlRunner, asked: Float32Array, most: number): Promise<NearText[]> {
    const rows = await runner.query(NEAREST, [this.model, this.subject, literal(asked), most]);
    return rows.map((row) => ({ hash: String(row.content_hash), similarity: Number(row.similarity) }));
  }
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = LEAST_VERSION;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** An array of texts as PostgreSQL reads it: hashes and vectors, which hold nothing to be escaped. */
function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text}"`).join(',')}}`;
}

/** A vector as pgvector reads it. */
function literal(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}
