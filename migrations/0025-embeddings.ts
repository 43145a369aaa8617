import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** The vectors of texts, so that each text is sent to the embedding model once. */
export class EmbeddingCache implements MigrationInterface {
  readonly name = 'EmbeddingCache0000000000025';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE TABLE ce_embedding (
        model text NOT NULL,
        content_hash text NOT NULL,
        dimension integer NOT NULL,
        vector text NOT NULL,
        embedded_at_ms bigint NOT NULL,
        CONSTRAINT "pk_ce_embedding" PRIMARY KEY (model, content_hash)
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
