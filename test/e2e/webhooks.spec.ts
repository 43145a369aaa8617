import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CloudEvent, HTTP } from 'cloudevents';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { verifyWebhook } from '../../src/app/index.js';
import { ActionKeeper } from '../../src/engine/turn/index.js';
import { type ActionHandler, done, failed, type StepHook } from '../../src/platform/handlers-api/index.js';
import { WebhookDispatcher } from '../../src/platform/outbox/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { StandingClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { accept, type Behaviour, WebhookReceiver } from '../helpers/webhook-receiver.js';

const FLOW = 'test/docs/book-room.sql';
const SECRET = 'the secret of the webhook';
/** A number that no identifier or hash happens to contain. */
const ROOM = '471100081547';
const TIMEOUT_MS = 10_000;
/** Of an engine that nobody answers in time. */
const SHORT_TIMEOUT_MS = 400;
const MINUTE = 60_000;
const ASKED_AND_DONE = ['OPEN', 'IN_PROGRESS', 'EXECUTED'];

describeOnEachDatabase('the webhook', (open) => {
  let engine: TestEngine;
  let hasty: TestEngine;
  let database: TestDatabase;
  let reserve: () => unknown;
  const clock = new StandingClock();
  const receiver = new WebhookReceiver();
  const rooms: ActionHandler = {
    kind: 'action',
    name: 'rooms',
    methods: { reserve: async () => reserve() as ReturnType<typeof done> },
  };
  /** Conversations that another process takes over before the turn is stored. */
  let takenOver: string[] = [];
  const taker: StepHook = {
    kind: 'step-hook',
    afterStep: async (step, _outcome, { conversationId }) => {
      if (step !== 'PersistConversationStep' || !takenOver.includes(conversationId)) return;
      await database.database.query(`UPDATE ce_conversation SET lease_owner = 'another' WHERE conversation_id = $1`, [
        conversationId,
      ]);
    },
  };
  const settings = () => ({
    'flow.action-lifecycle.sweep-seconds': 0,
    'webhooks.url': receiver.url,
    'webhooks.secret': SECRET,
    'webhooks.timeout-ms': TIMEOUT_MS,
    'webhooks.poll-seconds': 0,
  });

  beforeAll(async () => {
    await receiver.start();
    database = await open();
    engine = await startEngine({ database, seeds: [FLOW], handlers: [rooms, taker], clock, config: settings() });
    const config = { ...settings(), 'webhooks.timeout-ms': SHORT_TIMEOUT_MS };
    hasty = await startEngine({ database, handlers: [rooms], clock, config });
  });
  beforeEach(async () => {
    reserve = () => done({ reference: 'R-1' });
    takenOver = [];
    receiver.behave(accept);
    await database.database.query('DELETE FROM ce_outbox_event');
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await engine.close();
    await hasty.close();
    await receiver.stop();
  });

  const ask = async () => {
    const id = randomUUID();
    await engine.say(`book room ${ROOM} for 3 hours`, id);
    return id;
  };
  const askAndDo = async () => {
    const id = await ask();
    await engine.say('yes', id);
    return id;
  };
  const deliverOnce = ({ app } = engine) => app.get(WebhookDispatcher).deliverDue();
  const deliver = async () => {
    while ((await deliverOnce()) > 0);
  };
  const sweep = () => engine.app.get(ActionKeeper).sweep();
  const outbox = (id: string) =>
    database.database.query('SELECT * FROM ce_outbox_event WHERE conversation_id = $1 ORDER BY event_no', [id]);
  const firstOf = async (id: string) => (await outbox(id))[0] ?? {};

  it('is told what becomes of an action, in order, without its arguments', async () => {
    const id = await askAndDo();
    await deliver();
    expect(receiver.names(id)).toEqual(ASKED_AND_DONE);
    const [proposal] = await database.database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [
      id,
    ]);
    const [first, , last] = receiver.about(id);
    expect(first?.event).toEqual({
      eventId: first?.headers['convengine-event-id'],
      type: 'pending_action',
      event: 'OPEN',
      conversationId: id,
      proposalId: proposal?.proposal_id,
      actionKey: 'book_room',
      status: 'OPEN',
      revision: 1,
      reason: null,
      argumentsHash: proposal?.arguments_hash,
      turn: 1,
      occurredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(last?.event).toMatchObject({ status: 'EXECUTED', turn: 2 });
    for (const { raw } of receiver.about(id)) expect(raw).not.toContain(ROOM);
  });

  it('can tell by the signature that a request is genuine, and was not changed', async () => {
    const id = await ask();
    await deliver();
    const [webhook] = receiver.about(id);
    const { headers = {}, raw = '' } = webhook ?? {};
    const tolerance = 86_400;
    expect(headers['content-type']).toBe('application/json');
    expect(verifyWebhook(SECRET, headers, raw, tolerance)).toBe(true);
    expect(verifyWebhook(SECRET, headers, raw.replace('OPEN', 'EXECUTED'), tolerance)).toBe(false);
    expect(verifyWebhook('another secret', headers, raw, tolerance)).toBe(false);
  });

  it.each([
    ['that is a text', SECRET, { format: 'raw' as const }],
    ['of Standard Webhooks', `whsec_${Buffer.alloc(32, 7).toString('base64')}`, {}],
  ])('can check it with a library of Standard Webhooks, by a secret %s', async (_kind, secret, options) => {
    const config = { ...settings(), 'webhooks.secret': secret };
    const other = await startEngine({ database, handlers: [rooms], clock, config });
    const id = await ask();
    await other.app.get(WebhookDispatcher).deliverDue();
    await other.close();
    const [{ headers = {}, raw = '' } = {}] = receiver.about(id);
    const given = Object.fromEntries(
      ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, String(headers[`webhook-${name}`])]),
    );
    const library = new Webhook(secret, options);
    expect(library.verify(raw, given)).toMatchObject({
      eventId: given['webhook-id'],
      event: 'OPEN',
      conversationId: id,
    });
    expect(() => library.verify(raw.replace('OPEN', 'EXECUTED'), given)).toThrow('No matching signature');
    expect(() => library.verify(raw, { ...given, 'webhook-id': randomUUID() })).toThrow('No matching signature');
    expect(verifyWebhook(secret, headers, raw, 86_400_000)).toBe(true);
  });

  it('gets events in the envelope of CloudEvents where it wants them so, signed with it', async () => {
    const config = { ...settings(), 'webhooks.format': 'cloudevents', 'http.public-url': 'https://bot.example.org' };
    const other = await startEngine({ database, handlers: [rooms], clock, config });
    const id = await ask();
    await other.app.get(WebhookDispatcher).deliverDue();
    await other.close();
    const [{ headers = {}, raw = '' } = {}] = receiver.received.filter(({ event }) => event.subject === id);
    const event = HTTP.toEvent({ headers: headers as Record<string, string>, body: raw }) as CloudEvent;
    expect(event.validate()).toBe(true);
    expect(event).toMatchObject({
      id: headers['webhook-id'],
      source: 'https://bot.example.org',
      type: 'convengine.pending_action.open',
      subject: id,
      data: { eventId: headers['webhook-id'], event: 'OPEN', conversationId: id },
    });
    expect(event.time).toBe((event.data as { occurredAt?: unknown } | undefined)?.occurredAt);
    expect(verifyWebhook(SECRET, headers, raw, 86_400_000)).toBe(true);
  });

  it('is told of a refusal, a correction and a reset, each once', async () => {
    const refused = await ask();
    await engine.say('no', refused);
    const corrected = await ask();
    await engine.say('no, make it 5 hours', corrected);
    const reset = await ask();
    await engine.say('start over', reset, { reset: true });
    await deliver();
    expect(receiver.names(refused)).toEqual(['OPEN', 'REJECTED']);
    expect(receiver.about(refused)[1]?.event.reason).toBe('DENIED_BY_USER');
    expect(receiver.names(corrected)).toEqual(['OPEN', 'AMENDED']);
    expect(receiver.about(corrected)[1]?.event.revision).toBe(2);
    expect(receiver.names(reset)).toEqual(['OPEN', 'REJECTED']);
  });

  it('is told of failures: for good, for now, and when nobody can tell until an operator does', async () => {
    reserve = () => failed('no room');
    const lost = await askAndDo();
    reserve = () => failed('not now', { retryable: true });
    const postponed = await askAndDo();
    const unknown = await ask();
    await database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', claim_owner = 'dead', claim_expires_at = $2
        WHERE conversation_id = $1`,
      [unknown, clock.now() - 1],
    );
    await sweep();
    const [held] = await database.database.query('SELECT * FROM ce_action_proposal WHERE conversation_id = $1', [
      unknown,
    ]);
    const finding = { happened: true, by: 'ann', note: 'found in the ledger', result: null };
    await engine.app.get(ActionKeeper).settle(String(held?.proposal_id), finding);
    await deliver();
    expect(receiver.names(lost)).toEqual(['OPEN', 'IN_PROGRESS', 'FAILED']);
    expect(receiver.names(postponed)).toEqual(['OPEN', 'IN_PROGRESS', 'REOPENED']);
    expect(receiver.names(unknown)).toEqual(['OPEN', 'IN_DOUBT', 'EXECUTED']);
    expect(receiver.about(unknown)[1]?.event).toMatchObject({ status: 'IN_PROGRESS', reason: 'INTERRUPTED' });
    expect(receiver.about(unknown)[2]?.event.reason).toBe('SETTLED_BY_OPERATOR');
  });

  it('is told once of an action that expires while nobody is typing', async () => {
    const id = await ask();
    clock.advance(31 * MINUTE);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    await deliver();
    await engine.say('yes', id);
    await deliver();
    expect(receiver.names(id)).toEqual(['OPEN', 'EXPIRED']);
    expect(receiver.about(id)[1]?.event).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES', turn: 1 });
  });

  it('is told what was done in a turn that could not be stored, and nothing that was not', async () => {
    const done = await ask();
    const asked = randomUUID();
    takenOver = [done, asked];
    expect((await engine.say('yes', done)).status).toBe(503);
    expect((await engine.say('book room 1 for 2 hours', asked)).status).toBe(503);
    await deliver();
    expect(receiver.names(done)).toEqual(ASKED_AND_DONE);
    expect(await outbox(asked)).toEqual([]);
  });

  it.each<[string, Behaviour, RegExp, boolean?]>([
    ['answers 500', (response) => response.writeHead(500).end('{"error":"…"}'), /HTTP status 500/],
    ['drops the connection', (response) => response.socket?.destroy(), /closed|ECONNRESET|other side/],
    ['never answers', () => {}, /did not answer within 400 ms/, true],
    ['drips the headers', dripHeaders, /did not answer within 400 ms/, true],
  ])('gets an event again, after a pause, when it %s', async (_what, misbehave, error, isLate = false) => {
    const id = await ask();
    receiver.behave((response, nth, request) => (nth === 1 ? misbehave : accept)(response, nth, request));
    expect(await deliverOnce(isLate ? hasty : engine)).toBe(1);
    expect(await firstOf(id)).toMatchObject({
      attempts: 1,
      last_error: expect.stringMatching(error),
      delivered_at_ms: null,
      claim_owner: null,
    });
    expect(await deliverOnce()).toBe(0);
    clock.advance(1_000);
    expect(await deliverOnce()).toBe(1);
    const [first, second] = receiver.about(id);
    expect(second?.event).toEqual(first?.event);
    expect(await firstOf(id)).toMatchObject({ attempts: 2, last_error: null, delivered_at_ms: expect.anything() });
    clock.advance(60 * MINUTE);
    expect(await deliverOnce()).toBe(0);
  });

  it.each<[string, Behaviour]>([
    ['a body of any size', (response) => flood(response)],
    [
      'a body that breaks off',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('.', () => response.socket?.destroy()),
    ],
  ])('has received an event when it says so, whatever else it sends: %s', async (_what, misbehave) => {
    const id = await ask();
    receiver.behave((response, nth, request) => {
      if (!response.headersSent) response.statusCode = 200;
      misbehave(response, nth, request);
    });
    const startedAt = performance.now();
    expect(await deliverOnce()).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + 20_000);
    expect(await firstOf(id)).toMatchObject({ attempts: 1, last_error: null, delivered_at_ms: expect.anything() });
  });

  it('has received an event when it says so, although the body never ends', async () => {
    const id = await ask();
    receiver.behave((response) => drip(() => response.writable && response.write('.')));
    const timeout = new AbortController();
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal);
    const posts = vi.spyOn(globalThis, 'fetch');
    const delivering = deliverOnce();
    await expect.poll(() => posts.mock.settledResults[0]?.type).toBe('fulfilled');
    timeout.abort();
    expect(await delivering).toBe(1);
    expect(limits).toHaveBeenCalledExactlyOnceWith(TIMEOUT_MS);
    expect(await firstOf(id)).toMatchObject({ attempts: 1, last_error: null, delivered_at_ms: expect.anything() });
  });

  it('is not followed to another address', async () => {
    const id = await ask();
    receiver.behave((response) => response.writeHead(307, { location: '/elsewhere' }).end());
    await deliverOnce();
    expect(receiver.about(id).map(({ path }) => path)).toEqual(['/hook']);
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(await firstOf(id)).toMatchObject({ last_error: 'answered with HTTP status 307', delivered_at_ms: null });
  });

  it('is left alone for as long as it asks for', async () => {
    const id = await ask();
    receiver.behave((response, nth, request) => {
      if (nth > 1) return accept(response, nth, request);
      response.writeHead(503, { 'retry-after': '120' }).end();
    });
    await deliverOnce();
    clock.advance(119_000);
    expect(await deliverOnce()).toBe(0);
    clock.advance(1_500);
    expect(await deliverOnce()).toBe(1);
    expect(receiver.names(id)).toEqual(['OPEN', 'OPEN']);
  });

  it('gets everything in order when it has been down for a while', async () => {
    await receiver.stop();
    const id = await askAndDo();
    for (let round = 0; round < 5; round += 1) {
      await deliver();
      clock.advance(10 * MINUTE);
    }
    expect(await firstOf(id)).toMatchObject({ attempts: 5, last_error: expect.stringContaining('ECONNREFUSED') });
    expect((await outbox(id)).map(({ attempts }) => attempts)).toEqual([5, 0, 0]);
    await receiver.start();
    await deliver();
    expect(receiver.names(id)).toEqual(ASKED_AND_DONE);
  });

  it('gets no event before the one that it has refused, and those of other conversations meanwhile', async () => {
    const [stuck, other] = [await askAndDo(), await askAndDo()];
    receiver.behave((response, _nth, { event }) => {
      response.writeHead(event.conversationId === stuck ? 500 : 200).end();
    });
    await deliver();
    expect(receiver.names(stuck)).toEqual(['OPEN']);
    expect(receiver.names(other)).toEqual(ASKED_AND_DONE);
  });

  it('is spared an event that is too old, which is kept with its error, and gets the next ones', async () => {
    const id = await askAndDo();
    receiver.behave((response, _nth, { event }) => {
      response.writeHead(event.event === 'OPEN' ? 500 : 200).end();
    });
    await deliver();
    clock.advance(24 * 60 * MINUTE);
    await deliver();
    expect(receiver.names(id)).toEqual(['OPEN', ...ASKED_AND_DONE]);
    expect(await firstOf(id)).toMatchObject({
      next_attempt_at_ms: null,
      delivered_at_ms: null,
      attempts: 2,
      last_error: 'answered with HTTP status 500',
    });
    clock.advance(24 * 60 * MINUTE);
    expect(await deliverOnce()).toBe(0);
  });

  it('gets what was given up once an operator has it sent again, and that once', async () => {
    const id = await ask();
    await database.database.query(
      'UPDATE ce_outbox_event SET next_attempt_at_ms = NULL, attempts = 3, last_error = $1',
      ['HTTP 500'],
    );
    await deliver();
    expect(receiver.about(id)).toEqual([]);
    const api = `${engine.url}/api/v1/webhook`;
    const givenUp = async () => (await (await fetch(`${api}/given-up`)).json()) as Record<string, unknown>[];
    const [event] = await givenUp();
    expect(event).toMatchObject({ conversationId: id, event: 'OPEN', attempts: 3, error: 'HTTP 500' });
    const sendAgain = async () => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ events: [{ conversationId: id, eventId: event?.eventId }] });
      return (await fetch(`${api}/send-again`, { method: 'POST', headers, body })).json();
    };
    expect(await sendAgain()).toEqual({ sentAgain: 1 });
    expect(await sendAgain()).toEqual({ sentAgain: 0 });
    await deliver();
    expect(receiver.names(id)).toEqual(['OPEN']);
    expect(await givenUp()).toEqual([]);
    expect(await sendAgain()).toEqual({ sentAgain: 0 });
  });

  it('gets an event from another process when the one that had claimed it has died', async () => {
    const id = await ask();
    await database.database.query(
      `UPDATE ce_outbox_event SET claim_owner = 'dead', claim_expires_at = $2, attempts = 1 WHERE conversation_id = $1`,
      [id, clock.now() + MINUTE],
    );
    expect(await deliverOnce()).toBe(0);
    clock.advance(MINUTE);
    expect(await deliverOnce()).toBe(1);
    expect(receiver.names(id)).toEqual(['OPEN']);
  });

  it('still gets, and is not sent again, what is under way when the service stops', async () => {
    const id = await ask();
    const config = { ...settings(), 'webhooks.poll-seconds': 1 };
    const arrived = new Promise<void>((resolve) => {
      receiver.behave((response) => {
        resolve();
        setTimeout(() => response.end(), 200);
      });
    });
    const stopping = await startEngine({ database, handlers: [rooms], clock, config });
    await arrived;
    await stopping.close();
    expect(await firstOf(id)).toMatchObject({ attempts: 1, delivered_at_ms: expect.anything() });
  });

  it('gets each event once, and those of a conversation in order, from two processes that share the work', async () => {
    const config = { ...settings(), 'webhooks.poll-seconds': 1 };
    const engines = [1, 2].map(() => startEngine({ database, handlers: [rooms], clock, config }));
    const [one, two] = await Promise.all(engines);
    receiver.behave(async (response, nth, request) => {
      await sleep(nth % 7);
      accept(response, nth, request);
    });
    const ids = await Promise.all(Array.from({ length: 30 }, ask));
    await Promise.all(ids.map((id) => engine.say('yes', id)));
    await expect.poll(() => engine.count('SELECT count(*) FROM ce_outbox_event WHERE delivered_at_ms IS NULL')).toBe(0);
    await Promise.all([one?.close(), two?.close()]);
    for (const id of ids) expect(receiver.names(id)).toEqual(ASKED_AND_DONE);
  });
});

describeOnEachDatabase('without a webhook', (open) => {
  it('nothing is kept for it', async () => {
    const database = await open();
    const clock = new StandingClock();
    const rooms: ActionHandler = { kind: 'action', name: 'rooms', methods: { reserve: async () => done({}) } };
    const engine = await startEngine({ database, seeds: [FLOW], handlers: [rooms], clock });
    const [booked, expired] = [randomUUID(), randomUUID()];
    for (const id of [booked, expired]) await engine.say('book room 12 for 3 hours', id);
    await engine.say('yes', booked);
    clock.advance(31 * MINUTE);
    await engine.app.get(ActionKeeper).sweep();
    expect(await engine.count(`SELECT count(*) FROM ce_action_proposal WHERE status <> 'OPEN'`)).toBe(2);
    expect(await engine.count('SELECT count(*) FROM ce_outbox_event')).toBe(0);
    await engine.close();
  });
});

/** A status line, and a header that never ends. */
function dripHeaders({ socket }: Parameters<Behaviour>[0]): void {
  socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  drip(() => socket?.writable && socket.write('.'));
}

function drip(write: () => unknown): void {
  const timer = setInterval(write, 20);
  setTimeout(() => clearInterval(timer), 3_000).unref();
}

/** Writes for as long as anybody reads, up to what no buffer on the way holds. */
function flood(response: Parameters<Behaviour>[0]): void {
  const chunk = Buffer.alloc(65_536, '.');
  let chunks = 0;
  const pour = (): void => {
    chunks += 1;
    if (chunks > 300) throw new Error('All of the body is read.');
    if (response.destroyed) return;
    if (response.write(chunk)) setImmediate(pour);
    else response.once('drain', pour);
  };
  pour();
}
