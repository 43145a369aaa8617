import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Which rows the flow was at which time, and who changed them. */
export class FlowVersions implements MigrationInterface {
  readonly name = 'FlowVersions0000000000028';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_flow_version (
        version_id bigint NOT NULL,
        origin text NOT NULL,
        rows_hash text NOT NULL,
        made_at_ms bigint NOT NULL,
        made_by text,
        note text,
        undone_version_id bigint,
        changes_json ${types.jsonText},
        CONSTRAINT "pk_ce_flow_version" PRIMARY KEY (version_id),
        CONSTRAINT "ck_ce_flow_version_origin" CHECK (origin IN ('FOUND', 'SWITCH', 'UNDO'))
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
