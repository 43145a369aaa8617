import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuseDown, runAll, sqlTypesOf } from './sql-types.js';

/** Utterances that the classifier of intents learns from. */
export class IntentExamples implements MigrationInterface {
  readonly name = 'IntentExamples0000000000005';

  async up(queryRunner: QueryRunner): Promise<void> {
    const types = sqlTypesOf(queryRunner);
    await runAll(queryRunner, [
      `CREATE TABLE ce_intent_example (
        ${types.generatedId('example_id', 'pk_ce_intent_example')},
        intent_code text NOT NULL,
        utterance text NOT NULL,
        state_code text,
        enabled boolean NOT NULL DEFAULT ${types.true},
        description text,
        CONSTRAINT "ck_ce_intent_example_utterance" CHECK (trim(utterance) <> '')
      )`,
    ]);
  }

  down(): Promise<void> {
    return refuseDown();
  }
}
