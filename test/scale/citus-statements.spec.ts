import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BuiltCli } from '../e2e/cli/built-cli.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';

/** Notes what it is asked for, as Citus would do it: nothing may refer to a table that stands elsewhere. */
const STAND_IN = `
  CREATE FUNCTION create_distributed_table(name text, key text, colocate_with text DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_constraint WHERE contype = 'f' AND confrelid = 'ce_conversation'::regclass) THEN
      RAISE 'a local table refers to it';
    END IF;
    INSERT INTO distributed VALUES (name, key, colocate_with);
  END $$`;

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS means
    FROM pg_constraint WHERE contype = 'f' ORDER BY conrelid::regclass::text, conname`;

describe.skipIf(!inject('postgres').available)('convengine migrate --distributed citus', () => {
  let cli: BuiltCli;
  let test: TestDatabase;
  beforeAll(async () => {
    [cli, test] = await Promise.all([BuiltCli.build(), openPostgres()]);
  });
  afterAll(async () => {
    await Promise.all([cli.close(), test.close()]);
  });

  it('prints statements that spread every table of conversations beside the conversations, and nothing else', async () => {
    const { code, stdout } = await cli.run(['migrate', '--distributed', 'citus']);
    expect(code).toBe(0);
    await test.database.query('CREATE TABLE distributed (name text, key text, beside text)');
    await test.database.query(STAND_IN);
    const before = await test.database.query(FOREIGN_KEYS);
    for (const statement of stdout.trim().split(';\n')) await test.database.query(statement);
    const tables = await test.database.query(
      `SELECT c.table_name AS name FROM information_schema.columns c
         JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
         JOIN pg_class p ON p.relname = c.table_name AND p.relnamespace = 'public'::regnamespace AND NOT p.relispartition
        WHERE c.column_name = 'conversation_id' AND c.table_schema = 'public' ORDER BY 1`,
    );
    const distributed = await test.database.query('SELECT * FROM distributed ORDER BY name');
    expect(distributed.map(({ name }) => ({ name }))).toEqual(tables);
    for (const { name, key, beside } of distributed) {
      expect([key, beside]).toEqual(['conversation_id', name === 'ce_conversation' ? null : 'ce_conversation']);
    }
    expect(await test.database.query(FOREIGN_KEYS)).toEqual(before);
  });

  it('knows no other engine', async () => {
    const { code, stderr } = await cli.run(['migrate', '--distributed', 'oracle']);
    expect(code).toBe(2);
    expect(stderr).toContain('citus');
  });
});
