import { describe, expect, it } from 'vitest';
import type { LlmAnswer } from '../../../src/platform/llm/index.js';
import { API_KEY, clientOf, failureOf, request } from './client-fixture.js';

const ACT = {
  type: 'object',
  properties: { act: { type: 'string', enum: ['AFFIRM', 'NEGATE'] } },
  required: ['act'],
  additionalProperties: false,
};
const AFFIRM = { act: 'AFFIRM' };

describe('a text call', () => {
  it('sends model, key, temperature and both parts of the question, and gives the trimmed answer', async () => {
    const { client, server } = await clientOf([{ when: 'yes please', reply: { text: '  Good choice.\n' } }]);
    expect(await client.text(request())).toBe('Good choice.');
    const [received] = server.requests;
    expect(received?.path).toBe('/v1/chat/completions');
    expect(received?.headers.authorization).toBe(`Bearer ${API_KEY}`);
    expect(received?.body).toMatchObject({
      model: 'test-model',
      temperature: 0,
      messages: [
        { role: 'system', content: 'Classify the reply.' },
        { role: 'user', content: 'yes please' },
      ],
    });
    expect(received?.body).not.toHaveProperty('response_format');
  });

  it('sends the temperature it is given', async () => {
    const { client, server } = await clientOf([{ reply: { text: 'ok' } }]);
    await client.text(request({ temperature: 0.7 }));
    expect(server.requests[0]?.body.temperature).toBe(0.7);
  });

  it('sends no authorization where there is no key', async () => {
    const { client, server } = await clientOf([{ reply: { text: 'ok' } }], { apiKey: '' });
    await client.text(request());
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('accepts a base URL that ends with a slash', async () => {
    const { client, server } = await clientOf([{ reply: { text: 'ok' } }]);
    const { client: withSlash } = await clientOf([], { baseUrl: `${server.url}/` });
    expect([await client.text(request()), await withSlash.text(request())]).toEqual(['ok', 'ok']);
  });

  it('leaves the reasoning of a model out of its answer', async () => {
    const { client } = await clientOf([{ reply: { text: '<think>They said yes.</think>\nGood choice.' } }]);
    expect(await client.text(request())).toBe('Good choice.');
  });

  it.each(['', ' \n ', '<think>Hm.</think>'])('fails on the empty answer %j', async (text) => {
    const { client, server } = await clientOf([{ reply: { text } }]);
    expect(await failureOf(client.text(request()))).toMatchObject({ code: 'LLM_EMPTY_RESPONSE', model: 'test-model' });
    expect(server.requests).toHaveLength(1);
  });

  it('fails on an answer without content', async () => {
    const body = { choices: [{ message: { role: 'assistant', content: null }, finish_reason: 'stop' }] };
    const { client } = await clientOf([{ reply: { status: 200, body } }]);
    expect((await failureOf(client.text(request()))).code).toBe('LLM_EMPTY_RESPONSE');
  });

  it('tells of the answer, word for word, and of what it consumed', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
    const { client } = await clientOf([{ reply: { text: ' ok ', usage } }]);
    const answers: LlmAnswer[] = [];
    await client.text(request({ onAnswer: (answer) => answers.push(answer) }));
    expect(answers).toEqual([{ text: ' ok ', usage: { inputTokens: 12, outputTokens: 3 } }]);
  });

  it('tells of no consumption where the server does not', async () => {
    const { client } = await clientOf([{ reply: { text: 'ok' } }]);
    const answers: LlmAnswer[] = [];
    await client.text(request({ onAnswer: (answer) => answers.push(answer) }));
    expect(answers[0]?.usage).toEqual({ inputTokens: null, outputTokens: null });
  });
});

describe('a JSON call', () => {
  it('asks the server for the schema, tells the model of it, and gives the value', async () => {
    const { client, server } = await clientOf([{ reply: { json: AFFIRM } }]);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests[0]?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: ACT, strict: false },
    });
    expect(server.requests[0]?.system).toContain(JSON.stringify(ACT));
  });

  it.each([
    ['in a fence', '```json\n{"act": "AFFIRM"}\n```'],
    ['in a fence among words', 'Here it is:\n```\n{"act": "AFFIRM"}\n```\nAnything else?'],
    ['among words', 'The act is {"act": "AFFIRM"}, I am sure.'],
    ['behind reasoning', '<think>Maybe {"act": "NEGATE"}?</think>{"act": "AFFIRM"}'],
  ])('gives the value that stands %s', async (_where, text) => {
    const { client, server } = await clientOf([{ reply: { text } }]);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests).toHaveLength(1);
  });

  it('has a value of another shape repaired by telling the model what is wrong with it', async () => {
    const { client, server } = await clientOf([
      { reply: { json: { act: 'MAYBE' } }, times: 1 },
      { reply: { json: AFFIRM } },
    ]);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    const messages = server.requests[1]?.body.messages;
    expect(messages).toMatchObject([{ role: 'system' }, { role: 'user' }, { content: '{"act":"MAYBE"}' }, {}]);
    expect(server.requests[1]?.user).toContain('- act: must be one of "AFFIRM", "NEGATE"');
  });

  it('has prose repaired', async () => {
    const { client, server } = await clientOf([
      { reply: { text: 'They agree.' }, times: 1 },
      { reply: { json: AFFIRM } },
    ]);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests[1]?.user).toContain('not one complete JSON value');
  });

  it('asks for one repair and no more, however many attempts there are', async () => {
    const { client, server } = await clientOf([{ reply: { json: { act: 'MAYBE' } } }], { maxAttempts: 5 });
    const failure = await failureOf(client.json(request(), ACT));
    expect(failure.code).toBe('LLM_SCHEMA_VIOLATION');
    expect(failure.data).toMatchObject({ problems: [{ path: 'act' }] });
    expect(failure.message).toContain('DialogueActStep');
    expect(failure.message).not.toContain('MAYBE');
    expect(server.requests).toHaveLength(2);
  });

  it('asks for no repair where there is one attempt', async () => {
    const { client, server } = await clientOf([{ reply: { text: 'They agree.' } }], { maxAttempts: 1 });
    expect((await failureOf(client.json(request(), ACT))).code).toBe('LLM_INVALID_RESPONSE');
    expect(server.requests).toHaveLength(1);
  });

  it('is not sent where the schema itself cannot be used', async () => {
    const { client, server } = await clientOf([{ reply: { json: AFFIRM } }]);
    const failure = await failureOf(client.json(request(), { type: 'act' }));
    expect(failure.code).toBe('LLM_CALL_FAILED');
    expect(failure.message).toContain('the schema is not a schema: type');
    expect(server.requests).toHaveLength(0);
  });

  it('fails where the model answers nothing', async () => {
    const { client } = await clientOf([{ reply: { text: '' } }]);
    expect((await failureOf(client.json(request(), ACT))).code).toBe('LLM_EMPTY_RESPONSE');
  });

  it('tells of both answers where one was repaired', async () => {
    const { client } = await clientOf([{ reply: { text: 'They agree.' }, times: 1 }, { reply: { json: AFFIRM } }]);
    const answers: LlmAnswer[] = [];
    await client.json(request({ onAnswer: (answer) => answers.push(answer) }), ACT);
    expect(answers.map((answer) => answer.text)).toEqual(['They agree.', '{"act":"AFFIRM"}']);
  });
});

