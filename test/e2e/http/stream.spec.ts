import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/platform/audit/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase } from '../../helpers/databases.js';
import { type HttpApp, startHttpApp } from './http-app.js';
import { events, insertConversation, record } from './recorded-events.js';
import { SseClient } from './sse-client.js';

describeOnEachDatabase('GET /api/v1/conversation/stream/:id', (open) => {
  let database: Database;
  let http: HttpApp;

  beforeAll(async () => {
    database = (await open()).database;
  });
  afterEach(() => http.close());

  /** An application with a conversation that has `count` recorded events. */
  async function start(count: number, config: Record<string, unknown> = {}) {
    http = await startHttpApp({ database, config });
    const id = randomUUID();
    await insertConversation(database, id);
    await record(database, events(id, 1, count));
    const follow = (headers: Record<string, string> = {}, query = '') =>
      SseClient.open(`${http.url}/api/v1/conversation/stream/${id}${query}`, headers);
    return { id, follow };
  }

  /** Passes the events of one conversation on, as a turn does that has been stored. */
  function publish(recorded: AuditEvent[]) {
    const last = recorded.at(-1);
    if (last)
      http.live.publish({ conversationId: last.conversationId, newestId: last.auditId, events: () => recorded });
  }

  it('begins with CONNECTED, and then sends what is published, named by its stage', async () => {
    const { id, follow } = await start(0);
    const client = await follow();
    expect(client.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await client.waitFor(1);
    http.live.publishProgress(id, { stage: 'STEP_ENTER', text: 'Working', level: 'INFO' });
    publish(events(id, 1, 2));
    expect(await client.waitFor(4)).toMatchObject([
      { event: 'CONNECTED', data: { conversationId: id, transport: 'SSE' } },
      { event: 'VERBOSE', data: { eventType: 'VERBOSE', auditId: null, verbose: { text: 'Working' } } },
      { event: 'USER_INPUT', id: '1', data: { eventType: 'AUDIT', auditId: 1, payload: { number: 1 } } },
      { event: 'RULE_MATCH', id: '2', data: { createdAt: '2026-01-31T12:00:00.002Z', stage: 'RULE_MATCH' } },
    ]);
    expect(client.received[0]).not.toHaveProperty('id');
    expect(client.received[1]).not.toHaveProperty('id');
  });

  it('can be opened before the conversation exists, and hears of that conversation only', async () => {
    http = await startHttpApp({ database });
    const [mine, other] = [randomUUID(), randomUUID()];
    const client = await SseClient.open(`${http.url}/api/v1/conversation/stream/${mine.toUpperCase()}`);
    await client.waitFor(1);
    publish(events(other, 1, 5));
    publish(events(mine, 1, 1));
    await client.waitFor(2);
    expect(client.ids).toEqual([1]);
    expect(client.received[1]?.data.payload).toEqual({ number: 1 });
  });

  it('does not replay to a client that does not ask for it', async () => {
    const { id, follow } = await start(5);
    const client = await follow();
    await client.waitFor(1);
    publish(events(id, 6, 6));
    await client.waitFor(2);
    expect(client.ids).toEqual([6]);
  });

  it('replays what a client missed, then goes on live', async () => {
    const { id, follow } = await start(250);
    const client = await follow({ 'last-event-id': '3' });
    await client.waitFor(248);
    await record(database, events(id, 251, 252));
    publish(events(id, 251, 252));
    await client.waitFor(250);
    expect(client.ids).toEqual(Array.from({ length: 249 }, (_, index) => index + 4));
  });

  it('takes the last event id from the address too', async () => {
    const { follow } = await start(5);
    const client = await follow({}, '?lastEventId=3');
    await client.waitFor(3);
    expect(client.ids).toEqual([4, 5]);
  });

  it('leaves no gap and sends nothing twice while turns commit and clients reconnect', async () => {
    const { id, follow } = await start(100);
    const last = 400;
    const committing = (async () => {
      for (let from = 101; from <= last; from += 10) {
        const turn = events(id, from, from + 9);
        await record(database, turn);
        publish(turn);
        await delay(1);
      }
    })();
    const seen: number[] = [];
    while (seen.at(-1) !== last) {
      const client = await follow({ 'last-event-id': String(seen.at(-1) ?? 0) });
      await Promise.race([client.waitFor(60), delay(500)]);
      client.close();
      await client.ended;
      seen.push(...client.ids);
    }
    await committing;
    expect(seen).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  });

  it('reads from the database what another process recorded in between', async () => {
    const { id, follow } = await start(0);
    const client = await follow();
    await client.waitFor(1);
    await record(database, events(id, 1, 6));
    publish(events(id, 1, 2));
    publish(events(id, 5, 6));
    await client.waitFor(7);
    expect(client.ids).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('ends after the replay limit, so that the next connection carries on', async () => {
    const { follow } = await start(10, { 'convengine.stream.replay-limit': 6 });
    const first = await follow({ 'last-event-id': '1' });
    await first.ended;
    expect(first.ids).toEqual([2, 3, 4, 5, 6, 7]);
    const second = await follow({ 'last-event-id': '7' });
    await second.waitFor(4);
    expect(second.ids).toEqual([8, 9, 10]);
  });

  it('starts over for a client whose last event is from a database that is gone', async () => {
    const { id, follow } = await start(2);
    const client = await follow({ 'last-event-id': '500' });
    await client.waitFor(3);
    publish(events(id, 3, 3));
    await client.waitFor(4);
    expect(client.ids).toEqual([1, 2, 3]);
  });

  it('keeps an idle stream open with comments', async () => {
    const { follow } = await start(0, { 'convengine.stream.heartbeat-seconds': 1 });
    const client = await follow();
    const [, second] = await client.waitFor(2);
    expect(second).toEqual({ comment: 'heartbeat' });
  });

  it('forgets a client that leaves', async () => {
    const { id, follow } = await start(0);
    const client = await follow();
    await client.waitFor(1);
    expect(http.live.hasListeners(id)).toBe(true);
    client.close();
    while (http.live.hasListeners(id)) await delay(5);
  });

  it('does not let a client that reads nothing hold up the others', async () => {
    const { id, follow } = await start(0);
    const sleeper = await fetch(`${http.url}/api/v1/conversation/stream/${id}`);
    const client = await follow();
    await client.waitFor(1);
    const text = 'x'.repeat(60_000);
    const many = events(id, 1, 400).map((event) => ({ ...event, payload: { text } }));
    for (const event of many) {
      publish([event]);
      await delay(0);
    }
    await client.waitFor(401);
    expect(client.ids).toHaveLength(400);
    await expect(sleeper.text()).rejects.toThrow();
  });

  it('ends every stream when the service stops', async () => {
    const { follow } = await start(0);
    const client = await follow();
    await client.waitFor(1);
    await http.close();
    await client.ended;
  });

  it('answers HEAD without staying open', async () => {
    const { id } = await start(0);
    const response = await fetch(`${http.url}/api/v1/conversation/stream/${id}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(http.live.hasListeners(id)).toBe(false);
  });

  it('lets pages of the configured origins listen', async () => {
    const { follow } = await start(0);
    const client = await follow({ origin: 'http://localhost:5173' });
    expect(client.response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const stranger = await follow({ origin: 'https://evil.example' });
    expect([stranger.response.status, stranger.response.headers.get('access-control-allow-origin')]).toEqual([
      403,
      null,
    ]);
  });

  it('refuses an id that is none and a last event id that is none', async () => {
    const { follow } = await start(0);
    const refused = [
      await fetch(`${http.url}/api/v1/conversation/stream/42`),
      (await follow({ 'last-event-id': 'x' })).response,
      (await follow({}, '?lastEventId=-1')).response,
    ];
    expect(refused.map((response) => response.status)).toEqual([400, 400, 400]);
  });

  it('ends a stream whose events cannot be read, so that the client tries again', async () => {
    const broken: Database = { ...database, query: () => Promise.reject(new Error('gone')) };
    http = await startHttpApp({ database: broken });
    const client = await SseClient.open(`${http.url}/api/v1/conversation/stream/${randomUUID()}`, {
      'last-event-id': '1',
    });
    await client.ended;
    expect(client.received.map(({ event }) => event)).toEqual(['CONNECTED']);
  });
});
