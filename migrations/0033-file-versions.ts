import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/** What files of tools and languages said before somebody changed them through the service, and after. */
export class FileVersions implements MigrationInterface {
  readonly name = 'FileVersions0000000000033';

  async up(queryRunner: QueryRunner): Promise<void> {
    await runAll(queryRunner, [
      `CREATE TABLE ce_file_version (
        version_id bigint NOT NULL,
        origin text NOT NULL,
        kind text NOT NULL,
        folder text NOT NULL,
        path text NOT NULL,
        made_at_ms bigint NOT NULL,
        made_by text NOT NULL,
        note text NOT NULL,
        host text NOT NULL,
        undone_version_id bigint,
        before_text text,
        after_text text,
        CONSTRAINT "pk_ce_file_version" PRIMARY KEY (version_id),
        CONSTRAINT "ck_ce_file_version_origin" CHECK (origin IN ('SWITCH', 'UNDO')),
        CONSTRAINT "ck_ce_file_version_kind" CHECK (kind IN ('CAPABILITY', 'LANGUAGE'))
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