describe('a server that refuses JSON schemas', () => {
  const refusesSchemas = {
    when: ({ body }: { body: object }) => 'response_format' in body,
    reply: { status: 400, body: { error: { message: 'response_format is unavailable' } } },
  };

  it('is asked without, at no cost of an attempt, and with the schema in words', async () => {
    const { client, server } = await clientOf([refusesSchemas, { reply: { json: AFFIRM } }], { maxAttempts: 1 });
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests[1]?.system).toContain(JSON.stringify(ACT));
  });

  it('still has all attempts for a repair', async () => {
    const rules = [refusesSchemas, { reply: { text: 'They agree.' }, times: 1 }, { reply: { json: AFFIRM } }];
    const { client } = await clientOf(rules, { maxAttempts: 2 });
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
  });

  it('is asked without from then on, and the log is told once', async () => {
    const { client, server, warnings } = await clientOf([refusesSchemas, { reply: { json: AFFIRM } }]);
    await client.json(request(), ACT);
    await client.json(request(), ACT);
    expect(server.requests.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
    expect(warnings).toHaveLength(1);
  });

  it('answers every one of the first calls, however they overlap', async () => {
    const late = { delayMs: 300, reply: refusesSchemas.reply };
    const { client, warnings } = await clientOf([
      { ...refusesSchemas, reply: late, times: 1 },
      refusesSchemas,
      { reply: { json: AFFIRM } },
    ]);
    const calls = [1, 2, 3].map(() => client.json(request(), ACT));
    expect(await Promise.all(calls)).toEqual([AFFIRM, AFFIRM, AFFIRM]);
    expect(warnings).toHaveLength(1);
  });

  it('is asked with a schema again where it refused for another reason', async () => {
    const { client, server } = await clientOf([{ reply: { status: 400 }, times: 2 }, { reply: { json: AFFIRM } }]);
    expect(await failureOf(client.json(request(), ACT))).toMatchObject({ code: 'LLM_CALL_FAILED', httpStatus: 400 });
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests.map(({ body }) => 'response_format' in body)).toEqual([true, false, true]);
  });
});

describe('a model that takes no temperature', () => {
  const body = { error: { message: "Unsupported value: 'temperature' does not support 0 with this model." } };
  const refusesTemperature = {
    when: ({ body }: { body: object }) => 'temperature' in body,
    reply: { status: 400, body },
  };

  it('is asked without, at no cost of an attempt, then and from then on', async () => {
    const { client, server, warnings } = await clientOf([refusesTemperature, { reply: { text: 'ok' } }], {
      maxAttempts: 1,
    });
    expect([await client.text(request()), await client.text(request())]).toEqual(['ok', 'ok']);
    expect(server.requests.map((received) => 'temperature' in received.body)).toEqual([true, false, false]);
    expect(warnings).toEqual([{ model: 'test-model', option: 'temperature' }]);
  });

  it('keeps its schema', async () => {
    const { client, server } = await clientOf([refusesTemperature, { reply: { json: AFFIRM } }]);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests[1]?.body).toHaveProperty('response_format');
  });

  it('on a server that takes no schemas either is asked without both', async () => {
    const refusesSchemas = { when: ({ body }: { body: object }) => 'response_format' in body, reply: { status: 422 } };
    const { client, server } = await clientOf([refusesTemperature, refusesSchemas, { reply: { json: AFFIRM } }]);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(await client.json(request(), ACT)).toEqual(AFFIRM);
    expect(server.requests).toHaveLength(4);
  });
});
