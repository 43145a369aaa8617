import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/platform/common/json.js';
import { describeOnEachDatabase, type OpenTestDatabase } from '../helpers/databases.js';
import { type EmbeddingServer, embeddingKeys, startEmbeddingServer } from '../helpers/embedding-server.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SEED = `
INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code) VALUES
  (1, 'db.knowledge.graph', 'DB', 'ANY', 'ANY'), (2, 'handbook.search', 'DOCUMENT_RETRIEVAL', 'ANY', 'ANY');
INSERT INTO ce_mcp_schema_knowledge (table_name, column_name, description) VALUES
  ('orders', 'amount', 'what it came to'), ('parcels', 'weight', 'in kilograms'), ('orders', 'day', 'of the sale');
INSERT INTO ce_mcp_query_knowledge (query_text, description, prepared_sql) VALUES
  ('How many customers are there?', '', 'SELECT count(*) FROM orders'), ('How heavy are parcels?', '', 'SELECT weight FROM parcels');
INSERT INTO ce_intent (intent_code, description) VALUES ('REFUND', 'wants a refund'), ('TRACK', 'looks for a parcel');
INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
  ('REFUND', 'ANY', 'TEXT', 'EXACT', 'How much was it?'), ('TRACK', 'ANY', 'TEXT', 'EXACT', 'It is on its way.'),
  ('UNKNOWN', 'ANY', 'TEXT', 'EXACT', 'Sorry?');
INSERT INTO ce_intent_example (intent_code, utterance) VALUES
  ('REFUND', 'i want a refund'), ('REFUND', 'refund my order'), ('REFUND', 'give me a refund'),
  ('TRACK', 'where is my parcel'), ('TRACK', 'track my parcel'), ('TRACK', 'has my parcel been sent');
`;

async function start(open: OpenTestDatabase, server: EmbeddingServer | undefined): Promise<TestEngine> {
  const keys = server ? embeddingKeys(server) : {};
  const config = { 'mcp.db.knowledge.enabled': true, ...keys };
  const engine = await startEngine({ database: await open(), seeds: [SEED], config });
  onTestFinished(() => engine.close());
  return engine;
}

async function call(engine: TestEngine, tool_code: string, tool_group: string, args: JsonObject): Promise<JsonObject> {
  const inputParams = { tool_request: { tool_code, tool_group, args } };
  const { context } = await engine.say('look it up', randomUUID(), { inputParams });
  const { toolExecution } = isJsonObject(context.mcp) ? context.mcp : {};
  return isJsonObject(toolExecution) && isJsonObject(toolExecution.result) ? toolExecution.result : {};
}

async function ingest(engine: TestEngine, source: string, content: string): Promise<void> {
  const response = await fetch(`${engine.url}/api/v1/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source, content }),
  });
  expect(response.status).toBe(200);
}

const passages = async (engine: TestEngine, query: string) => {
  const { results } = await call(engine, 'handbook.search', 'DOCUMENT_RETRIEVAL', { query });
  return (results as JsonObject[]).map(({ source }) => source);
};
const knowledge = (engine: TestEngine, question: string) => call(engine, 'db.knowledge.graph', 'DB', { question });

describeOnEachDatabase('a model of embeddings', (open) => {
  it('finds passages by what they mean beside those that have the words', async () => {
    const server = await startEmbeddingServer();
    const engine = await start(open, server);
    await ingest(engine, 'leave.md', 'Annual leave: thirty days.');
    await ingest(engine, 'travel.md', 'Business travel: second class.');
    await expect.poll(() => passages(engine, 'vacation days')).toEqual(['leave.md']);
    await expect.poll(() => passages(engine, 'holiday')).toEqual(['leave.md']);
    expect(await passages(engine, 'class')).toEqual(['travel.md']);
    await ingest(engine, 'new.md', 'Holidays in schools.');
    await expect.poll(() => passages(engine, 'vacation')).toHaveLength(2);
  });

  it('finds prepared queries, columns and tables by what they mean', async () => {
    const server = await startEmbeddingServer();
    const engine = await start(open, server);
    await expect
      .poll(async () => (await knowledge(engine, 'zorkmids')).insights)
      .toEqual({ suggestedPreparedQueries: [], suggestedTables: ['orders'] });
    await expect
      .poll(async () => (await knowledge(engine, 'patrons')).insights)
      .toMatchObject({ suggestedPreparedQueries: ['SELECT count(*) FROM orders'] });
    expect((await knowledge(engine, 'zorkmids')).schemaKnowledge).toMatchObject([{ columnName: 'amount' }]);
  });

  it('understands an intent that no example has the words of', async () => {
    const server = await startEmbeddingServer();
    const engine = await start(open, server);
    await expect.poll(async () => (await engine.say('cash please', randomUUID())).intent).toBe('REFUND');
    expect((await engine.say('who wrote hamlet', randomUUID())).text).toBe('Sorry?');
  });

  it('is not needed: without one, words decide', async () => {
    const engine = await start(open, undefined);
    await ingest(engine, 'leave.md', 'Annual leave: thirty days.');
    expect([await passages(engine, 'vacation'), await passages(engine, 'leave')]).toEqual([[], ['leave.md']]);
    expect((await knowledge(engine, 'zorkmids')).insights).toEqual({
      suggestedPreparedQueries: [],
      suggestedTables: [],
    });
    expect((await engine.say('cash please', randomUUID())).intent).toBe('UNKNOWN');
  });
});
