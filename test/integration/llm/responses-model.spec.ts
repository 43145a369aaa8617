import { describe, expect, it } from 'vitest';
import type { LlmAnswer } from '../../../src/platform/llm/index.js';
import { API_KEY, clientOf, failureOf, request } from './client-fixture.js';

const ACT = { type: 'object', properties: { act: { type: 'string', enum: ['AFFIRM', 'NEGATE'] } }, required: ['act'] };
const BY_RESPONSES = { provider: 'openai-responses' } as const;

describe('a model that is asked by the Responses API', () => {
  it('is sent the question, which the server is not to keep, and its words are the answer', async () => {
    const usage = { input_tokens: 12, output_tokens: 3, total_tokens: 15 };
    const { client, server } = await clientOf(
      [{ when: 'yes please', reply: { text: ' Good choice. ', usage } }],
      BY_RESPONSES,
    );
    const answers: LlmAnswer[] = [];
    expect(await client.text(request({ onAnswer: (answer) => void answers.push(answer) }))).toBe('Good choice.');
    const [received] = server.requests;
    expect([received?.path, received?.headers.authorization]).toEqual(['/v1/responses', `Bearer ${API_KEY}`]);
    expect(received?.body).toEqual({
      model: 'test-model',
      instructions: 'Classify the reply.',
      input: [{ role: 'user', content: 'yes please' }],
      store: false,
      temperature: 0,
    });
    expect(answers.map((answer) => answer.usage)).toEqual([{ inputTokens: 12, outputTokens: 3 }]);
  });

  it('is held to a JSON Schema by the server, and asked once more where it does not keep to it', async () => {
    const { client, server } = await clientOf(
      [{ reply: { json: { act: 'MAYBE' } }, times: 1 }, { reply: { json: { act: 'AFFIRM' } } }],
      BY_RESPONSES,
    );
    expect(await client.json(request(), ACT)).toEqual({ act: 'AFFIRM' });
    const [first, second] = server.requests;
    expect(first?.body.text).toEqual({ format: { type: 'json_schema', name: 'response', schema: ACT, strict: false } });
    expect(second?.body.input).toEqual([
      { role: 'user', content: 'yes please' },
      { role: 'assistant', content: '{"act":"MAYBE"}' },
      { role: 'user', content: expect.stringContaining('cannot be used') },
    ]);
  });

  it('is asked without a temperature, once the server has refused one', async () => {
    const refusal = { status: 400, body: { error: { message: 'Unsupported parameter: temperature' } } };
    const { client, server, warnings } = await clientOf(
      [{ when: ({ body }) => body.temperature !== undefined, reply: refusal }, { reply: { text: 'ok' } }],
      BY_RESPONSES,
    );
    expect([await client.text(request()), await client.text(request())]).toEqual(['ok', 'ok']);
    expect([server.requests.length, warnings]).toEqual([3, [expect.objectContaining({ option: 'temperature' })]]);
  });

  it.each([
    ['LLM_INVALID_RESPONSE', { choices: [] }],
    ['LLM_INVALID_RESPONSE', { status: 'failed', output: [], error: { code: 'server_error' } }],
    [
      'LLM_EMPTY_RESPONSE',
      { status: 'completed', output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }] },
    ],
  ])('fails with %s on %j', async (code, body) => {
    const { client } = await clientOf([{ reply: { status: 200, body } }], BY_RESPONSES);
    expect(await failureOf(client.text(request()))).toMatchObject({ code, provider: 'openai-responses' });
  });
});
