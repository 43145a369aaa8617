import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, readJson } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { type HttpApp, post, startHttpApp } from './http-app.js';
import { insertConversation } from './recorded-events.js';

describeOnEachDatabase('POST /api/v1/conversation/feedback', (open) => {
  let database: Database;
  let http: HttpApp;

  beforeAll(async () => {
    database = (await open()).database;
    http = await startHttpApp({ database });
  });
  afterAll(() => http.close());

  const send = (body: object) => post(`${http.url}/api/v1/conversation/feedback`, body);

  async function newConversation(): Promise<string> {
    const id = randomUUID();
    await insertConversation(database, id);
    return id;
  }

  const stored = (conversationId: string) =>
    database.query('SELECT * FROM ce_mcp_user_feedback WHERE conversation_id = $1', [conversationId]);

  it('stores a thumb with where the conversation stood', async () => {
    const conversationId = await newConversation();
    const metadata = { role: 'assistant', comment: 'wrong', hasMarkdownTable: false };
    const response = await send({
      conversationId,
      feedbackType: 'thumbs_down',
      messageId: 'm-1',
      assistantResponse: 'It costs 5.',
      metadata,
    });
    const body = (await response.json()) as { feedbackId: string };
    expect([response.status, body]).toEqual([
      200,
      {
        success: true,
        feedbackId: expect.any(String),
        capturedQueryKnowledgeCount: 0,
        capturedUserQueryKnowledgeCount: 0,
        embeddedUserQueryKnowledgeCount: 0,
        message: 'Feedback saved.',
      },
    ]);
    const [row] = await stored(conversationId);
    expect(row).toMatchObject({
      feedback_id: body.feedbackId,
      feedback_type: 'THUMBS_DOWN',
      message_id: 'm-1',
      intent_code: 'FAQ',
      state_code: 'IDLE',
      user_query: 'What does it cost?',
      assistant_response: 'It costs 5.',
    });
    expect(readJson(row?.metadata_json)).toEqual(metadata);
  });

  it('keeps the question that the client says the answer was for', async () => {
    const conversationId = await newConversation();
    await send({ conversationId, feedbackType: 'THUMBS_UP', metadata: { question: 'How long?' } });
    expect(await stored(conversationId)).toMatchObject([{ user_query: 'How long?' }]);
  });

  it('replaces an opinion on the same message, and keeps its id', async () => {
    const conversationId = await newConversation();
    const first = await (await send({ conversationId, feedbackType: 'THUMBS_UP', messageId: 'm-1' })).json();
    const second = await (await send({ conversationId, feedbackType: 'THUMBS_DOWN', messageId: 'm-1' })).json();
    expect(second).toEqual(first);
    expect(await stored(conversationId)).toMatchObject([{ feedback_type: 'THUMBS_DOWN' }]);
  });

  it('stores one row when the same click arrives several times at once', async () => {
    const conversationId = await newConversation();
    const clicks = Array.from({ length: 8 }, () => send({ conversationId, feedbackType: 'THUMBS_UP', messageId: 'm' }));
    const ids = await Promise.all(clicks.map(async (click) => (await (await click).json()) as { feedbackId: string }));
    expect(new Set(ids.map(({ feedbackId }) => feedbackId)).size).toBe(1);
    expect(await stored(conversationId)).toHaveLength(1);
  });

  it('keeps opinions without a message apart', async () => {
    const conversationId = await newConversation();
    await send({ conversationId, feedbackType: 'THUMBS_UP' });
    await send({ conversationId, feedbackType: 'THUMBS_UP', messageId: null, metadata: null });
    expect(await stored(conversationId)).toHaveLength(2);
  });

  it('knows no opinion on a conversation that it does not know', async () => {
    const response = await send({ conversationId: randomUUID(), feedbackType: 'THUMBS_UP' });
    expect([response.status, await response.json()]).toMatchObject([404, { errorCode: 'NOT_FOUND' }]);
  });

  it('refuses any other opinion', async () => {
    const conversationId = await newConversation();
    const refused = [
      { conversationId, feedbackType: 'MEH' },
      { conversationId },
      { feedbackType: 'THUMBS_UP' },
      { conversationId, feedbackType: 'THUMBS_UP', messageId: 'x'.repeat(129) },
      { conversationId, feedbackType: 'THUMBS_UP', metadata: 'text' },
    ];
    for (const body of refused) expect((await send(body)).status).toBe(400);
    expect(await stored(conversationId)).toEqual([]);
  });
});
