import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOAN_DESK, LoanDesk } from '../../consent/loan-desk.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';

describeOnEachDatabase('a client of the Responses API', (open) => {
  const desk = new LoanDesk();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({
      database: await open(),
      seeds: [LOAN_DESK],
      handlers: [desk.handler],
      config: { 'security.conversation-api-key': 'key-of-the-chat' },
    });
  });
  afterAll(() => engine.close());

  const clientOf = (headers: Record<string, string> = {}, apiKey = 'key-of-the-chat') =>
    new OpenAI({ baseURL: `${engine.url}/v1`, apiKey, maxRetries: 0, defaultHeaders: headers });
  const create = (body: ResponseCreateParamsNonStreaming, client = clientOf(), headers: Record<string, string> = {}) =>
    client.responses.create({ model: 'flow', ...body }, { headers });
  const approval = (id: string, approve = true): ResponseInputItem[] => [
    { type: 'mcp_approval_response', approval_request_id: id, approve },
  ];
  const questionIn = ({ output }: Response) => {
    const asked = output.find((item) => item.type === 'mcp_approval_request');
    if (asked?.type !== 'mcp_approval_request') throw new Error('nothing was asked');
    return asked;
  };
  const conversationOf = ({ id }: Response) => /^resp_(.*)\.\d+$/.exec(id)?.[1] ?? '';

  it('is asked for approval, and an approval runs the action once', async () => {
    const asked = await create({ input: 'a gold loan please' });
    const conversation = conversationOf(asked);
    expect(asked.output_text).toBe('Shall I open the gold loan?');
    const { id, server_label } = questionIn(asked);
    expect([server_label, desk.of(conversation)]).toEqual(['convengine', []]);
    const answer = { input: approval(id), previous_response_id: asked.id };
    const [done] = await Promise.all([create(answer), create(answer), create(answer)]);
    expect([done.previous_response_id, desk.of(conversation)]).toEqual([asked.id, ['gold']]);
    await create(answer);
    await create({ ...answer, previous_response_id: done.id });
    expect(desk.of(conversation)).toEqual(['gold']);
    const rows = await engine.database.database.query(
      'SELECT confirmed_via, confirmed_by FROM ce_action_proposal WHERE conversation_id = $1',
      [conversation],
    );
    expect(rows).toEqual([{ confirmed_via: 'responses', confirmed_by: 'USER' }]);
  });

  it('reads the same as a stream', async () => {
    const stream = clientOf().responses.stream({ model: 'flow', input: 'a gold loan please' });
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta;
    });
    const asked = await stream.finalResponse();
    expect([text, asked.output_text]).toEqual(['Shall I open the gold loan?', 'Shall I open the gold loan?']);
    const answer = { model: 'flow', input: approval(questionIn(asked).id, false), previous_response_id: asked.id };
    await clientOf().responses.stream(answer).finalResponse();
    expect(desk.of(conversationOf(asked))).toEqual([]);
  });

  it('answers by words what the response has asked that it names, and nothing that was asked later', async () => {
    const greeted = await create({ input: 'hello' });
    const asked = await create({ input: 'a gold loan please', previous_response_id: greeted.id });
    const conversation = conversationOf(asked);
    await create({ input: 'yes', previous_response_id: greeted.id });
    expect(desk.of(conversation)).toEqual([]);
    const next = await create({ input: 'a gold loan please', previous_response_id: asked.id });
    const history: ResponseInputItem[] = [
      { role: 'user', content: 'a gold loan please' },
      { role: 'assistant', content: next.output_text },
      { role: 'user', content: [{ type: 'input_text', text: 'yes' }] },
    ];
    await create({ input: history, previous_response_id: next.id });
    expect(desk.of(conversation)).toEqual(['gold']);
  });

  it('cannot approve what was asked of somebody else, an older question, or one that is made up', async () => {
    const [mine, other] = [
      await create({ input: 'a gold loan please' }),
      await create({ input: 'a gold loan please' }),
    ];
    const { id } = questionIn(mine);
    await create({ input: approval(id), previous_response_id: other.id });
    await create({ input: approval(id.replace(/\d+$/, '7')), previous_response_id: mine.id });
    await create({ input: approval(`mcpr_${randomUUID()}.1`), previous_response_id: mine.id });
    for (const body of [
      { input: approval('yes'), previous_response_id: mine.id },
      { input: approval(id) },
      { input: approval(id), previous_response_id: 'resp_1' },
      { input: [...approval(id), { role: 'user' as const, content: 'yes' }], previous_response_id: mine.id },
    ]) {
      await expect(create(body)).rejects.toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    }
    expect([desk.of(conversationOf(mine)), desk.of(conversationOf(other))]).toEqual([[], []]);
  });

  it.each<[string, object]>([
    ['"false"', { approve: 'false' }],
    ['"true"', { approve: 'true' }],
    ['nothing', {}],
    ['null', { approve: null }],
    ['a number', { approve: 1 }],
  ])('answers no question by %s in the place of true or false', async (_what, answer) => {
    const asked = await create({ input: 'a gold loan please' });
    const item = { type: 'mcp_approval_response', approval_request_id: questionIn(asked).id, ...answer };
    await expect(create({ input: [item as never], previous_response_id: asked.id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('input.0: expected approval_request_id, and approve as true or false'),
    });
    expect(desk.of(conversationOf(asked))).toEqual([]);
    await create({ input: approval(questionIn(asked).id), previous_response_id: asked.id });
    expect(desk.of(conversationOf(asked))).toEqual(['gold']);
  });

  it.each([5, null, [null], ['hello'], [{ type: 'input_text', text: 5 }]])(
    'is told that %j are no words',
    async (content) => {
      const input = [{ type: 'message', role: 'user', content }] as never;
      await expect(create({ input })).rejects.toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    },
  );

  it('is heard in parts of the type "text", too, as other interfaces have it', async () => {
    const content = [{ type: 'text', text: 'a gold loan please' }];
    const { output_text } = await create({ input: [{ role: 'user', content }] as never });
    expect(output_text).toBe('Shall I open the gold loan?');
  });

  it('reaches the conversations of its own user alone', async () => {
    const [ann, bob] = ['ann', 'bob'].map((name) => clientOf({ 'x-on-behalf-of': name }));
    const asked = await create({ input: 'a gold loan please' }, ann);
    const answer = { input: approval(questionIn(asked).id), previous_response_id: asked.id };
    await expect(create(answer, bob)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(create(answer, clientOf({}, 'another-key'))).rejects.toMatchObject({
      status: 401,
      type: 'authentication_error',
      message: expect.stringContaining('401 '),
    });
    expect(desk.of(conversationOf(asked))).toEqual([]);
    await create(answer, ann);
    expect(desk.of(conversationOf(asked))).toEqual(['gold']);
  });

  it('gets the same response for a request that it sends again with its key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [once, twice] = [
      await create({ input: 'a gold loan please' }, clientOf(), key),
      await create({ input: 'a gold loan please' }, clientOf(), key),
    ];
    expect([twice.id, twice.output]).toEqual([once.id, once.output]);
  });
});
