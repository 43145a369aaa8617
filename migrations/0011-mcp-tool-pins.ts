import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Which definitions of other servers' tools may be called. */
export class McpToolPins implements MigrationInterface {
  readonly name = 'McpToolPins0000000000011';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_mcp_tool_pin (
        server_name text NOT NULL,
        tool_name text NOT NULL,
        approved_hash text NOT NULL,
        approved_json ${types.json} NOT NULL,
        approved_at_ms bigint NOT NULL,
        seen_hash text NOT NULL,
        seen_json ${types.json} NOT NULL,
        seen_at_ms bigint NOT NULL,
        CONSTRAINT "pk_ce_mcp_tool_pin" PRIMARY KEY (server_name, tool_name)
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
