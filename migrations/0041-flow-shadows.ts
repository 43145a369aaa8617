import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Flows that answer beside the one that runs, and what they make of its turns. */
export class FlowShadows implements MigrationInterface {
  readonly name = 'FlowShadows0000000000041';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_flow_shadow (
        shadow_no bigint NOT NULL,
        base_version_id bigint NOT NULL,
        share double precision NOT NULL,
        changes_json ${types.jsonText} NOT NULL,
        started_at_ms bigint NOT NULL,
        started_by text NOT NULL,
        note text NOT NULL,
        ended_at_ms bigint,
        ended_by text,
        ended_why text,
        compared bigint NOT NULL DEFAULT 0,
        differing bigint NOT NULL DEFAULT 0,
        dropped bigint NOT NULL DEFAULT 0,
        failed bigint NOT NULL DEFAULT 0,
        CONSTRAINT "pk_ce_flow_shadow" PRIMARY KEY (shadow_no),
        CONSTRAINT "ck_ce_flow_shadow_why" CHECK (ended_why IN ('STOPPED', 'FLOW_CHANGED', 'TOO_SLOW', 'NOT_USABLE'))
      )`,
      `CREATE TABLE ce_flow_shadow_way (
        shadow_no bigint NOT NULL,
        way_hash text NOT NULL,
        reason text NOT NULL,
        change_no integer,
        way_json ${types.jsonText} NOT NULL,
        turns bigint NOT NULL,
        CONSTRAINT "pk_ce_flow_shadow_way" PRIMARY KEY (shadow_no, way_hash),
        CONSTRAINT "ck_ce_flow_shadow_way_reason" CHECK (reason IN ('ROW', 'TOGETHER', 'NOT_TRIED', 'NOT_BY_ROWS'))
      )`,
      `CREATE TABLE ce_flow_shadow_example (
        conversation_id ${types.uuid} NOT NULL,
        shadow_no bigint NOT NULL,
        way_hash text NOT NULL,
        turn_no integer NOT NULL,
        example_json ${types.json} NOT NULL,
        tenant_id ${types.tenant},
        CONSTRAINT "pk_ce_flow_shadow_example" PRIMARY KEY (conversation_id, shadow_no, way_hash, turn_no),
        CONSTRAINT "fk_ce_flow_shadow_example_conversation" FOREIGN KEY ("conversation_id")
          REFERENCES "ce_conversation" ("conversation_id") ON DELETE CASCADE
      )`,
      `CREATE INDEX "ix_ce_flow_shadow_example_shadow" ON "ce_flow_shadow_example" ("shadow_no")`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
