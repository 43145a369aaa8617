import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

describeOnEachDatabase('the demo pack', (open) => {
  let engine: TestEngine;
  const clock = new MovableClock();
  beforeAll(async () => {
    engine = await startEngine({
      database: await open(),
      seeds: ['seeds/demo/demo.sql'],
      config: { 'handlers.directories': ['seeds/demo/handlers'] },
      clock,
    });
  });
  afterAll(() => engine.close());

  const cancellations = (orderId: string) =>
    engine.count('SELECT count(*) FROM demo_order_cancellation WHERE order_id = $1', [orderId]);

  it('cancels an order once, after the yes, and answers with a reference', async () => {
    const id = randomUUID();
    const asked = await engine.say('cancel my order 7017', id);
    expect(asked.text).toBe('Shall I cancel order 7017? This cannot be undone.');
    expect(asked.state).toBe('CONFIRM_CANCELLATION');
    expect(asked.context.pending_action_runtime).toMatchObject({ status: 'OPEN', action_key: 'cancel_order' });
    expect(await cancellations('7017')).toBe(0);

    const done = await engine.say('yes please', id);
    expect(done.text).toMatch(/^Order 7017 is cancelled\. Your cancellation reference is CXL-[0-9A-Z]{9}\.$/);
    expect(done.state).toBe('CANCELLED');
    expect(done.context.pending_action_runtime).toMatchObject({ status: 'EXECUTED' });
    expect(await cancellations('7017')).toBe(1);

    const again = await engine.say('yes', id);
    expect(again.text).toContain('already been done');
    expect(await cancellations('7017')).toBe(1);
  });

  it('does nothing after a no, and nothing on a yes that comes later', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7018', id);
    const refused = await engine.say('no', id);
    expect(refused.state).toBe('KEPT');
    expect(refused.context.pending_action_runtime).toMatchObject({ status: 'REJECTED' });
    await engine.say('yes', id);
    expect(await cancellations('7018')).toBe(0);
  });

  it('answers a question in between and keeps the action open', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7019', id);
    const answered = await engine.say('what is the fee?', id);
    expect(answered.text).toContain('There is no fee');
    expect(answered.text).toContain('Shall I cancel order 7019?');
    expect(answered.context.pending_action_runtime).toMatchObject({ status: 'OPEN' });
    await engine.say('yes', id);
    expect(await cancellations('7019')).toBe(1);
  });

  it.each(['yes cancel my', 'cancel it and'])('asks again where a reply breaks off: %j', async (half) => {
    const id = randomUUID();
    await engine.say('cancel my order 7020', id);
    const again = await engine.say(half, id);
    expect(again.text).toBe('Shall I cancel order 7020? This cannot be undone.');
    expect(again.context.pending_action_runtime).toMatchObject({ status: 'OPEN' });
    expect(await cancellations('7020')).toBe(0);
  });

  it('lets the request expire, and says so to a later yes', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 7020', id);
    clock.advance(31 * 60_000);
    const late = await engine.say('yes', id);
    expect(late.text).toContain('expired');
    expect(late.context.pending_action_runtime).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES' });
    expect((await engine.say('yes', id)).text).toContain('expired');
    expect(await cancellations('7020')).toBe(0);
  });

  it('asks for the order number, and takes it from a short answer', async () => {
    const id = randomUUID();
    expect((await engine.say('please cancel my order', id)).text).toContain('Which order');
    expect((await engine.say("It's 48392.", id)).text).toContain('Shall I cancel order 48392?');
    expect((await engine.say('Yes please do that.', id)).state).toBe('CANCELLED');
    expect(await cancellations('48392')).toBe(1);
  });

  it('collects a transfer in any order, lets the user correct a value, asks again, and executes once', async () => {
    const id = randomUUID();
    const first = await engine.say('move my electricity connection from Pune to Delhi', id);
    expect(first.text).toBe('To move the connection I still need: customer id, phone, email.');
    expect(first.context).toMatchObject({ sourceCity: 'Pune', targetCity: 'Delhi' });
    const second = await engine.say('my email is user@zapper.com and my customer id is 9912', id);
    expect(second.text).toBe('To move the connection I still need: phone.');
    const third = await engine.say('9988776600', id);
    expect(third.text).toContain(
      'Customer 9912, phone 9988776600, email user@zapper.com: shall I move your connection from Pune to Delhi?',
    );
    const corrected = await engine.say('change the phone to 9988776655', id);
    expect(corrected.text).toContain('phone 9988776655');
    expect(corrected.context.pending_action_runtime).toMatchObject({ status: 'OPEN', revision: 2 });
    const done = await engine.say('yes please', id);
    expect(done.state).toBe('COMPLETED');
    const rows = await engine.database.database.query('SELECT * FROM demo_connection_transfer');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ customer_id: '9912', phone: '9988776655', target_city: 'Delhi' });
  });

  describe('otherwise', () => {
    it('greets', async () => {
      const greeted = await engine.say('hi', randomUUID());
      expect([greeted.intent, greeted.state]).toEqual(['GREETING', 'IDLE']);
    });

    it.each([
      ['please stop my order', 'ORDER_CANCELLATION', 'Which order'],
      ['we move to a new flat and need our electricity there', 'CONNECTION_TRANSFER', 'To move the connection'],
      ['will I have to pay for this?', 'FAQ', 'There is no fee'],
      ['when is it done?', 'FAQ', 'A cancellation takes effect at once'],
      ['what is the weather like tomorrow?', 'UNKNOWN', 'I can cancel an order'],
    ])('understands "%s" by its examples', async (message, intent, text) => {
      const reply = await engine.say(message, randomUUID());
      expect([reply.intent, reply.text]).toEqual([intent, expect.stringContaining(text)]);
    });

    it('asks which of two is meant, and takes the answer', async () => {
      const id = randomUUID();
      const asked = await engine.say('please stop my connection', id);
      expect(asked.text).toMatch(/^Did you mean .*cancel an order.*\?$/);
      expect((await engine.say('the order', id)).intent).toBe('ORDER_CANCELLATION');
    });

    it('says what it can do when it does not understand', async () => {
      expect((await engine.say('purple monkey dishwasher', randomUUID())).text).toContain('I can cancel an order');
    });

    it('executes nothing on a yes out of the blue, and says so', async () => {
      const before = await engine.count('SELECT count(*) FROM demo_order_cancellation');
      expect((await engine.say('yes', randomUUID())).text).toContain('nothing waiting for your confirmation');
      expect(await engine.count('SELECT count(*) FROM demo_order_cancellation')).toBe(before);
    });
  });
});
