import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actionsToApprove,
  type ConversationEvent,
  connect,
  follow,
  history,
  list,
  read,
  readConversation,
  ServiceError,
  say,
} from '../../src/interfaces/client/index.js';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { RecordingAction, talk } from '../conformance/turns/conversation.js';
import { CANCEL_FLOW, pendingAction } from '../conformance/turns/flow-rows.js';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { FaultyFront } from './faulty-front.js';

const BOOK = 'book room 12 for 3 hours';

describe('the client', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let front: FaultyFront;
  let booked = 0;
  const rooms: ActionHandler = {
    kind: 'action',
    name: 'rooms',
    methods: {
      reserve: () => {
        booked += 1;
        return done({ reference: `R-${booked}` });
      },
    },
  };

  beforeAll(async () => {
    database = await openSqlite();
    engine = await startEngine({ database, seeds: ['test/docs/book-room.sql'], handlers: [rooms] });
    front = await FaultyFront.before(engine.url);
  });
  afterAll(async () => {
    await front.close();
    await engine.close();
    await database.close();
  });

  const service = (options: Partial<Parameters<typeof connect>[0]> = {}) => connect({ url: front.url, ...options });
  const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
    asked.then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  it('shows the open question with its buttons, and one of them carries out what was asked, once', async () => {
    const before = booked;
    const asked = await say(service(), { message: BOOK });
    expect(asked.text).toBe('Shall I book room 12 for 3 hours?');
    const [question] = asked.open;
    expect(question).toMatchObject({ arguments: { room: 12, hours: 3 }, consent: 'PLAIN' });
    expect(booked).toBe(before);
    const answers = await Promise.all([question?.confirm(), question?.confirm()]);
    expect(answers.map((answer) => answer?.text).sort()[0]).toMatch(/^(Room 12 is booked|That has already been done)/);
    expect([booked, answers[1]?.open]).toEqual([before + 1, []]);
  });

  it('refuses by the other button, after which nothing is open', async () => {
    const before = booked;
    const { open, conversationId } = await say(service(), { message: BOOK });
    await open[0]?.reject();
    expect((await readConversation(service(), conversationId)).open).toEqual([]);
    expect((await open[0]?.confirm())?.text).not.toContain('is booked');
    expect(booked).toBe(before);
  });

  it('gives a page that was opened again the same buttons', async () => {
    const { conversationId } = await say(service(), { message: BOOK });
    const { open } = await readConversation(service(), conversationId);
    expect(open).toMatchObject([{ question: 'Shall I book room 12 for 3 hours?', isAsked: true }]);
    expect((await open[0]?.confirm())?.text).toContain('Room 12 is booked');
  });

  it('sends a yes again whose answer was lost, under the same key, and it is done once', async () => {
    const before = booked;
    const { open } = await say(service(), { message: BOOK });
    front.next('busy', 'lost', 'broken');
    const reply = await open[0]?.confirm();
    expect(reply?.text).toContain('Room 12 is booked');
    expect(booked).toBe(before + 1);
    expect(front.arrived.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
    expect(new Set(front.arrived.map(({ key }) => key)).size).toBe(1);
    expect(front.arrived[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('begins one conversation where the answer to its first message was lost', async () => {
    front.next('lost');
    const { conversationId, turn } = await say(service(), { message: BOOK });
    expect([front.arrived.length, turn]).toEqual([2, 1]);
    const count = 'SELECT count(*) FROM ce_conversation_history WHERE conversation_id = $1';
    expect(await engine.count(count, [conversationId])).toBe(1);
  });

  it('reads again what was not answered, and never sends again what has no key', async () => {
    const { api } = service();
    front.next('busy', 'lost');
    expect(await read(api.GET('/api/v1/health'))).toMatchObject({ database: expect.anything() });
    expect(front.arrived).toHaveLength(3);
    front.next('busy');
    const handover = { params: { path: { id: randomUUID() } }, body: { by: 'ann', reason: 'none' } };
    const asked = api.POST('/api/v1/conversations/{id}/handover', handover as never);
    expect(await failureOf(read(asked))).toMatchObject({ code: 'SERVICE_OVERLOADED', isPassing: true });
    expect(front.arrived).toHaveLength(1);
  });

  it('gives up after the repetitions it was given, with what the service said', async () => {
    front.next('busy', 'busy', 'busy');
    const error = await failureOf(say(service({ repetitions: 1 }), { message: 'hello' }));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'SERVICE_OVERLOADED', status: 503, message: 'Busy.', remedy: 'Wait.' });
    expect(front.arrived).toHaveLength(2);
  });

  it('waits for an answer until its deadline, or until the caller gives it up', async () => {
    front.next('silence', 'silence');
    const late = await failureOf(say(service({ timeoutMs: 200 }), { message: 'hello' }));
    expect(late).toMatchObject({
      code: 'TIMED_OUT',
      isUnreachable: true,
      remedy: expect.stringContaining('Idempotency-Key'),
    });
    const stop = new AbortController();
    const stopped = failureOf(say(service(), { message: 'hello' }, { signal: stop.signal }));
    await expect.poll(() => front.arrived.length).toBe(2);
    // As `AbortSignal.timeout` gives it: the deadline of the caller is not that of the client.
    const reason = new DOMException('The page is left.', 'TimeoutError');
    stop.abort(reason);
    expect(await stopped).toBe(reason);
    expect(front.arrived).toHaveLength(2);
  });

  it('says what is wrong: a refusal, nobody there, or somebody else', async () => {
    const wrong = failureOf(say(service(), { message: 'x', conversationId: 'none' }));
    expect(await wrong).toMatchObject({ code: 'INVALID_REQUEST', status: 400, data: { problems: expect.anything() } });
    let body = '<html>';
    const server = createServer((_request, response) => response.end(body));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const elsewhere = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, repetitions: 0 });
    expect(await failureOf(say(elsewhere, { message: 'x' }))).toMatchObject({ code: 'UNREADABLE' });
    expect(await failureOf(follow(elsewhere, randomUUID()).next())).toMatchObject({ code: 'UNREADABLE' });
    for (body of ['{}', 'null', '']) {
      expect(await failureOf(say(elsewhere, { message: 'x' }))).toMatchObject({ code: 'UNREADABLE' });
      expect(await failureOf(list(elsewhere, '/api/v1/actions').next())).toMatchObject({ code: 'UNREADABLE' });
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await failureOf(say(elsewhere, { message: 'x' }))).toMatchObject({
      code: 'UNREACHABLE',
      isUnreachable: true,
    });
  });

  it('does not take for a silent service what kept its headers from being made', async () => {
    front.next();
    const expired = new Error('sign in again');
    const signedOut = service({ repetitions: 0, headers: () => Promise.reject(expired) });
    const failure = await failureOf(say(signedOut, { message: 'hello' }));
    expect(failure).toMatchObject({ message: expect.stringContaining('headers'), cause: expired });
    expect(front.arrived).toEqual([]);
  });

  it('follows a conversation across broken connections, each recorded event once and in order', async () => {
    const id = randomUUID();
    const told: ConversationEvent[] = [];
    const ids = () => told.flatMap((event) => (event.eventType === 'AUDIT' ? [event.auditId] : []));
    const isTold = (eventType: string) => expect.poll(() => told.at(-1)?.eventType).toBe(eventType);
    const ended = new AbortController();
    const following = (async () => {
      for await (const event of follow(service(), id, { after: 0, signal: ended.signal })) told.push(event);
    })();
    await isTold('CONNECTED');
    await say(service(), { conversationId: id, message: BOOK });
    const recorded = (turn: number) =>
      engine.count('SELECT max(audit_id) FROM ce_audit WHERE conversation_id = $1 AND turn_no = $2', [id, turn]);
    const first = await recorded(1);
    await expect.poll(() => ids().at(-1)).toBe(first);
    front.cut();
    await isTold('DISCONNECTED');
    front.next('busy');
    await engine.say('yes', id);
    const last = await recorded(2);
    await expect.poll(() => ids().at(-1)).toBe(last);
    expect(ids()).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect(front.arrived.at(-1)?.lastEventId).toBe(String(first));
    ended.abort();
    await following;
  });

  it('stops following where the loop is left, and says so where the service refuses', async () => {
    const id = randomUUID();
    for await (const { eventType } of follow(service(), id)) {
      expect(eventType).toBe('CONNECTED');
      break;
    }
    await expect.poll(() => front.answering).toBe(0);
    expect(await failureOf(follow(service(), 'none').next())).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('lists page by page what there is, and no more than the loop takes', async () => {
    const { conversationId } = await say(service(), { message: BOOK });
    await say(service(), { conversationId, message: 'no' });
    const all = await engine.count('SELECT count(*) FROM ce_conversation');
    const query = { limit: 2 };
    const found: string[] = [];
    for await (const conversation of list(service(), '/api/v1/conversations', { params: { query } })) {
      found.push(conversation.conversationId);
    }
    expect([found.length, new Set(found).size]).toEqual([all, all]);
    expect(found[0]).toBe(conversationId);
    front.next();
    for await (const { status } of list(service(), '/api/v1/actions', {
      params: { query: { limit: 1, conversationId } },
    })) {
      expect(status).toBe('REJECTED');
      break;
    }
    expect(front.arrived).toHaveLength(1);
    const turns: number[] = [];
    for await (const { turn } of history(service(), conversationId)) turns.push(turn);
    expect(turns).toEqual([2, 1]);
  });

  it('says of an address that is none that it is none', async () => {
    const nowhere = connect({ url: 'notaurl' });
    const failures = [failureOf(say(nowhere, { message: BOOK })), failureOf(follow(nowhere, randomUUID()).next())];
    for (const failure of await Promise.all(failures)) {
      expect(failure).toBeInstanceOf(ServiceError);
      expect(failure).toMatchObject({ code: 'NO_ADDRESS', status: 0, message: expect.stringContaining('notaurl') });
    }
  });

  it('sends its key with every request', async () => {
    const KEY = 'the-key-of-conversations';
    const locked = await startEngine({ database, handlers: [rooms], config: { 'security.conversation-api-key': KEY } });
    const url = locked.url;
    expect(await failureOf(say(connect({ url }), { message: BOOK }))).toMatchObject({
      code: 'UNAUTHORIZED',
      needsKey: true,
    });
    expect((await say(connect({ url, apiKey: KEY }), { message: BOOK })).open).toHaveLength(1);
    const headers = async () => ({ authorization: `Bearer ${KEY}` });
    const events = follow(connect({ url, headers }), randomUUID());
    expect((await events.next()).value).toEqual({ eventType: 'CONNECTED' });
    await events.return();
    await locked.close();
  });
});

it('the client approves the revision of an action that was read, or refuses it', async () => {
  const task = new RecordingAction();
  const user = await talk(openSqlite, CANCEL_FLOW + pendingAction({ key: 'delete_order' }), {
    handlers: [task],
    config: {
      'flow.guardrail.require-approval-for-sensitive-actions': true,
      'flow.guardrail.sensitive-patterns': ['delete'],
    },
  });
  const service = connect({ url: user.engine.url });
  await user.say('cancel my order');
  await user.say('yes');
  const [waiting] = await actionsToApprove(service);
  expect(waiting).toMatchObject({ conversationId: user.id, actionKey: 'delete_order', revision: 1 });
  expect(await waiting?.approve({ by: 'ann' })).toMatchObject({ approvedBy: 'ann', revision: 1 });
  expect(task.calls).toHaveLength(0);
  await user.say('yes');
  expect(task.calls).toHaveLength(1);
});
