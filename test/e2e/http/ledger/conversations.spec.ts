import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/app/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../../helpers/engine.js';
import { blockCard, CARD_FLOW, cards, PIN } from './card-flow.js';
import { read, readAll } from './read.js';

describeOnEachDatabase('all conversations', (open) => {
  let database: TestDatabase;
  let engine: TestEngine;
  let conversations: string;
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];

  beforeAll(async () => {
    database = await open();
    const config = { 'flow.action-lifecycle.sweep-seconds': 0, 'audit.level': 'STANDARD' };
    engine = await startEngine({ database, seeds: [CARD_FLOW], handlers: [cards], config });
    conversations = `${engine.url}/api/v1/conversations`;
    for (const message of [blockCard('C101'), 'yes please', 'thanks a lot']) await engine.say(message, first);
    for (const message of [blockCard('C102')]) await engine.say(message, second);
    for (const message of ['100% of what?']) await engine.say(message, third);
    await database.database.query(`INSERT INTO ce_conversation (conversation_id, kind) VALUES ($1, 'TOOL')`, [
      randomUUID(),
    ]);
  });
  afterAll(() => engine.close());

  const listed = async (query = '') => (await readAll(`${conversations}${query}`)).items;
  const found = async (query: string) => (await listed(`?${query}`)).map(({ conversationId }) => conversationId);

  it('are listed, those that began last first, each once, whatever the size of a page', async () => {
    const all = await listed();
    expect(all.map(({ conversationId }) => conversationId)).toEqual([third, second, first]);
    for (const limit of [1, 2]) expect((await readAll(`${conversations}?limit=${limit}`)).items).toEqual(all);
    expect(all[1]).toEqual({
      conversationId: second,
      intent: 'BLOCK',
      state: 'ASK',
      status: 'RUNNING',
      startedAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      turns: 1,
      lastUserText: 'block my card C102, the pin is [hidden]',
      lastReply: { type: 'TEXT', value: 'Shall I block card C102?' },
      openActions: 1,
      lastErrorCode: null,
      principal: 'USER',
    });
  });

  it('are found by intent, state, status, time, who spoke, and anything that was said or replied', async () => {
    expect(await found('intent=BLOCK')).toEqual([second, first]);
    expect(await found('intent=BLOCK&limit=1')).toEqual([second, first]);
    expect(await found('state=ASK&status=running')).toEqual([second, first]);
    expect(await found('status=BLOCKED')).toEqual([]);
    expect(await found('principal=USER')).toEqual([third, second, first]);
    expect(await found('principal=AGENT')).toEqual([]);
    expect(await found('text=YES%20please')).toEqual([first]);
    expect(await found('text=shall%20i%20block')).toEqual([second, first]);
    expect(await found('text=100%25')).toEqual([third]);
    expect(await found('text=1%25%25')).toEqual([]);
    const [, middle] = await listed();
    expect(await found(`since=${middle?.startedAt}`)).toEqual([third, second]);
    expect(await found(`until=${middle?.startedAt}`)).toEqual([first]);
  });

  it('hold no secret, and cannot be searched for one', async () => {
    const turns = [first, second].map((id) => read(`${conversations}/${id}/turns`));
    expect(JSON.stringify([await listed(), ...(await Promise.all(turns))])).not.toContain(PIN);
    expect(await found(`text=${PIN}`)).toEqual([]);
    expect(await found('text=the%20pin%20is')).toEqual([second, first]);
  });

  it('tell each turn: what was said, what came of it, and its events', async () => {
    const { items } = (await read(`${conversations}/${first}/turns`)).body as { items: JsonObject[] };
    expect(items.map(({ turn, outcome }) => [turn, outcome])).toEqual([
      [3, null],
      [2, 'EXECUTED'],
      [1, 'OPEN'],
    ]);
    expect(items[1]).toMatchObject({
      status: 'DONE',
      intent: 'BLOCK',
      state: 'ASK',
      errorCode: null,
      principal: 'USER',
      userText: 'yes please',
      reply: { type: 'TEXT', value: expect.any(String) },
      durationMs: expect.any(Number),
      actionIds: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    });
    const events = items[1]?.events as JsonObject[];
    expect(events[0]).toEqual({ stage: 'USER_INPUT', offsetMs: 0, payload: expect.any(Object) });
    expect(events.map(({ stage }) => stage)).toContain('PENDING_ACTION_EXECUTED');
  });

  it('tell the turns in either order, page by page', async () => {
    const numbers = async (query: string) => {
      const { items, pages } = await readAll(`${conversations}/${first}/turns?${query}`);
      return [items.map(({ turn }) => turn), pages];
    };
    expect(await numbers('order=asc&limit=2')).toEqual([[1, 2, 3], 2]);
    expect(await numbers('order=desc&limit=1')).toEqual([[3, 2, 1], 3]);
  });

  it('say whether their records are as they were written', async () => {
    const url = `${conversations}/${second}/verification`;
    expect((await read(url)).body).toEqual({ conversationId: second, records: 1, ok: true, problems: [] });
    await database.database.query(`UPDATE ce_turn_record SET principal = 'OPERATOR' WHERE conversation_id = $1`, [
      second,
    ]);
    const problems = [{ turnNo: 1, problem: 'altered' }];
    expect((await read(url)).body).toEqual({ conversationId: second, records: 1, ok: false, problems });
  });

  it('are not sent again to whoever has them', async () => {
    for (const url of [conversations, `${conversations}/${first}/turns`]) {
      const etag = String((await read(url)).headers.get('etag'));
      expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    }
  });

  it('are refused where the question is none, or whose it is not', async () => {
    const [cursor = ''] = [['2026-99-01 00:00:00', first]].map((one) =>
      Buffer.from(JSON.stringify(one)).toString('base64url'),
    );
    for (const path of ['?limit=201', '?status=GONE', '?cursor=x', `?cursor=${cursor}`, `/${first}/turns?order=up`]) {
      expect([path, await read(`${conversations}${path}`)]).toMatchObject([path, { status: 400 }]);
    }
    expect(await read(`${conversations}/${first}/turns?cursor=x`)).toMatchObject({ status: 400 });
    for (const path of ['turns', 'verification']) {
      expect(await read(`${conversations}/${randomUUID()}/${path}`)).toMatchObject({
        status: 404,
        body: { errorCode: 'NOT_FOUND' },
      });
    }
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    for (const path of ['', `/${first}/turns`, `/${first}/verification`]) {
      expect((await read(`${conversations}${path}`, elsewhere)).status).toBe(401);
    }
  });
});
