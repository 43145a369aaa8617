import { expect, it } from 'vitest';
import { systemClock } from '../common/clock.js';
import { prometheusText } from '../telemetry/index.js';
import { type LlmCallSubject, LlmError } from './llm.errors.js';
import type { LlmClient } from './llm.js';
import { RecordedLlmClient } from './recorded.client.js';

const SUBJECT: LlmCallSubject = { step: 'Step', provider: 'openai-compatible', model: 'measured-model' };
const REQUEST = {
  purpose: { step: 'Step', conversationId: 'c', intent: 'UNKNOWN', state: 'UNKNOWN' },
  system: 'what is said',
  user: 'to the model',
};

it('calls of a model are measured: how many failed by what, tokens, and what they cost', async () => {
  let fails = false;
  const model: LlmClient = {
    available: true,
    text: async ({ onAnswer }) => {
      if (fails) throw new LlmError('LLM_TIMEOUT', 'did not answer in time', SUBJECT);
      onAnswer?.({ text: 'words', usage: { inputTokens: 2_000, outputTokens: 500 } });
      return 'words';
    },
    json: () => Promise.reject(new Error('was not expected')),
  };
  const client = new RecordedLlmClient(model, {
    log: { record: async () => {} },
    clock: systemClock,
    logger: { warn: () => {} },
    provider: SUBJECT.provider,
    model: SUBJECT.model,
    prices: { input: 3, output: 10 },
    logPrompts: true,
  });
  await client.text(REQUEST);
  await client.text(REQUEST);
  fails = true;
  await expect(client.text(REQUEST)).rejects.toThrow('did not answer in time');
  const lines = (await prometheusText()).split('\n').filter((line) => line.includes('measured-model'));
  const named = 'gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="measured-model"';
  expect(lines).toEqual(
    expect.arrayContaining([
      `gen_ai_client_operation_duration_seconds_count{${named},error_type=""} 2`,
      `gen_ai_client_operation_duration_seconds_count{${named},error_type="LLM_TIMEOUT"} 1`,
      `gen_ai_client_token_usage_sum{${named},gen_ai_token_type="input"} 4000`,
      `gen_ai_client_token_usage_sum{${named},gen_ai_token_type="output"} 1000`,
      'convengine_model_cost_total{gen_ai_request_model="measured-model"} 0.022',
    ]),
  );
  expect(lines.join('\n')).not.toContain('what is said');
});
