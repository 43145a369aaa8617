import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/common/clock.js';
import { EngineError } from '../../../src/platform/common/errors.js';
import { createLlmClient, type LlmCallEntry, type LlmSettings } from '../../../src/platform/llm/index.js';
import { clientOf, failureOf, request } from './client-fixture.js';

const SETTINGS: LlmSettings = {
  provider: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'test-model',
  apiKey: '',
  timeoutMs: 1000,
  maxAttempts: 1,
  logPrompts: true,
};

function create(changes: Partial<LlmSettings>) {
  const entries: LlmCallEntry[] = [];
  const callLog = { record: async (entry: LlmCallEntry) => void entries.push(entry) };
  const client = createLlmClient({ ...SETTINGS, ...changes }, { callLog, clock: systemClock, logger: console });
  return { client, entries };
}

describe('the client the configuration asks for', () => {
  it('is none for the provider none, and says which keys to set when it is called all the same', async () => {
    const { client, entries } = create({ provider: 'none', baseUrl: '', model: '' });
    expect(client.available).toBe(false);
    for (const call of [client.text(request()), client.json(request(), {})]) {
      const failure = await failureOf(call);
      expect(failure.code).toBe('LLM_CALL_FAILED');
      for (const key of ['provider', 'base-url', 'model', 'api-key']) {
        expect(failure.message).toContain(`convengine.llm.${key}`);
      }
    }
    expect(entries).toEqual([]);
  });

  it('asks the configured server, with blanks around the key cut off, and records the call', async () => {
    const { server } = await clientOf([{ reply: { text: 'ok' } }]);
    const { client, entries } = create({ baseUrl: server.url, apiKey: ' key\n' });
    expect(client.available).toBe(true);
    expect(await client.text(request())).toBe('ok');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer key');
    expect(entries).toMatchObject([{ provider: 'openai-compatible', model: 'test-model', responseText: 'ok' }]);
  });

  it.each([
    ['provider', { provider: 'telepathy' }],
    ['model', { model: ' ' }],
    ['base-url', { baseUrl: '' }],
    ['base-url', { baseUrl: 'localhost:8080' }],
    ['base-url', { baseUrl: 'https://user:secret@example.com/v1' }],
    ['base-url', { baseUrl: 'https://secret@example.com/v1' }],
  ])('is refused for a wrong %s, by the name of the key: %j', (key, changes) => {
    try {
      create(changes);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(EngineError);
      expect(error).toMatchObject({ code: 'CONFIGURATION_INVALID' });
      expect((error as EngineError).message).toContain(`convengine.llm.${key} `);
      expect((error as EngineError).message).not.toContain('secret');
    }
  });
});
