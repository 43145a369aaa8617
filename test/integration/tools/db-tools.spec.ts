import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowService } from '../../../src/engine/flow/index.js';
import type { JsonObject, JsonValue } from '../../../src/platform/common/json.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { type CallContext, Handlers } from '../../../src/platform/handlers-api/index.js';
import { applySeed, loadFlowRows, sqliteFile } from '../../../src/platform/persistence/index.js';
import { SqliteToolDatabase } from '../../../src/tools/groups/db/sqlite-tool-database.js';
import { DbToolExecutor, describeProblem, RowSource, ToolRegistry, ToolRunner } from '../../../src/tools/index.js';
import { configuredSqlRules, type SqlRules } from '../../../src/tools/sql-guard/index.js';
import { describeOnEachDatabase, openSqlite, type TestDatabase } from '../../helpers/databases.js';
import { callSettings } from '../../helpers/tool-calls.js';

const SHOP = `
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total NUMERIC(10,2) NOT NULL, placed_on DATE, note TEXT);
INSERT INTO orders VALUES (1, 'ann', 10.5, '2026-01-05', NULL), (2, 'bob', 20, '2026-02-01', 'a;b'), (3, 'ann', 30, NULL, ':x');
CREATE TABLE numbers (n INTEGER PRIMARY KEY);
INSERT INTO numbers WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000) SELECT n FROM c;
CREATE VIEW order_names AS SELECT customer FROM orders;
CREATE VIEW audit_names AS SELECT stage FROM ce_audit;
`;

/** A row of `ce_mcp_db_tool`; its tool is made with it. */
interface SqlTool {
  readonly sql: string;
  readonly schema?: JsonObject;
  readonly more?: { safe_mode?: boolean; max_rows?: number; allowed_identifiers?: JsonObject; dialect?: string };
  readonly sideEffect?: string;
}

