import { beforeEach, describe, expect, it } from 'vitest';
import { applySeed, type Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';

describeOnEachDatabase('a seed', (open) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await open());
  });

  const count = async (table: string): Promise<unknown> =>
    (await database.query(`SELECT count(*) AS n FROM ${table}`))[0]?.n;

  it('is stored, statement by statement', async () => {
    const script = `
      -- two intents; and a trap
      DELETE FROM ce_intent;
      INSERT INTO ce_intent (intent_code, description) VALUES ('A', 'it''s; fine'), ('B', '-- no comment');
      /* a comment; with a semicolon */
      INSERT INTO ce_intent (intent_code, description, priority) VALUES ('A', 'again', 1)
        ON CONFLICT (intent_code) DO UPDATE SET priority = excluded.priority;`;
    expect(await applySeed(database, script, 'demo.sql')).toEqual({ statements: 3 });
    expect(
      await database.query('SELECT intent_code, description, priority FROM ce_intent ORDER BY intent_code'),
    ).toEqual([
      { intent_code: 'A', description: `it's; fine`, priority: 1 },
      { intent_code: 'B', description: '-- no comment', priority: 100 },
    ]);
  });

  it('leaves out the transaction and the session settings it brings along', async () => {
    const script = `PRAGMA foreign_keys = OFF; BEGIN; SET search_path TO other;
      INSERT INTO ce_policy (policy_id, rule_type, pattern, response_text) VALUES (1, 'EXACT', 'a', 'b'); COMMIT;`;
    expect(await applySeed(database, script, 'demo.sql')).toEqual({ statements: 1 });
    expect(await count('ce_policy')).toBe(1);
  });

  describe('that fails', () => {
    const script = `INSERT INTO ce_intent (intent_code, description) VALUES ('A', '');
COMMIT;

-- the next one is wrong
INSERT INTO ce_intent (intent_code,
  descriptoin) VALUES ('B', '');`;

    it('names the file, the line and the start of the statement', async () => {
      await expect(applySeed(database, script, 'demo.sql')).rejects.toMatchObject({
        code: 'SEED_FAILED',
        message: expect.stringMatching(/^demo\.sql, line 5: .*descriptoin.* The statement is: INSERT INTO ce_intent/),
        data: { file: 'demo.sql', line: 5 },
      });
    });

    it('stores nothing', async () => {
      await expect(applySeed(database, script, 'demo.sql')).rejects.toThrow();
      expect(await count('ce_intent')).toBe(0);
    });

    it('is told how a script is made that can be loaded again', async () => {
      const intent = `INSERT INTO ce_intent (intent_code, description) VALUES ('A', '')`;
      await applySeed(database, intent, 'demo.sql');
      await expect(applySeed(database, intent, 'demo.sql')).rejects.toThrow(
        /^demo\.sql, line 1: .*; the row is there already.*DELETE FROM.*ON CONFLICT/,
      );
    });

    it('is told what a column may be', async () => {
      const tool = (column: string, value: string) =>
        applySeed(
          database,
          `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, ${column}) VALUES ('a', 'DB', 'ANY', 'ANY', '${value}')`,
          'demo.sql',
        );
      await expect(tool('side_effect', 'NONE')).rejects.toThrow('; side_effect: use READ or WRITE. The');
      await expect(tool('risk', 'SOME')).rejects.toThrow('; risk: use LOW, MEDIUM or HIGH. The');
      const empty = `INSERT INTO ce_intent_example (intent_code, utterance) VALUES ('A', ' ')`;
      await expect(applySeed(database, empty, 'demo.sql')).rejects.toThrow('; utterance: may not be empty. The');
    });

    it('is told so when it wants to roll back', async () => {
      await expect(applySeed(database, 'SELECT 1;\nROLLBACK;', 'demo.sql')).rejects.toThrow('demo.sql, line 2');
    });
  });

  it('leaves generated ids free of those it wrote, in every table', async () => {
    await applySeed(
      database,
      `INSERT INTO ce_policy (policy_id, rule_type, pattern, response_text) VALUES (7100, 'EXACT', 'a', 'b');
       INSERT INTO ce_config (config_id, config_type, config_key, config_value) VALUES (1, 'T', 'K', '');`,
      'demo.sql',
    );
    const policy = `INSERT INTO ce_policy (rule_type, pattern, response_text) VALUES ('EXACT', 'c', 'd') RETURNING policy_id`;
    expect(await database.query(policy)).toEqual([{ policy_id: 7101 }]);
    const config = `INSERT INTO ce_config (config_type, config_key, config_value) VALUES ('T', 'L', '') RETURNING config_id`;
    expect(await database.query(config)).toEqual([{ config_id: 2 }]);
    const rule = `INSERT INTO ce_rule (intent_code, state_code, rule_type, match_pattern, action)
      VALUES ('ANY', 'ANY', 'EXACT', 'ANY', 'SET_TASK') RETURNING rule_id`;
    expect(await database.query(rule)).toEqual([{ rule_id: 1 }]);
  });

  it('never gives out the id of a deleted row again', async () => {
    await applySeed(
      database,
      `INSERT INTO ce_policy (policy_id, rule_type, pattern, response_text) VALUES (50, 'EXACT', 'a', 'b');`,
      'demo.sql',
    );
    await applySeed(
      database,
      `DELETE FROM ce_policy; INSERT INTO ce_policy (policy_id, rule_type, pattern, response_text) VALUES (3, 'EXACT', 'a', 'b')`,
      'demo.sql',
    );
    const policy = `INSERT INTO ce_policy (rule_type, pattern, response_text) VALUES ('EXACT', 'c', 'd') RETURNING policy_id`;
    expect(await database.query(policy)).toEqual([{ policy_id: 51 }]);
  });

  it('may write JSON, times and booleans in the way of its database', async () => {
    const script =
      database.dialect === 'postgres'
        ? `INSERT INTO ce_output_schema (schema_id, intent_code, state_code, schema_type, json_schema, enabled, priority)
             VALUES (1, 'A', 'ANY', 'SCHEMA_JSON', '{"type": "object"}'::jsonb, 'true', 1);
           INSERT INTO ce_intent (intent_code, description, created_at) VALUES ('A', $tag$it's; here$tag$, now());
           INSERT INTO ce_intent (intent_code, description, enabled) VALUES ('B', E'it\\'s; there', false);`
        : `INSERT OR REPLACE INTO ce_output_schema
             (schema_id, intent_code, state_code, schema_type, json_schema, enabled, priority)
             VALUES (1, 'A', 'ANY', 'SCHEMA_JSON', '{"type": "object"}', 1, 1);
           INSERT INTO ce_intent (intent_code, description, created_at)
             VALUES ('A', 'it''s; here', strftime('%Y-%m-%d %H:%M:%f', 'now'));
           INSERT INTO ce_intent (intent_code, description, created_at, enabled)
             VALUES ('B', 'it''s; there', CURRENT_TIMESTAMP, false);`;
    expect(await applySeed(database, script, 'demo.sql')).toEqual({ statements: 3 });
    expect(await database.query('SELECT description FROM ce_intent ORDER BY intent_code')).toEqual([
      { description: `it's; here` },
      { description: `it's; there` },
    ]);
  });
});
