import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../../helpers/engine.js';
import { blockCard, CARD_FLOW, cards } from './card-flow.js';
import { read, readAll } from './read.js';

describeOnEachDatabase('how the service is doing', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    const config = { 'flow.action-lifecycle.sweep-seconds': 0 };
    engine = await startEngine({ database, seeds: [CARD_FLOW], handlers: [cards], config });
    for (const [card, ...more] of [['C101', 'yes'], ['C102', 'no'], ['C103'], ['C999', 'yes']] as const) {
      const id = randomUUID();
      for (const message of [blockCard(card), ...more]) await engine.say(message, id);
    }
  });
  afterAll(() => engine.close());

  it('is told in numbers: turns and actions of the last hours, and what waits', async () => {
    const { body } = await read(`${engine.url}/api/v1/statistics?hours=2`);
    const buckets = body.buckets as Record<string, number>[];
    const sum = (name: string) => buckets.reduce((total, bucket) => total + (bucket[name] ?? 0), 0);
    expect(buckets).toHaveLength(24);
    expect(['turns', 'errors', 'proposals', 'executed', 'rejected', 'expired'].map(sum)).toEqual([7, 0, 4, 1, 1, 0]);
    expect(sum('p50Ms')).toBeGreaterThan(0);
    const { version, ...numbers } = body;
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(numbers).toMatchObject({
      open: 1,
      held: 1,
      awaitingApproval: 0,
      handedOver: 0,
      expiringSoon: 0,
      webhookBacklog: 0,
    });
    expect(numbers).toMatchObject({ queue: { inProgress: 0 }, process: { pid: process.pid } });
    expect(body.databaseBytes).toBeGreaterThan(10_000);
    expect(body).toMatchObject({ webhookGivenUp: 0, retention: { everyMinutes: 60, conversationDays: 0 } });
    const pool = { inUse: expect.any(Number), idle: expect.any(Number), waiting: 0, most: expect.any(Number) };
    expect(body.pool).toEqual(database.database.dialect === 'postgres' ? pool : null);
  });

  it('tells what expires within five minutes', async () => {
    await database.database.query(`UPDATE ce_action_proposal SET expires_at_ms = $1 WHERE status = 'OPEN'`, [
      Date.now() + 60_000,
    ]);
    expect((await read(`${engine.url}/api/v1/statistics`)).body).toMatchObject({ expiringSoon: 1 });
  });

  it('tells what models were asked, newest first and page by page', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    for (let minute = 0; minute < 5; minute += 1) {
      await database.database.query(
        `INSERT INTO ce_llm_call_log (conversation_id, llm_call_id, step, provider, model, prompt_text, user_context,
           response_text, success, input_tokens, output_tokens, duration_ms, created_at)
         VALUES ($1, $2, 'IntentResolutionStep', 'p', 'm', 'Which?', 'hello', $3, $4, 7, 3, 5, $5)`,
        [
          minute % 2 ? first : second,
          randomUUID(),
          `answer ${minute}`,
          minute !== 0,
          new Date(Date.UTC(2026, 0, 1, 0, minute)),
        ],
      );
    }
    const url = `${engine.url}/api/v1/llm-calls`;
    const answers = async (query: string) => (await readAll(`${url}?${query}`)).items.map(({ answer }) => answer);
    expect(await answers('limit=2')).toEqual([4, 3, 2, 1, 0].map((minute) => `answer ${minute}`));
    expect(await answers(`conversationId=${first}`)).toEqual(['answer 3', 'answer 1']);
    expect(await answers('since=2026-01-01T00:01:00Z&until=2026-01-01T00:03:00Z')).toEqual(['answer 2', 'answer 1']);
    const [item] = (await read(`${url}?limit=1`)).body.items as JsonObject[];
    expect(item).toEqual({
      id: expect.any(String),
      conversationId: second,
      at: '2026-01-01T00:04:00.000Z',
      purpose: 'IntentResolutionStep',
      intent: 'UNKNOWN',
      state: 'UNKNOWN',
      provider: 'p',
      model: 'm',
      prompt: 'Which?',
      userContext: 'hello',
      answer: 'answer 4',
      promptTokens: 7,
      completionTokens: 3,
      durationMs: 5,
      success: true,
      error: null,
    });
    expect((await read(`${url}?cursor=x`)).status).toBe(400);
  });

  it('is told to operators alone', async () => {
    for (const path of ['statistics', 'llm-calls']) {
      const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
      expect((await read(`${engine.url}/api/v1/${path}`, elsewhere)).status).toBe(401);
    }
    expect((await read(`${engine.url}/api/v1/statistics?hours=25`)).status).toBe(400);
  });
});
