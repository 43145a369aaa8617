import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll } from './sql-types.js';

/**
 * The key of an event begins with its conversation, as in every other table that turns write: a table that is divided by
 * conversation, over partitions or nodes, takes no key without it. SQLite counts ids up in keys of one column alone, and
 * divides no tables.
 */
export class OutboxKey implements MigrationInterface {
  readonly name = 'OutboxKey0000000000021';

  async up(queryRunner: QueryRunner): Promise<void> {
    if (queryRunner.dataSource.options.type !== 'postgres') return;
    await runAll(queryRunner, [
      `ALTER TABLE ce_outbox_event DROP CONSTRAINT "pk_ce_outbox_event",
         ADD CONSTRAINT "pk_ce_outbox_event" PRIMARY KEY ("conversation_id", "event_no")`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
