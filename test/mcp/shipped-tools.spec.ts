import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversionItem, EXPECTATIONS } from '../helpers/conversion-item.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { randomFingerprint } from '../helpers/fingerprints.js';
import { startScriptedModel } from '../helpers/scripted-model.js';
import { type Connected, call, connect, textOf } from './connect.js';

const VERTEX = '0b6c1f2e-7a3d-4a5b-9c8d-1e2f3a4b5c6d';
const request = (vertex_id = VERTEX) => ({
  vertex_id,
  old_fingerprint: { semantic: randomFingerprint(1) },
  new_fingerprint: { semantic: randomFingerprint(2) },
});

const CONVERSION = {
  schema_version: '1.0',
  task: 'Review.',
  expectations: EXPECTATIONS,
  item: conversionItem(),
};

describe('the tools that come with the product, over the Model Context Protocol', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let connected: Connected;

  beforeAll(async () => {
    database = await openSqlite();
    engine = await startEngine({ database });
    connected = await connect(engine.url);
  });
  afterAll(async () => {
    await connected.client.close();
    await engine.close();
    await database.close();
  });

  it('are listed without a row, with the schemas of what they take and give', async () => {
    const { tools } = await connected.client.listTools();
    const shipped = tools.filter(({ name }) => !name.startsWith('convengine_'));
    expect(shipped.map(({ name }) => name)).toEqual([
      'gwt/compute_delta_sc',
      'gwt_compute_delta_sc',
      'legacy-rule-conversion',
    ]);
    expect(shipped.every(({ inputSchema, outputSchema }) => inputSchema.type === outputSchema?.type)).toBe(true);
    expect(shipped.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  });

  it.each(['gwt/compute_delta_sc', 'gwt_compute_delta_sc'])('compute what an update means: %s', async (name) => {
    const { isError, structuredContent } = await call(connected.client, name, request());
    expect(isError).toBe(false);
    expect((structuredContent as { delta_s_per_embedder: number[] }).delta_s_per_embedder).toHaveLength(13);
  });

  it('take two fingerprints of 512 tokens with all their digits, and nothing else of that size', async () => {
    const digits = (at: number) => -Math.abs(Math.sin(at + 0.1)) - 1e-9;
    const token = (nth: number) => Array.from({ length: 128 }, (_, at) => digits(nth * 128 + at));
    const whole = (seed: number) => ({
      semantic: {
        ...randomFingerprint(seed),
        e12_late_interaction: Array.from({ length: 512 }, (_, nth) => token(nth + seed)),
      },
    });
    const args = { vertex_id: VERTEX, old_fingerprint: whole(1), new_fingerprint: whole(2) };
    expect(JSON.stringify(args).length).toBeGreaterThan(2_500_000);
    const { isError } = await call(connected.client, 'gwt/compute_delta_sc', args);
    expect(isError).toBe(false);
    const objects = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: Array(700_000).fill({}) });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect((await fetch(`${engine.url}/mcp`, { method: 'POST', headers, body: objects })).status).toBe(413);
  });

  it('refuse wrong arguments with the error of their contract', async () => {
    await expect(call(connected.client, 'gwt/compute_delta_sc', request('not-a-uuid'))).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Invalid vertex_id format'),
    });
  });

  it('are recorded like every other call, and a refusal too', async () => {
    const recorded = (stage: string) => `SELECT count(*) FROM ce_audit WHERE stage = 'TOOL_ORCHESTRATION_${stage}'`;
    const counts = async () => Promise.all(['RESULT', 'ERROR'].map((stage) => engine.count(recorded(stage))));
    const [results = 0, errors = 0] = await counts();
    await call(connected.client, 'gwt/compute_delta_sc', request());
    await call(connected.client, 'gwt/compute_delta_sc', request('not-a-uuid')).catch(() => undefined);
    expect(await counts()).toEqual([results + 1, errors + 1]);
  });

  it('report an error as a payload where their contract does', async () => {
    const result = await call(connected.client, 'legacy-rule-conversion', { task: 'Review.' });
    expect(result.isError).toBe(true);
    expect(JSON.parse(textOf(result))).toMatchObject({ status: 'error', error_code: 'VALIDATION_ERROR' });
  });
});

it('a tool that comes with the product does not wait for a silent model longer than a tool may take', async () => {
  const model = await startScriptedModel([{ reply: { hang: true } }]);
  const database = await openSqlite();
  const config = {
    'llm.provider': 'openai-compatible',
    'llm.base-url': model.url,
    'llm.model': 'scripted',
    'shipped-tools.legacy-rule-conversion.review': 'required',
    'mcp.tool-timeout-ms': 1_000,
  };
  const engine = await startEngine({ database, config });
  const connected = await connect(engine.url);
  const result = await call(connected.client, 'legacy-rule-conversion', CONVERSION);
  expect(JSON.parse(textOf(result))).toMatchObject({ status: 'error', error_code: 'MODEL_OUTPUT_ERROR' });
  await connected.client.close();
  await engine.close();
  await database.close();
  await model.close();
});
