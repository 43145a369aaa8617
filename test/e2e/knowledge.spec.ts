import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/platform/common/json.js';
import type { Handler } from '../../src/platform/handlers-api/index.js';
import type { KnowledgeAnswer } from '../../src/tools/knowledge/index.js';
import { describeOnEachDatabase, type OpenTestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const ADMIN_QUESTION = 'Why order submitted by admin stays async null on api4?';
const TOOL = `INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code)
  VALUES (1, 'db.knowledge.graph', 'DB', 'ANY', 'ANY');`;

/** A service with the tool switched on. */
async function start(
  open: OpenTestDatabase,
  seeds: readonly string[],
  config: Record<string, unknown> = {},
  handlers: readonly Handler[] = [],
  otherKeys: Record<string, unknown> = {},
): Promise<TestEngine> {
  const database = await open();
  const keys = Object.entries({ enabled: true, ...config }).map(([key, value]) => [`mcp.db.knowledge.${key}`, value]);
  const engine = await startEngine({
    database,
    seeds,
    config: { ...Object.fromEntries(keys), ...otherKeys },
    handlers,
  });
  onTestFinished(() => engine.close());
  return engine;
}

/** What the client's `tool_request` comes to. */
async function request(engine: TestEngine, args: JsonObject, message = 'look it up'): Promise<JsonObject> {
  const inputParams = { tool_request: { tool_code: 'db.knowledge.graph', tool_group: 'DB', args } };
  const { context } = await engine.say(message, randomUUID(), { inputParams });
  const { toolExecution } = isJsonObject(context.mcp) ? context.mcp : {};
  if (!isJsonObject(toolExecution)) throw new Error('no tool was run');
  return toolExecution;
}

async function ask(engine: TestEngine, question: string): Promise<KnowledgeAnswer> {
  const { status, result } = await request(engine, { question });
  expect(status).toBe('SUCCESS');
  return result as unknown as KnowledgeAnswer;
}

describeOnEachDatabase('the knowledge tool', (open) => {
  const advanced = (dialect: string) => `seeds/advanced/seed_mcp_advanced_${dialect}.sql`;
  const startAdvanced = async (config: Record<string, unknown> = {}) => {
    const database = await open();
    return start(async () => database, [advanced(database.dialect)], config);
  };

  it('answers a question about the advanced pack in the shape of the contract', async () => {
    const answer = await ask(await startAdvanced(), ADMIN_QUESTION);
    expect(Object.keys(answer)).toEqual(['question', 'queryKnowledge', 'schemaKnowledge', 'insights']);
    expect(answer.question).toBe(ADMIN_QUESTION);
    const [first, second, third] = answer.queryKnowledge;
    expect([first?.queryText, second?.queryText, third?.queryText]).toEqual([
      'Why does an order submitted by an admin stay async null on api4?',
      'Why is an order a success on api3 while it stays async null on api4?',
      'How long did the callback of an order take over the last 7 days?',
    ]);
    expect(first).toEqual({
      score: expect.any(Number),
      queryText: expect.any(String),
      description: 'Admin orders whose api4 callback has never arrived: api4_async_status is null.',
      preparedSql: expect.stringMatching(/^SELECT order_id.* LIMIT :limit$/),
      tags: ['order', 'admin', 'submitted', 'async', 'null'],
      apiHints: ['api4'],
    });
    expect(first?.score).toBeGreaterThan(0.7);
    expect(answer.schemaKnowledge).toHaveLength(5);
    expect(
      answer.schemaKnowledge
        .slice(0, 2)
        .map(({ columnName }) => columnName)
        .sort(),
    ).toEqual(['api4_async_status', 'submitted_by_role']);
    expect(answer.schemaKnowledge[0]).toEqual({
      score: expect.any(Number),
      tableName: 'orders',
      columnName: expect.any(String),
      description: expect.any(String),
      tags: expect.any(Array),
    });
    expect(answer.insights.suggestedPreparedQueries).toEqual(
      answer.queryKnowledge.map(({ preparedSql }) => preparedSql),
    );
    expect(answer.insights.suggestedTables).toEqual(['orders']);
  });

  it('gives scores from 0 to 1 that fall, to three places, and none below the least', async () => {
    const engine = await startAdvanced({ 'min-score': 0.4, 'max-results': 4 });
    const { queryKnowledge, schemaKnowledge } = await ask(engine, ADMIN_QUESTION);
    for (const list of [queryKnowledge, schemaKnowledge]) {
      const scores = list.map(({ score }) => score);
      expect(scores.length).toBeGreaterThan(0);
      expect(scores.length).toBeLessThanOrEqual(4);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
      for (const score of scores) expect(score).toBe(Math.round(score * 1000) / 1000);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0.4);
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    }
  });

  it('takes the question from query or user_input, and else from the message', async () => {
    const engine = await startAdvanced();
    const expected = await ask(engine, ADMIN_QUESTION);
    expect((await request(engine, { query: ADMIN_QUESTION })).result).toEqual(expected);
    expect((await request(engine, { user_input: ADMIN_QUESTION })).result).toEqual(expected);
    expect((await request(engine, { question: ' ' }, ADMIN_QUESTION)).result).toEqual(expected);
  });

  it('finds nothing for words that say nothing, and for a question about something else', async () => {
    const engine = await startAdvanced();
    for (const question of ['how are you', '?', 'Which wine goes with grilled salmon?']) {
      expect(await ask(engine, question)).toEqual({
        question,
        queryKnowledge: [],
        schemaKnowledge: [],
        insights: { suggestedPreparedQueries: [], suggestedTables: [] },
      });
    }
  });

  it('is missed in the words of the contract while it is switched off', async () => {
    const result = await request(await startAdvanced({ enabled: false }), { question: ADMIN_QUESTION });
    expect(result).toMatchObject({
      status: 'ERROR',
      errorMessage: expect.stringContaining(
        'Missing enabled DB tool in ce_mcp_db_tool for toolCode=db.knowledge.graph.',
      ),
    });
  });

  it('steps back for a handler of the consumer’s', async () => {
    const own: Handler = {
      kind: 'tool',
      toolCode: 'DB.Knowledge.Graph',
      sideEffect: 'READ',
      execute: () => ({ from: 'the consumer' }),
    };
    const engine = await start(open, [TOOL], {}, [own]);
    expect((await request(engine, { question: 'x' })).result).toEqual({ from: 'the consumer' });
  });

  it('answers under another code, from tables and columns of other names', async () => {
    const engine = await start(
      open,
      [
        `INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code)
           VALUES (1, 'data.help', 'DB', 'ANY', 'ANY');
         CREATE TABLE "Our_Queries" ("Asked" text, sql_text text);
         CREATE TABLE our_schema (tab text, col text, meaning text);
         INSERT INTO "Our_Queries" VALUES ('Open invoices of a customer', 'SELECT id FROM invoices WHERE customer = :c');
         INSERT INTO our_schema VALUES ('invoices', 'due', 'day it must be paid by'), ('invoices', NULL, 'bills we sent');`,
      ],
      {
        'tool-code': 'data.help',
        'query-catalog-table': 'Our_Queries',
        'query-text-column': 'asked',
        'prepared-sql-column': 'SQL_TEXT',
        'schema-catalog-table': 'our_schema',
        'schema-table-name-column': 'tab',
        'schema-column-name-column': 'col',
        'schema-description-column': 'meaning',
      },
    );
    const inputParams = { tool_request: { tool_code: 'data.help', args: { question: 'open invoices due' } } };
    const { context } = await engine.say('look it up', randomUUID(), { inputParams });
    expect(context.mcp).toMatchObject({
      toolExecution: {
        status: 'SUCCESS',
        result: {
          queryKnowledge: [{ description: '', tags: [], apiHints: [] }],
          schemaKnowledge: [
            { tableName: 'invoices', columnName: '', description: 'bills we sent' },
            { tableName: 'invoices', columnName: 'due', description: 'day it must be paid by' },
          ],
          insights: {
            suggestedPreparedQueries: ['SELECT id FROM invoices WHERE customer = :c'],
            suggestedTables: ['invoices'],
          },
        },
      },
    });
  });

  it('has nothing to say while its tables are empty', async () => {
    const { queryKnowledge, schemaKnowledge } = await ask(await start(open, [TOOL]), 'orders of last week');
    expect([...queryKnowledge, ...schemaKnowledge]).toEqual([]);
  });

  it('never suggests SQL that does more than read', async () => {
    const rows = ['DELETE FROM orders', 'SELECT 1; DROP TABLE orders', 'SELECT secret FROM ce_audit', 'SELECT oops(']
      .map((sql, index) => `('remove old orders ${index}', '${sql}')`)
      .join(', ');
    const engine = await start(open, [
      TOOL,
      `INSERT INTO ce_mcp_query_knowledge (query_text, prepared_sql) VALUES ${rows},
         ('remove old orders 9', 'SELECT id FROM orders WHERE placed < :before AND note <> '':now'' LIMIT :limit');`,
    ]);
    const answer = await ask(engine, 'remove old orders');
    const good = "SELECT id FROM orders WHERE placed < :before AND note <> ':now' LIMIT :limit";
    expect(answer.insights.suggestedPreparedQueries).toEqual([good]);
    expect(answer.queryKnowledge.map(({ preparedSql }) => preparedSql)).toEqual(['', '', '', '', good]);
  });

  it('reads its tables again after a refresh of the flow, and not before', async () => {
    const engine = await start(open, [
      TOOL,
      "INSERT INTO ce_mcp_schema_knowledge (table_name, column_name) VALUES ('orders', 'weight')",
    ]);
    const tables = async () => (await ask(engine, 'weight of parcels')).insights.suggestedTables;
    expect(await tables()).toEqual(['orders']);
    await engine.database.database.query(
      "INSERT INTO ce_mcp_schema_knowledge (table_name, column_name) VALUES ('parcels', 'weight')",
    );
    expect(await tables()).toEqual(['orders']);
    expect((await fetch(`${engine.url}/api/v1/cache/refresh`, { method: 'POST' })).status).toBe(200);
    expect(await tables()).toEqual(['parcels', 'orders']);
  });

  it('understands questions in other scripts', async () => {
    const engine = await start(open, [
      TOOL,
      `INSERT INTO ce_mcp_schema_knowledge (table_name, column_name, description) VALUES
        ('kunden', 'straße', 'Anschrift des Kunden'), ('заказы', 'дата', 'когда заказ был сделан'),
        ('商品', '价格', '商品的销售价格'), ('commandes', 'créée', 'date de création de la commande');`,
    ]);
    const firstTable = async (question: string) => (await ask(engine, question)).insights.suggestedTables[0];
    expect(await firstTable('In welcher Straße wohnt der Kunde?')).toBe('kunden');
    expect(await firstTable('Какая дата заказа?')).toBe('заказы');
    expect(await firstTable('这个商品的价格是多少')).toBe('商品');
    expect(await firstTable('Quand la commande a-t-elle ete creee ?')).toBe('commandes');
  });

  it('knows synonyms of the consumer’s own', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'convengine-words-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    await mkdir(join(directory, 'en'));
    const words = 'stop: []\nfaint: []\nirregular: {}\nhints: {}\nshort-forms: {}\nsynonyms: [[colli, parcel]]\n';
    await writeFile(join(directory, 'en/knowledge.yaml'), words);
    const rows = "INSERT INTO ce_mcp_schema_knowledge (table_name, column_name) VALUES ('colli', 'weight')";
    const tables = async (keys: Record<string, unknown>) =>
      (await ask(await start(open, [TOOL, rows], {}, [], keys), 'parcels')).insights.suggestedTables;
    expect(await tables({})).toEqual([]);
    expect(await tables({ 'flow.language-directory': directory })).toEqual(['colli']);
  });

  it('answers the same whatever order the rows were stored in', async () => {
    const values = ['b', 'a', 'c'].map((name) => `('${name}', 'price', 'the same')`);
    const answers = [];
    for (const rows of [values, [...values].reverse()]) {
      const insert = 'INSERT INTO ce_mcp_schema_knowledge (table_name, column_name, description) VALUES';
      const engine = await start(open, [TOOL, `${insert} ${rows.join(', ')}`]);
      answers.push(await ask(engine, 'price'));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.insights.suggestedTables).toEqual(['a', 'b', 'c']);
  });
});
