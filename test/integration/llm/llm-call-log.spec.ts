import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/platform/common/ids.js';
import {
  type LlmRequest,
  RecordedLlmClient,
  type RecordingOptions,
  SqlLlmCallLog,
} from '../../../src/platform/llm/index.js';
import { type Row, readTimestamp } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import type { ModelRule } from '../../helpers/scripted-model.js';
import { clientOf, failureOf, request } from './client-fixture.js';

const NOW = Date.UTC(2026, 2, 1, 12, 30, 0, 250);
const ANY_OBJECT = { type: 'object', required: ['act'] };

describeOnEachDatabase('the log of model calls', (open) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await open();
  });

  async function recordedClient(rules: readonly ModelRule[], changes: Partial<RecordingOptions> = {}) {
    const { client, server } = await clientOf(rules);
    const warnings: object[] = [];
    const recorded = new RecordedLlmClient(client, {
      log: new SqlLlmCallLog(test.database),
      clock: { now: () => NOW },
      logger: { warn: (details) => void warnings.push(details) },
      provider: 'openai-compatible',
      model: 'test-model',
      logPrompts: true,
      ...changes,
    });
    return { client: recorded, server, warnings };
  }

  function requestIn(conversationId: string, changes: Partial<LlmRequest> = {}): LlmRequest {
    return request({ ...changes, purpose: { ...request().purpose, conversationId } });
  }

  async function rowsOf(conversationId: string): Promise<Row[]> {
    return test.database.query('SELECT * FROM ce_llm_call_log WHERE conversation_id = $1', [conversationId]);
  }

  it('holds who asked, what was asked and answered, what it consumed, and when', async () => {
    const times = [NOW, NOW + 1234];
    const usage = { prompt_tokens: 12, completion_tokens: 3 };
    const clock = { now: () => times.shift() ?? 0 };
    const { client } = await recordedClient([{ reply: { text: ' Good choice. ', usage } }], { clock });
    const id = newId();
    expect(await client.text(requestIn(id, { temperature: 0.5 }))).toBe('Good choice.');
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      step: 'DialogueActStep',
      intent_code: 'BOOK',
      state_code: 'ASK_SIZE',
      provider: 'openai-compatible',
      model: 'test-model',
      prompt_text: 'Classify the reply.',
      user_context: 'yes please',
      response_text: ' Good choice. ',
      error_message: null,
      input_tokens: 12,
      output_tokens: 3,
      duration_ms: 1234,
    });
    expect(Number(rows[0]?.temperature)).toBe(0.5);
    expect(Boolean(rows[0]?.success)).toBe(true);
    expect(readTimestamp(rows[0]?.created_at).getTime()).toBe(NOW);
  });

  it('holds one row for a repaired call: the last answer, and what both answers consumed', async () => {
    const { client } = await recordedClient([
      { reply: { text: 'prose', usage: { prompt_tokens: 10, completion_tokens: 1 } }, times: 1 },
      { reply: { json: { act: 'AFFIRM' }, usage: { prompt_tokens: 20, completion_tokens: 2 } } },
    ]);
    const id = newId();
    await client.json(requestIn(id), ANY_OBJECT);
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ response_text: '{"act":"AFFIRM"}', input_tokens: 30, output_tokens: 3 });
  });

  it('holds the answer that could not be used, and why', async () => {
    const { client } = await recordedClient([{ reply: { json: { other: 1 } } }]);
    const id = newId();
    await failureOf(client.json(requestIn(id), ANY_OBJECT));
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({
      response_text: '{"other":1}',
      error_message: 'DialogueActStep: model test-model answered with JSON of another shape.',
    });
    expect(Boolean(row?.success)).toBe(false);
  });

  it('holds a call that got no answer, and what the server said', async () => {
    const body = { error: { message: 'No such model.' } };
    const { client } = await recordedClient([{ reply: { status: 404, body } }]);
    const id = newId();
    expect(await failureOf(client.text(requestIn(id)))).toMatchObject({ code: 'LLM_CALL_FAILED', httpStatus: 404 });
    const [row] = await rowsOf(id);
    expect(row).toMatchObject({ response_text: null, input_tokens: null, output_tokens: null });
    expect(row?.error_message).toContain('HTTP status 404');
    expect(row?.error_message).toContain('No such model.');
  });

  it('holds lengths and hashes where prompts are not to be logged, and nothing the server said', async () => {
    const { client } = await recordedClient(
      [{ when: 'refuse', reply: { status: 400, body: 'Your prompt "refuse" is bad.' } }, { reply: { text: 'Good.' } }],
      { logPrompts: false },
    );
    const [answered, refused] = [newId(), newId()];
    await client.text(requestIn(answered));
    await failureOf(client.text(requestIn(refused, { user: 'refuse' })));
    const [row] = await rowsOf(answered);
    const hashed = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(row?.prompt_text).toBe(`19 characters, SHA-256 ${hashed('Classify the reply.')}`);
    expect(row?.user_context).toBe(`10 characters, SHA-256 ${hashed('yes please')}`);
    expect(row?.response_text).toBe(`5 characters, SHA-256 ${hashed('Good.')}`);
    expect(JSON.stringify(await rowsOf(refused))).not.toContain('is bad');
  });

  it('holds text that PostgreSQL could not: the character NUL is replaced', async () => {
    const { client, warnings } = await recordedClient([{ reply: { text: 'a\0b' } }]);
    const id = newId();
    expect(await client.text(requestIn(id, { user: 'c\0d' }))).toBe('a\0b');
    expect((await rowsOf(id))[0]).toMatchObject({ response_text: 'a\uFFFDb', user_context: 'c\uFFFDd' });
    expect(warnings).toEqual([]);
  });

  it('fails no call when it cannot be written, and says so to the logger', async () => {
    const { database, close } = await open();
    await close();
    const rules = [{ when: 'refuse', reply: { status: 401 } }, { reply: { text: 'Good.' } }];
    const { client, warnings } = await recordedClient(rules, { log: new SqlLlmCallLog(database) });
    expect(await client.text(requestIn(newId()))).toBe('Good.');
    expect((await failureOf(client.text(requestIn(newId(), { user: 'refuse' })))).httpStatus).toBe(401);
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toMatchObject({ step: 'DialogueActStep', reason: expect.any(String) });
  });
});

describe('a recorded client', () => {
  it('still tells its own caller of the answers', async () => {
    const { client } = await clientOf([{ reply: { text: 'Good.' } }]);
    const log = { record: async () => undefined };
    const options = { provider: 'p', model: 'm', logPrompts: true, logger: { warn: () => undefined } };
    const recorded = new RecordedLlmClient(client, { ...options, log, clock: { now: () => NOW } });
    const texts: string[] = [];
    await recorded.text(request({ onAnswer: (answer) => texts.push(answer.text) }));
    expect(texts).toEqual(['Good.']);
    expect(recorded.available).toBe(true);
  });
});
