import { expect, it } from 'vitest';
import {
  createDataSource,
  isUniqueViolation,
  migrate,
  schemaDifferences,
} from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';

const CONVERSATION = '01976f00-0000-7000-8000-000000000001';

describeOnEachDatabase('the schema', (open) => {
  it('is after all migrations what the entities describe', async () => {
    const { dataSource } = await open();
    expect(await schemaDifferences(dataSource)).toEqual([]);
  });

  it('names every index and constraint itself', async () => {
    const { dataSource } = await open();
    for (const metadata of dataSource.entityMetadatas) {
      const names = [
        ...metadata.indices.map(({ givenName }) => givenName),
        ...metadata.uniques.map(({ givenName }) => givenName),
        ...metadata.checks.map(({ givenName }) => givenName),
        ...metadata.foreignKeys.map(({ name }) => name),
        ...metadata.primaryColumns.map(({ primaryKeyConstraintName }) => primaryKeyConstraintName),
      ];
      expect(names, metadata.tableName).not.toHaveLength(0);
      for (const name of names) expect(name).toMatch(new RegExp(`^(ix|uq|ck|fk|pk)_${metadata.tableName}`));
    }
  });

  it('is left alone when a second process starts on it', async () => {
    const { url } = await open();
    const second = await createDataSource(url).initialize();
    expect(await migrate(second)).toEqual([]);
    await second.destroy();
  });

  it('goes forward only', async () => {
    const { dataSource } = await open();
    await expect(dataSource.undoLastMigration()).rejects.toThrow('only go forward');
  });

  it('counts up ids and fills defaults for rows that leave them out', async () => {
    const { database } = await open();
    await database.query(`INSERT INTO ce_config (config_type, config_key, config_value) VALUES ('A', 'B', 'C')`);
    const [row] = await database.query('SELECT config_id, enabled, created_at FROM ce_config');
    expect(row?.config_id).toBe(1);
    expect(Boolean(row?.enabled)).toBe(true);
    expect(row?.created_at).toBeTruthy();
  });

  it('refuses a second value for a setting, and a second tool of a code', async () => {
    const { database } = await open();
    const setting = `INSERT INTO ce_config (config_id, config_type, config_key, config_value) VALUES ($1, 'A', 'B', 'C')`;
    const tool = `INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code)
      VALUES ($1, 'crm.lookup', 'HTTP_API', 'ANY', 'ANY')`;
    for (const sql of [setting, tool]) {
      await database.query(sql, [1]);
      await expect(database.query(sql, [2])).rejects.toSatisfy(isUniqueViolation);
      await expect(database.query(sql, [1])).rejects.toSatisfy(isUniqueViolation);
    }
  });

  it('refuses blank scopes, and statuses that do not exist', async () => {
    const { database } = await open();
    const refused = [
      `INSERT INTO ce_response (intent_code, state_code, output_format, response_type) VALUES (' ', 'ANY', 'TEXT', 'EXACT')`,
      `INSERT INTO ce_verbose (intent_code, state_code, step_value, determinant) VALUES ('ANY', 'ANY', 'Step', '')`,
      `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, risk) VALUES ('a', 'DB', 'ANY', 'ANY', 'low')`,
      `INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names, execution_policy)
         VALUES ('ANY', 'ANY', 'a', 'b', 'c', 'always')`,
    ];
    for (const sql of refused) await expect(database.query(sql)).rejects.toThrow(/check/i);
  });

  it('removes what belongs to a conversation together with it, but keeps the log of model calls', async () => {
    const { database } = await open();
    await database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [CONVERSATION]);
    await database.query(
      `INSERT INTO ce_turn_record (conversation_id, last_audit_id, first_audit_id, turn_no, events_json, record_hash)
         VALUES ($1, 1, 1, 1, $2, 'none')`,
      [CONVERSATION, JSON.stringify([[0, 0, 'USER_INPUT', { a: 1 }]])],
    );
    await database.query(
      `INSERT INTO ce_audit_event (conversation_id, audit_id, turn_no, stage, payload_json)
         VALUES ($1, 1, 1, 'USER_INPUT', $2)`,
      [CONVERSATION, { a: 1 }],
    );
    await database.query(
      `INSERT INTO ce_llm_call_log
         (conversation_id, llm_call_id, step, provider, model, prompt_text, user_context, success, duration_ms)
         VALUES ($1, $1, 'Step', 'none', 'none', '', '', $2, 0)`,
      [CONVERSATION, true],
    );
    await database.query('DELETE FROM ce_conversation WHERE conversation_id = $1', [CONVERSATION]);
    expect(await database.query('SELECT * FROM ce_audit')).toEqual([]);
    expect(await database.query('SELECT * FROM ce_llm_call_log')).toHaveLength(1);
  });

  it('refuses children of a conversation that does not exist', async () => {
    const { database } = await open();
    const orphan = `INSERT INTO ce_conversation_history (conversation_id, turn_no, user_input) VALUES ($1, 1, 'hi')`;
    await expect(database.query(orphan, [CONVERSATION])).rejects.toThrow(/foreign key/i);
  });
});