describeOnEachDatabase('a SQL tool', (open) => {
  let database: TestDatabase;
  let executor: DbToolExecutor;
  let runner: ToolRunner;
  let config: ReturnType<typeof loadConfig>['config'];
  let count = 0;

  beforeAll(async () => {
    database = await open();
    await applySeed(database.database, SHOP, 'shop.sql');
    const overrides = { 'convengine.database.url': database.url };
    config = loadConfig({ env: {}, directory: '/nonexistent', overrides }).config;
    executor = new DbToolExecutor(config);
    // A call may have to start a process first.
    runner = new ToolRunner(callSettings({ timeoutMs: 60_000 }), new Handlers(), [executor]);
  });
  afterAll(() => executor.onApplicationShutdown());

  /** Writes the row, and loads the flow as the service does. */
  const load = async ({ sql, schema = {}, more = {}, sideEffect }: SqlTool, code = `sql.tool.${++count}`) => {
    await database.database.query(
      `INSERT INTO ce_mcp_tool (tool_code, tool_group, intent_code, state_code, enabled, side_effect)
       VALUES ($1, 'DB', 'ANY', 'ANY', $2, $3)`,
      [code, true, sideEffect ?? null],
    );
    await database.database.query(
      `INSERT INTO ce_mcp_db_tool (tool_id, dialect, sql_template, param_schema, safe_mode, max_rows, allowed_identifiers)
       SELECT tool_id, $2, $3, $4, $5, $6, $7 FROM ce_mcp_tool WHERE tool_code = $1`,
      [
        code,
        more.dialect ?? 'ANSI',
        sql,
        JSON.stringify(schema),
        more.safe_mode ?? true,
        more.max_rows ?? 200,
        more.allowed_identifiers ? JSON.stringify(more.allowed_identifiers) : null,
      ],
    );
    const flow = new FlowService(
      { read: () => loadFlowRows(database.dataSource) },
      new Handlers(),
      { flow: { validation: 'lenient' } },
      { now: () => 0 },
      undefined,
      new ToolRegistry([new RowSource(configuredSqlRules(config))]),
    );
    const report = await flow.refresh();
    const tool = flow.definition.toolsFor('X', 'Y').find((one) => one.code === code);
    if (!tool) throw new Error('the tool was not loaded');
    await database.database.query('DELETE FROM ce_mcp_tool WHERE tool_code = $1', [code]);
    const problems = report.problems.filter(({ table }) => table === 'ce_mcp_db_tool').map(describeProblem);
    return { tool, problems: problems.map((line) => line.replace(/\[\d+\]/, '')) };
  };
  const call = async (
    sqlTool: SqlTool,
    args: JsonObject = {},
    signal = new AbortController().signal,
    using = runner,
  ): Promise<JsonValue> => {
    const { tool, problems } = await load(sqlTool);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const context = { signal, deadline: Date.now() + 60_000, idempotencyKey: 'key-1' };
    const callContext = context as unknown as CallContext & { idempotencyKey: string };
    return using.sideEffect(tool) === 'READ'
      ? using.read(tool, args, callContext)
      : using.write(tool, args, callContext);
  };
  const rowsOf = async (table: string) => (await database.database.query(`SELECT * FROM ${table}`)).length;

  describe('that reads', () => {
    it('answers with a list of rows, as the contract has it', async () => {
      const sql =
        "SELECT id, customer AS name, note FROM orders WHERE customer = :customer AND note <> ':x' ORDER BY id";
      expect(await call({ sql }, { customer: 'bob' })).toEqual([{ id: 2, name: 'bob', note: 'a;b' }]);
      expect(await call({ sql }, { customer: "' OR 1=1 --" })).toEqual([]);
    });

    it('keeps days as they are', async () => {
      const rows = await call({ sql: 'SELECT placed_on FROM orders WHERE id = 1' });
      expect(rows).toEqual([{ placed_on: '2026-01-05' }]);
    });

    it('takes lists, values that may be missing, and names from its list', async () => {
      const sql = `SELECT \${col} FROM orders
        WHERE id IN (:ids) AND (:customer IS NULL OR customer = :customer) ORDER BY id`;
      const schema = {
        properties: { ids: { type: 'array', items: { type: 'integer' } }, customer: { type: 'string' } },
        required: ['ids'],
      };
      const more = { allowed_identifiers: { col: ['id', 'customer'] } };
      const tool = { sql, schema, more };
      expect(await call(tool, { col: 'id', ids: [1, 2] })).toEqual([{ id: 1 }, { id: 2 }]);
      expect(await call(tool, { col: 'id', ids: [1, 2], customer: 'ann' })).toEqual([{ id: 1 }]);
      await expect(call(tool, { col: 'note', ids: [1] })).rejects.toThrow(/Identifier not allowed.*col=note/);
      await expect(call(tool, { col: 'id', ids: ['1'] })).rejects.toThrow('not valid: ids[0]');
      await expect(call(tool, { col: 'id', ids: [1], extra: 1 })).rejects.toThrow('extra');
      await expect(call(tool, { col: 'id', ids: [] })).rejects.toThrow('ids must be a list');
    });

    it('refuses arguments that nobody declared, and misses those that are', async () => {
      const sql = 'SELECT id FROM orders WHERE id = :id';
      await expect(call({ sql }, { id: 1, other: 2 })).rejects.toThrow('other');
      await expect(call({ sql }, {})).rejects.toThrow('id');
      await expect(call({ sql }, { id: { a: 1 } })).rejects.toThrow('id');
    });

    it('divides whole numbers as whole numbers', async () => {
      expect(await call({ sql: 'SELECT id / :by AS half FROM orders WHERE id = 3' }, { by: 2 })).toEqual([{ half: 1 }]);
    });

    it('never gives more rows than max_rows, and tells when some are missing', async () => {
      const cut = { truncated: true, warning: 'Result set truncated to 3 rows.' };
      const rows = [{ n: 1 }, { n: 2 }, { n: 3 }];
      const sql = 'SELECT n FROM numbers ORDER BY n';
      expect(await call({ sql, more: { max_rows: 3 } })).toEqual({ rows, ...cut });
      expect(await call({ sql: `${sql} LIMIT 3`, more: { max_rows: 3 } })).toEqual(rows);
      const limited = { sql: `${sql} LIMIT :limit`, more: { max_rows: 3 } };
      expect(await call(limited, { limit: 2 })).toEqual([{ n: 1 }, { n: 2 }]);
      expect(await call(limited, { limit: 9_999 })).toEqual({ rows, ...cut });
      expect(await call(limited)).toEqual(rows);
    });

    it.each([
      [500, 200],
      [50, 50],
    ])('with max_rows %i and no limit named limits to %i', async (max_rows, expected) => {
      const tool = { sql: 'SELECT n FROM numbers LIMIT :limit', more: { max_rows } };
      expect(await call(tool)).toHaveLength(expected);
    });

    it('is refused a result beyond the limit of bytes', async () => {
      const tool = {
        sql: "SELECT n, 'x' || replace('yyyyyyyyyy', 'y', 'zzzzzzzzzz') AS s FROM numbers",
        more: { max_rows: 5_000 },
      };
      await expect(call(tool)).rejects.toThrow(/bytes/);
    });

    it('ends at its deadline, also inside of one endless step, and the next call is answered', async () => {
      const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 0 FROM c) SELECT count(*) AS n FROM c';
      const quick = new ToolRunner(callSettings({ timeoutMs: 300 }), new Handlers(), [executor]);
      const before = Date.now();
      await expect(call({ sql }, {}, undefined, quick)).rejects.toThrow('did not answer within 300 ms');
      expect(Date.now() - before).toBeLessThan(30_000);
      expect(await call({ sql: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
    });

    it('ends when its turn is cancelled, and nothing goes on', async () => {
      const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 0 FROM c) SELECT count(*) AS n FROM c';
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error('cancelled')), 300);
      await expect(call({ sql }, {}, controller.signal)).rejects.toThrow('cancelled');
      if (database.dialect === 'sqlite') return;
      const running =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT * FROM (WITH%'";
      await expect.poll(async () => (await database.database.query(running)).length).toBe(0);
    });

    it('does not hold up the service while it runs', async () => {
      const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 0 FROM c) SELECT count(*) AS n FROM c';
      const quick = new ToolRunner(callSettings({ timeoutMs: 400 }), new Handlers(), [executor]);
      const slow = call({ sql }, {}, undefined, quick).catch(() => 'ended');
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(await call({ sql: 'SELECT count(*) AS orders FROM orders' })).toEqual([{ orders: 3 }]);
      expect(await slow).toBe('ended');
    });

    it('reads through a view of the shop', async () => {
      expect(await call({ sql: 'SELECT DISTINCT customer FROM order_names ORDER BY 1' })).toHaveLength(2);
    });

    it('tells what the database has against it', async () => {
      await expect(call({ sql: 'SELECT nothing FROM orders' })).rejects.toThrow(/nothing/);
    });
  });

  describe('that attacks', () => {
    it.each([
      ['a second statement behind a comment marker', "SELECT '--' ; DELETE FROM orders"],
      ['a second statement inside of comment text', "SELECT '/*' ; DELETE FROM orders ; SELECT '*/'"],
      ['a deletion in WITH', 'WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d'],
      ['a writing statement', 'DELETE FROM orders'],
      ['SELECT INTO', 'SELECT * INTO copied FROM orders'],
      ['a row lock', 'SELECT * FROM orders FOR UPDATE'],
      ['a file', "SELECT pg_read_file('/etc/passwd')"],
      ['a file import', "SELECT lo_import('/etc/passwd')"],
      ['a quoted function', 'SELECT "pg_sleep"(1)'],
      ['a setting', "SELECT set_config('a.b', 'c', false)"],
      ['a sequence', "SELECT nextval('s')"],
      ['another server', "SELECT * FROM dblink('host=x', 'select 1') AS t(a int)"],
      ['SQL inside of a function', "SELECT query_to_xml('delete from orders', true, false, '')"],
      ['an extension', "SELECT load_extension('x')"],
      ['another file', "ATTACH DATABASE 'x' AS y"],
      ['a pragma', 'PRAGMA writable_schema = 1'],
      ['a pragma as a table', "SELECT * FROM pragma_table_info('orders')"],
      ['the conversations', 'SELECT * FROM ce_conversation'],
      ['the audit, quoted', 'SELECT * FROM "ce_audit"'],
      ['the audit in another case', 'SELECT * FROM CE_Audit'],
      ['the prompts', 'SELECT 1 WHERE EXISTS (SELECT * FROM ce_llm_call_log)'],
      ['the audit behind a name of WITH', 'WITH ce_audit AS (SELECT * FROM ce_audit) SELECT * FROM ce_audit'],
      ['passwords', 'SELECT * FROM pg_catalog.pg_shadow'],
      ['the catalogue', 'SELECT * FROM information_schema.tables'],
      ['the schema table', 'SELECT * FROM sqlite_master'],
      ['a name from no list', 'SELECT ${col} FROM orders'],
      ['what no grammar reads', 'SELEC 1'],
    ])('with %s is an error when the flow is loaded, and cannot be called', async (_what, sql) => {
      const { tool, problems } = await load({ sql });
      expect(problems).toEqual([expect.stringMatching(/^ce_mcp_db_tool\.sql_template: (SQL|allowed_identifiers)/)]);
      expect(runner.checkCall(tool, {})).toMatch(/^Missing enabled DB tool in ce_mcp_db_tool for toolCode=sql\.tool/);
      expect(await rowsOf('orders')).toBe(3);
    });

    it.each([
      ["'; DELETE FROM orders; --"],
      ["x' OR '1'='1"],
      ['$1'],
      [':customer'],
      ['*/ UNION SELECT 1 --'],
      ['\\'],
      ["\\'; DELETE FROM orders; --"],
    ])('with the value %s only looks for it', async (customer) => {
      expect(await call({ sql: 'SELECT id FROM orders WHERE customer = :customer' }, { customer })).toEqual([]);
      expect(await rowsOf('orders')).toBe(3);
    });

    it('by a name with SQL in it is refused in the contract’s words', async () => {
      const tool = { sql: 'SELECT * FROM ${table}', more: { allowed_identifiers: { table: ['orders'] } } };
      await expect(call(tool, { table: 'orders; drop table orders' })).rejects.toThrow(
        'Unsafe identifier for table: orders; drop table orders',
      );
      await expect(call(tool, { table: 'ce_audit' })).rejects.toThrow(/Identifier not allowed.*table=ce_audit/);
    });

    it('past the check is still refused by the transaction', async () => {
      const query = { sql: 'DELETE FROM orders', values: [], tables: [], mode: 'read', maxRows: 1, maxBytes: 1_000 };
      const run = Reflect.get(executor, 'database').run({
        ...query,
        signal: new AbortController().signal,
        deadline: Date.now() + 60_000,
      });
      await expect(run).rejects.toThrow();
      expect(await rowsOf('orders')).toBe(3);
    });
  });

  describe('that writes', () => {
    const sql = 'UPDATE orders SET note = :idempotency_key WHERE id = :id';
    const more = { safe_mode: false };

    it('is a WRITE, and gets the key of its action', async () => {
      const { tool } = await load({ sql, more });
      expect(runner.sideEffect(tool)).toBe('WRITE');
      expect(await call({ sql, more }, { id: 1 })).toEqual({ rowCount: 1 });
      expect(await call({ sql: 'SELECT note FROM orders WHERE id = 1' })).toEqual([{ note: 'key-1' }]);
    });

    it('gives the rows it returns', async () => {
      const returning = "UPDATE orders SET note = 'r' WHERE customer = 'ann' RETURNING id";
      expect(await call({ sql: returning, more })).toEqual(expect.arrayContaining([{ id: 1 }, { id: 3 }]));
    });

    it('says where it has changed more rows than it gives', async () => {
      const sql = 'INSERT INTO numbers SELECT n + 10000 FROM numbers WHERE n <= 3 RETURNING n';
      const { rows, ...said } = (await call({ sql, more: { ...more, max_rows: 2 } })) as JsonObject;
      expect(rows).toHaveLength(2);
      expect(said).toEqual({ truncated: true, warning: 'Result set truncated to 2 rows.' });
      await database.database.query('DELETE FROM numbers WHERE n > 10000');
    });

    it('changes nothing when it fails', async () => {
      const failing = 'INSERT INTO numbers SELECT n + 4999 FROM numbers WHERE n <= 2 ORDER BY n DESC';
      await expect(call({ sql: failing, more })).rejects.toThrow();
      expect(await rowsOf('numbers')).toBe(5_000);
    });

    it('cannot be declared READ, nor ask for the key while it only reads', async () => {
      const { problems } = await load({ sql, more, sideEffect: 'READ' });
      expect(problems).toEqual([expect.stringContaining('ce_mcp_db_tool.safe_mode: is false')]);
      const reading = await load({ sql: 'SELECT :idempotency_key AS k' });
      expect(reading.problems).toEqual([expect.stringContaining('safe_mode false')]);
    });

    it('never touches the tables of the engine', async () => {
      const { problems } = await load({ sql: 'DELETE FROM ce_audit', more });
      expect(problems).toEqual(['ce_mcp_db_tool.sql_template: SQL uses a table that is not allowed: ce_audit']);
    });
  });

  it('for the other database is an error when the flow is loaded', async () => {
    const other = database.dialect === 'sqlite' ? 'POSTGRES' : 'SQLITE';
    const { problems } = await load({ sql: 'SELECT 1', more: { dialect: other } });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`dialect: is ${other}, but the SQL of tools runs on`))]);
    expect((await load({ sql: 'SELECT 1', more: { dialect: 'oracle' } })).problems).toHaveLength(1);
  });

  it('without a row of its own is refused in the contract’s words', async () => {
    const tool = { ...(await load({ sql: 'SELECT 1' })).tool, code: 'sql.none', does: { kind: 'group' } };
    expect(runner.checkCall(tool as never, {})).toBe(
      'Missing enabled DB tool in ce_mcp_db_tool for toolCode=sql.none. This row is required only when no matching DbToolHandler is registered.',
    );
  });
});

