import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/app/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, type Reply, startEngine, type TestEngine } from '../helpers/engine.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

/** A question as a reply hands it out. */
interface Asked {
  readonly actionId: string;
  readonly revision: number;
  readonly question: string;
  readonly arguments: JsonObject;
  readonly argumentsHash: string;
  readonly expiresAt: string | null;
  readonly expiresAfterTurn: number | null;
  readonly answers: { label: string; decision: string }[];
}

const askedIn = ({ body }: Reply): Asked[] => body.pendingActions as unknown as Asked[];
const onlyAskedIn = (reply: Reply): Asked => {
  const [asked, ...more] = askedIn(reply);
  if (!asked || more.length > 0) throw new Error(`expected one question, got ${JSON.stringify(reply.body)}`);
  return asked;
};
/** What a reply tells programs of an answer that has run nothing. */
const uncountedIn = ({ body }: Reply) => body.uncounted;
const addressOf = ({ actionId, revision }: Asked): JsonObject => ({ actionId, revision });

describeOnEachDatabase('a question has an address', (open) => {
  const desk = new LoanDesk();
  const clock = new MovableClock();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], handlers: [desk.handler], clock });
  });
  afterAll(() => engine.close());

  it('which the reply that asks carries, with everything a page needs to show it', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('please move my connection to Delhi', id));
    expect(asked).toEqual({
      actionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      revision: 1,
      question: 'Shall I move the connection to Delhi?',
      arguments: { city: 'Delhi' },
      argumentsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      expiresAfterTurn: 4,
      riskLevel: null,
      consent: 'PLAIN',
      answers: [
        { label: 'Yes', decision: 'CONFIRM' },
        { label: 'No', decision: 'REJECT' },
      ],
    });
    expect(askedIn(await engine.say('hello there', randomUUID()))).toEqual([]);
  });

  it('and a button with it is a yes or a no, whatever the words are', async () => {
    const yes = randomUUID();
    const asked = onlyAskedIn(await engine.say('a gold loan please', yes));
    await engine.say('no way', yes, { inReplyTo: addressOf(asked), decision: 'CONFIRM' });
    expect(desk.of(yes)).toEqual(['gold']);
    const no = randomUUID();
    const other = onlyAskedIn(await engine.say('a gold loan please', no));
    const refused = await engine.say('yes please', no, { inReplyTo: addressOf(other), decision: 'REJECT' });
    expect([desk.of(no), askedIn(refused)]).toEqual([[], []]);
    expect((await engine.say('yes', no)).text).toMatch(/nothing was done/);
    expect(desk.of(no)).toEqual([]);
  });

  it('and a button needs no message', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('a home loan please', id));
    const response = await fetch(`${engine.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: id, inReplyTo: addressOf(asked), decision: 'CONFIRM' }),
    });
    expect([response.status, desk.of(id)]).toEqual([200, ['home']]);
  });

  it('and words with it count for that question', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('a gold loan please', id));
    await engine.say('yes', id, { inReplyTo: addressOf(asked) });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('and a yes to an earlier question runs nothing, says so, and the open one is asked again', async () => {
    const id = randomUUID();
    const gold = onlyAskedIn(await engine.say('a gold loan please', id));
    await engine.say('a home loan please', id);
    const answers: JsonObject[] = [{ inReplyTo: addressOf(gold) }, { inReplyTo: addressOf(gold), decision: 'CONFIRM' }];
    for (const more of answers) {
      const reply = await engine.say('yes', id, more);
      expect(desk.of(id)).toEqual([]);
      expect(reply.text).toContain('Shall I open the home loan?');
      expect(onlyAskedIn(reply).question).toContain('home loan');
    }
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['home']);
  });

  it('and a yes to arguments that have changed since runs nothing, and tells what changed', async () => {
    const id = randomUUID();
    const first = onlyAskedIn(await engine.say('move my connection to Delhi', id));
    const second = onlyAskedIn(await engine.say('change the city to Hamburg', id));
    expect(second).toMatchObject({ actionId: first.actionId, revision: 2, arguments: { city: 'Hamburg' } });
    const reply = await engine.say('yes', id, { inReplyTo: addressOf(first), decision: 'CONFIRM' });
    expect(desk.of(id)).toEqual([]);
    expect(reply.text).toMatch(/Hamburg/);
    expect(onlyAskedIn(reply)).toMatchObject({ revision: 2 });
    await engine.say('', id, { inReplyTo: addressOf(onlyAskedIn(reply)), decision: 'CONFIRM' });
    expect(desk.done.at(-1)).toMatchObject({ what: 'move', args: { city: 'Hamburg' } });
  });

  it('and a yes after an old question that was given once more does not count for the newer one', async () => {
    const id = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await engine.say('move my connection to Delhi', id, {}, headers);
    await engine.say('change the city to Hamburg', id);
    expect((await engine.say('move my connection to Delhi', id, {}, headers)).body).toEqual(first.body);
    const ran = desk.done.length;
    const reply = await engine.say('yes', id);
    expect([desk.done.length, onlyAskedIn(reply).arguments]).toEqual([ran, { city: 'Hamburg' }]);
    await engine.say('yes', id);
    expect(desk.done.at(-1)).toMatchObject({ what: 'move', args: { city: 'Hamburg' } });
  });

  it('and a yes after the newest question was given once more counts for it', async () => {
    const id = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    for (const _twice of [1, 2]) await engine.say('a gold loan please', id, {}, headers);
    await engine.say('yes', id);
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('and a yes to what was done before is told so, and runs nothing', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('a gold loan please', id));
    await engine.say('yes', id, { inReplyTo: addressOf(asked) });
    const again = await engine.say('yes', id, { inReplyTo: addressOf(asked), decision: 'CONFIRM' });
    expect([desk.of(id), again.text]).toEqual([['gold'], expect.stringContaining('already been done')]);
  });

  it('and a button that is pressed twice does not try again what failed meanwhile', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('a gold loan please', id));
    desk.failures = 1;
    const press = () => engine.say('', id, { inReplyTo: addressOf(asked), decision: 'CONFIRM' });
    const [, second] = await Promise.all([press(), press()]);
    expect([desk.of(id), desk.failures]).toEqual([[], 0]);
    expect(onlyAskedIn(second)).toMatchObject({ actionId: asked.actionId, revision: 1 });
    await press();
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('and an address of nowhere is refused as a mistake of the caller', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    const stranger = await engine.say('yes', id, { inReplyTo: { actionId: randomUUID(), revision: 1 } });
    expect([stranger.status, desk.of(id)]).toEqual([200, []]);
    expect(stranger.text).toBe(
      'Nothing was done: your answer was to a question that is not open.\n\nShall I open the gold loan?',
    );
    const wrong = await engine.say('yes', id, { inReplyTo: { actionId: 'x', revision: 0 }, decision: 'MAYBE' });
    expect([wrong.status, wrong.body.errorCode]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('and a form of a question that was never asked is not said to have changed', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('a gold loan please', id));
    const inReplyTo = { actionId: asked.actionId, revision: 7 };
    const reply = await engine.say('', id, { inReplyTo, decision: 'CONFIRM' });
    expect([desk.of(id), reply.text]).toEqual([
      [],
      'Nothing was done: your answer was to a question that is not open.\n\nShall I open the gold loan?',
    ]);
  });

  it('and a button that runs nothing says why without words: the question is another, has changed, or is closed', async () => {
    const id = randomUUID();
    const press = (asked: Pick<Asked, 'actionId' | 'revision'>, decision = 'CONFIRM') =>
      engine.say('', id, { inReplyTo: { actionId: asked.actionId, revision: asked.revision }, decision });
    const reply = await engine.say('move my connection to Delhi', id);
    const first = onlyAskedIn(reply);
    expect(reply.body).not.toHaveProperty('uncounted');
    const unknown = { actionId: randomUUID(), revision: 1 };
    const none = { actionId: null, revision: null, status: null };
    expect(uncountedIn(await press(unknown))).toEqual({ reason: 'OTHER_QUESTION', ...none });
    const second = onlyAskedIn(await engine.say('change the city to Hamburg', id));
    const { actionId } = first;
    expect(uncountedIn(await press(first))).toEqual({
      reason: 'CHANGED_QUESTION',
      actionId,
      revision: 2,
      status: 'OPEN',
    });
    expect((await press(second)).body).not.toHaveProperty('uncounted');
    const done = { reason: 'CLOSED', actionId, revision: 2, status: 'EXECUTED' };
    expect(uncountedIn(await press(second))).toEqual(done);
    await engine.say('a gold loan please', id);
    expect(uncountedIn(await press(second, 'REJECT'))).toEqual(done);
    expect((await engine.say('no', id)).body).not.toHaveProperty('uncounted');
    const late = onlyAskedIn(await engine.say('a home loan please', id));
    clock.advance(86_400_000);
    const expired = { reason: 'CLOSED', actionId: late.actionId, revision: 1, status: 'EXPIRED' };
    expect(uncountedIn(await press(late))).toEqual(expired);
    expect(uncountedIn(await press(late))).toEqual(expired);
    expect(desk.of(id)).toEqual(['move']);
  });

  it('and a turn that answers nothing says so without words, and so do words that are no yes', async () => {
    const id = randomUUID();
    expect(uncountedIn(await engine.say('', id, { decision: 'CONFIRM' }))).toMatchObject({ reason: 'OTHER_QUESTION' });
    const { actionId } = onlyAskedIn(await engine.say('a gold loan please', id));
    const about = { actionId, revision: 1, status: 'OPEN' };
    const never = await engine.say('', id, { inReplyTo: { turn: 99 }, decision: 'CONFIRM' });
    expect(uncountedIn(never)).toEqual({ reason: 'OTHER_QUESTION', ...about });
    expect((await engine.say('what does it cost?', id)).body).not.toHaveProperty('uncounted');
    expect((await engine.say('yes', id)).body).not.toHaveProperty('uncounted');
    expect(desk.of(id)).toEqual(['gold']);
    expect(uncountedIn(await engine.say('', id, { decision: 'CONFIRM' }))).toEqual({
      reason: 'CLOSED',
      ...about,
      status: 'EXECUTED',
    });
  });

  it('and what a repetition is given says the same, byte for byte, as does the event of the reply', async () => {
    const id = randomUUID();
    const asked = onlyAskedIn(await engine.say('a gold loan please', id));
    await engine.say('yes', id);
    const headers = { 'idempotency-key': randomUUID() };
    const press = () => engine.say('', id, { inReplyTo: addressOf(asked), decision: 'CONFIRM' }, headers);
    const [first, again] = [await press(), await press()];
    expect(uncountedIn(first)).toMatchObject({ reason: 'CLOSED', status: 'EXECUTED' });
    expect(again.raw).toBe(first.raw);
    const audit = await fetch(`${engine.url}/api/v1/conversation/audit/${id}`);
    const events = (await audit.json()) as { stage: string; payloadJson: string }[];
    const told = events
      .filter(({ stage }) => stage === 'ASSISTANT_OUTPUT')
      .map(({ payloadJson }) => JSON.parse(payloadJson).uncounted);
    expect(told).toEqual([undefined, undefined, uncountedIn(first)]);
  });

  it('and a message that was sent before the question is no answer to it', async () => {
    const id = randomUUID();
    const sentAt = new Date(clock.now() - 1_000).toISOString();
    await engine.say('a gold loan please', id);
    const early = await engine.say('yes', id, { sentAt });
    expect([desk.of(id), early.text]).toEqual([[], expect.stringContaining('Shall I open the gold loan?')]);
    await engine.say('yes', id, { sentAt: new Date(clock.now() + 50).toISOString() });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('and its words stand on one line in the order in which they are read, whatever the values hold', async () => {
    const name = 'Ann\u202E tfig\n\nNothing is paid.';
    const asked = await engine.say('a note please', randomUUID(), { inputParams: { note_to: name } });
    expect(asked.text).toBe('Shall I send a note to Ann\\u202e tfig Nothing is paid.?');
    expect(onlyAskedIn(asked).question).toBe(asked.text);
  });

  it('and an address may also be the turn that asked', async () => {
    const id = randomUUID();
    const asked = await engine.say('a gold loan please', id);
    const next = await engine.say('a home loan please', id);
    await engine.say('yes', id, { inReplyTo: { turn: asked.body.turn ?? null } });
    expect(desk.of(id)).toEqual([]);
    const repeated = await engine.say('yes', id, { inReplyTo: { turn: next.body.turn ?? null } });
    expect([desk.of(id), repeated.status]).toEqual([['home'], 200]);
  });

  it('and a turn that never was has asked nothing', async () => {
    const id = randomUUID();
    const asked = await engine.say('a gold loan please', id);
    const answers: JsonObject[] = [{}, { decision: 'CONFIRM' }];
    for (const more of answers) {
      const never = await engine.say('yes', id, { ...more, inReplyTo: { turn: 99 } });
      expect([desk.of(id), never.text]).toEqual([[], expect.stringContaining('Shall I open the gold loan?')]);
    }
    await engine.say('yes', id, { inReplyTo: { turn: asked.body.turn ?? null } });
    expect(desk.of(id)).toEqual(['gold']);
  });

  it('and a message may not say that it was sent in times to come', async () => {
    const id = randomUUID();
    await engine.say('a gold loan please', id);
    const ahead = (ms: number) => ({ sentAt: new Date(clock.now() + ms).toISOString() });
    const refused = await engine.say('yes', id, ahead(6 * 60_000));
    expect([refused.status, refused.body.errorCode, desk.of(id)]).toEqual([400, 'INVALID_REQUEST', []]);
    expect(refused.body.message).toMatch(/^sentAt is more than five minutes after the service's time, 20/);
    await engine.say('yes', id, ahead(4 * 60_000));
    expect(desk.of(id)).toEqual(['gold']);
  });
});
