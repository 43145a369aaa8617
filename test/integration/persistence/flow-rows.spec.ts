import { beforeAll, describe, expect, it } from 'vitest';
import { loadFlowRows } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type OpenTestDatabase, type TestDatabase } from '../../helpers/databases.js';

describeOnEachDatabase('the flow rows', (open: OpenTestDatabase) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await open();
  });

  it('are empty lists in an empty database', async () => {
    const rows = await loadFlowRows(test.dataSource);
    expect(Object.keys(rows)).toHaveLength(15);
    for (const list of Object.values(rows)) expect(list).toEqual([]);
  });

  describe('of a filled database', () => {
    beforeAll(async () => {
      const { database } = test;
      const rule = `INSERT INTO ce_rule (rule_id, intent_code, state_code, rule_type, match_pattern, action, priority, enabled)
        VALUES ($1, 'ANY', 'ANY', 'EXACT', 'ANY', 'SET_TASK', $2, $3)`;
      await database.query(rule, [10, 2, true]);
      await database.query(rule, [9, 2, true]);
      await database.query(rule, [11, 1, false]);
      const intent = `INSERT INTO ce_intent (intent_code, description) VALUES ($1, '')`;
      for (const code of ['a', '_B', 'B']) await database.query(intent, [code]);
      await database.query(
        `INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, priority, enabled)
           VALUES ('REGEX', '\\b', 'B', 1, NULL)`,
      );
      await database.query(
        `INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES ('B', 'ANY', '{"a": 1}', 1)`,
      );
      await database.query(
        `INSERT INTO ce_prompt_template
           (intent_code, state_code, output_format, system_prompt, user_prompt, temperature, created_at)
           VALUES ('B', 'ANY', 'TEXT', 's', 'u', 0.35, $1)`,
        [new Date('2026-01-02T03:04:05.678Z')],
      );
    });

    it('come by priority and then by id, enabled or not', async () => {
      const { rules } = await loadFlowRows(test.dataSource);
      expect(rules.map(({ ruleId, enabled }) => [ruleId, enabled])).toEqual([
        [11, false],
        [9, true],
        [10, true],
      ]);
    });

    it('order codes by code point, whatever the collation of the database', async () => {
      const { intents } = await loadFlowRows(test.dataSource);
      expect(intents.map(({ intentCode }) => intentCode)).toEqual(['B', '_B', 'a']);
    });

    it('are plain objects, with numbers, booleans and dates as such and JSON as the driver gives it', async () => {
      const { classifiers, schemas, prompts } = await loadFlowRows(test.dataSource);
      expect(classifiers).toStrictEqual([
        {
          classifierId: 1,
          ruleType: 'REGEX',
          pattern: '\\b',
          intentCode: 'B',
          stateCode: 'UNKNOWN',
          priority: 1,
          enabled: null,
          description: null,
          tenantId: '*',
        },
      ]);
      expect(schemas[0]?.jsonSchema).toEqual(test.dialect === 'sqlite' ? '{"a": 1}' : { a: 1 });
      expect(prompts[0]?.temperature).toBe(0.35);
      expect(prompts[0]?.createdAt).toEqual(new Date('2026-01-02T03:04:05.678Z'));
    });

    it('are those of one moment, also when several load them while somebody writes', async () => {
      const { database, dataSource } = test;
      const writes = Array.from({ length: 10 }, (_, index) =>
        database.transaction(async (transaction) => {
          await transaction.query(
            `INSERT INTO ce_config (config_id, config_type, config_key, config_value) VALUES ($1, 'T', $2, '')`,
            [index + 1, `K${index}`],
          );
          await transaction.query(
            `INSERT INTO ce_verbose (intent_code, state_code, step_value, determinant) VALUES ('ANY', 'ANY', 'S', 'D')`,
          );
        }),
      );
      const loads = Array.from({ length: 5 }, () => loadFlowRows(dataSource));
      for (const { configs, verboses } of await Promise.all(loads)) expect(configs.length).toBe(verboses.length);
      await Promise.all(writes);
      expect((await loadFlowRows(dataSource)).configs).toHaveLength(10);
    });
  });
});