describe('on SQLite, a statement', () => {
  const RULES: SqlRules = { dialect: 'sqlite', tables: ['*'], functions: [] };
  let database: TestDatabase;
  let tools: SqliteToolDatabase;

  beforeAll(async () => {
    database = await openSqlite();
    await applySeed(database.database, SHOP, 'shop.sql');
    tools = new SqliteToolDatabase(sqliteFile(database.url), 1, RULES);
  });
  afterAll(async () => {
    await tools.close();
    await database.close();
  });

  /** As if the first check had let it through, and had seen no table in it. */
  const run = (sql: string, mode: 'read' | 'write' = 'read', using = tools) => {
    const limits = {
      maxRows: 10,
      maxBytes: 1_000,
      signal: new AbortController().signal,
      deadline: Date.now() + 60_000,
    };
    return using.run({ sql, values: [], tables: [], mode, ...limits });
  };

  it.each([
    ['SELECT stage FROM ce_audit', 'a table that is not allowed: ce_audit'],
    ['SELECT stage FROM [CE_Audit]', 'a table that is not allowed: ce_audit'],
    ['SELECT * FROM audit_names', 'a table that is not allowed: ce_audit'],
    ['SELECT count(*) FROM `ce_audit`', 'a table that is not allowed: ce_audit'],
    ['SELECT * FROM sqlite_schema', 'a table that is not allowed: sqlite_schema'],
    ["SELECT load_extension('x')", 'allowlist: LOAD_EXTENSION'],
    ['SELECT randomblob(10)', 'allowlist: RANDOMBLOB'],
    ["ATTACH DATABASE '/tmp/other.sqlite' AS other", 'allowlist: SQLITE_ATTACH'],
    ['DELETE FROM orders', 'SQL would write'],
    ['SELECT 1; DELETE FROM orders', 'more than one statement'],
    ['PRAGMA query_only = OFF', 'does not return data'],
  ])('that no check has seen is still held to the rules: %s', async (sql, problem) => {
    await expect(run(sql)).rejects.toThrow(new RegExp(problem));
  });

  it.each(['DELETE FROM ce_turn_record', "UPDATE ce_config SET config_value = 'x'", 'DROP TABLE orders'])(
    'that writes does not reach what it must not: %s',
    async (sql) => {
      await expect(run(sql, 'write')).rejects.toThrow(/not allowed|would/);
    },
  );

  it('reads through a view only as far as a list of tables lets the view itself', async () => {
    const listed = new SqliteToolDatabase(sqliteFile(database.url), 1, { ...RULES, tables: ['order_names'] });
    await expect(run('SELECT * FROM order_names', 'read', listed)).rejects.toThrow('not allowed: orders');
    const limits = {
      maxRows: 10,
      maxBytes: 1_000,
      signal: new AbortController().signal,
      deadline: Date.now() + 60_000,
    };
    const query = { sql: 'SELECT * FROM order_names', values: [], tables: ['order_names'], mode: 'read' as const };
    expect(await listed.run({ ...query, ...limits })).toMatchObject({ isCut: false });
    await listed.close();
  });

  it('waits for a free process no longer than its turn lasts', async () => {
    const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 0 FROM c) SELECT count(*) FROM c';
    const limits = {
      maxRows: 1,
      maxBytes: 1_000,
      deadline: Date.now() + 60_000,
      values: [],
      tables: [],
      mode: 'read' as const,
    };
    const first = tools.run({ sql: endless, ...limits, signal: AbortSignal.timeout(600) }).catch(() => 'ended');
    await expect(tools.run({ sql: 'SELECT 1', ...limits, signal: AbortSignal.timeout(100) })).rejects.toThrow();
    expect(await first).toBe('ended');
    expect(await run('SELECT 1 AS one')).toEqual({ rows: [{ one: 1 }], isCut: false });
  });

  it('gives large whole numbers and bytes as text', async () => {
    const sql = "SELECT 9007199254740993 AS large, 12 AS small, x'c0ffee' AS bytes";
    expect(await run(sql)).toEqual({ rows: [{ large: '9007199254740993', small: 12, bytes: 'c0ffee' }], isCut: false });
  });
});
