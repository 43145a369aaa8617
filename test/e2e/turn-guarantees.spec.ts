import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { TurnService } from '../../src/engine/turn/index.js';
import { type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES ('SLOW', 'slow things');
  INSERT INTO ce_intent_classifier (rule_type, pattern, intent_code, state_code, priority) VALUES
    ('REGEX', 'start the job', 'SLOW', 'ASK', 1);
  INSERT INTO ce_pending_action (intent_code, state_code, action_key, bean_name, method_names) VALUES
    ('SLOW', 'ASK', 'slow', 'slow', 'run');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('SLOW', 'ASK', 'TEXT', 'EXACT', 'Really?');`;

describeOnEachDatabase('a turn', (open) => {
  let engine: TestEngine;
  let runs = 0;
  const slow: ActionHandler = {
    kind: 'action',
    name: 'slow',
    methods: {
      run: async () => {
        runs += 1;
        await sleep(150);
        return done({ run: runs });
      },
    },
  };
  beforeAll(async () => {
    const config = { 'limits.message-chars': 500 };
    engine = await startEngine({ database: await open(), seeds: [SEED], handlers: [slow], config });
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => engine.close());

  it('is answered once for one Idempotency-Key: before, during and after the first, with the same bytes', async () => {
    const id = randomUUID();
    await engine.say('start the job', id);
    const before = runs;
    const key = { 'idempotency-key': 'yes-1' };
    const replies = await Promise.all([1, 2, 3].map(() => engine.say('yes', id, {}, key)));
    const later = await engine.say('yes', id, {}, key);
    expect(runs).toBe(before + 1);
    expect(new Set([...replies, later].map(({ raw }) => raw)).size).toBe(1);
    expect(later.text).toContain('Done.');
    expect(await engine.count('SELECT turn_no FROM ce_conversation WHERE conversation_id = $1', [id])).toBe(2);
  });

  it('is answered although what follows the turns fails, and whoever else follows is told', async () => {
    const logged = vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const told: string[] = [];
    const turns = engine.app.get(TurnService);
    const failing = turns.onAnswered(() => {
      throw new Error('no place');
    });
    const following = turns.onAnswered(({ conversationId }) => told.push(conversationId));
    const id = randomUUID();
    const reply = await engine.say('start the job', id);
    failing();
    following();
    expect(reply).toMatchObject({ status: 200, text: 'Really?' });
    expect(told).toEqual([id]);
    expect(logged.mock.calls.flat().join()).toContain('no place');
    expect(await engine.stages(id, 1)).not.toContain('ENGINE_UNKNOWN_FAILURE');
  });

  it('finds its conversation again by the key alone when the client has not chosen an id', async () => {
    const post = async () => {
      const response = await fetch(`${engine.url}/api/v1/conversation/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'first-contact' },
        body: JSON.stringify({ message: 'start the job' }),
      });
      return response.text();
    };
    expect(await post()).toBe(await post());
  });

  it('refuses a key that was used for another message', async () => {
    const id = randomUUID();
    await engine.say('start the job', id, {}, { 'idempotency-key': 'k' });
    const reused = await engine.say('something else', id, {}, { 'idempotency-key': 'k' });
    expect(reused.status).toBe(422);
    expect(reused.body).toMatchObject({ success: false, errorCode: 'IDEMPOTENCY_KEY_REUSED', recoverable: false });
  });

  it('waits for the turn before it, so that fifty yeses at once run the action once', async () => {
    const id = randomUUID();
    await engine.say('start the job', id);
    const before = runs;
    const replies = await Promise.all(Array.from({ length: 50 }, () => engine.say('yes', id)));
    expect(runs).toBe(before + 1);
    const answered = replies.filter(({ status }) => status === 200);
    expect(answered.filter(({ text }) => text.startsWith('Done.'))).toHaveLength(1);
    expect(answered.filter(({ text }) => text.includes('already been done'))).toHaveLength(answered.length - 1);
    const busy = replies.filter(({ status }) => status !== 200);
    for (const reply of busy) expect(reply.body).toMatchObject({ errorCode: 'CONVERSATION_BUSY', recoverable: true });
  });

  it('is told to come back when the conversation stays busy', async () => {
    const id = randomUUID();
    await engine.database.database.query(
      `INSERT INTO ce_conversation (conversation_id, lease_owner, lease_expires_at) VALUES ($1, 'another.process', $2)`,
      [id, Date.now() + 60_000],
    );
    const config = { 'turn.busy-wait-ms': 1_000 };
    const hasty = await startEngine({ database: engine.database, handlers: [slow], config });
    const response = await fetch(`${hasty.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: id, message: 'start the job' }),
    });
    await hasty.close();
    expect(response.status).toBe(409);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is not passed by a message that comes after another one was told to come back', async () => {
    const id = randomUUID();
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const run = async () => {
      begun.resolve();
      await held.promise;
      return done({});
    };
    const config = { 'turn.busy-wait-ms': 20 };
    const handlers = [{ ...slow, methods: { run } }];
    const hasty = await startEngine({ database: engine.database, handlers, config });
    await hasty.say('start the job', id);
    const yes = hasty.say('yes', id);
    await begun.promise;
    for (let again = 0; again < 3; again += 1) expect((await hasty.say('yes', id)).status).toBe(409);
    held.resolve();
    expect(await yes).toMatchObject({ status: 200, text: 'Done.' });
    await hasty.close();
  });

  it('counts up without end, whatever the length of the history that is kept', async () => {
    const id = randomUUID();
    for (let turn = 1; turn <= 25; turn += 1) await engine.say(`message ${turn}`, id);
    expect(await engine.count('SELECT turn_no FROM ce_conversation WHERE conversation_id = $1', [id])).toBe(25);
    expect(await engine.count('SELECT count(*) FROM ce_conversation_history WHERE conversation_id = $1', [id])).toBe(
      25,
    );
  });

  it('numbers its audit within the conversation, without a gap', async () => {
    const id = randomUUID();
    await engine.say('start the job', id);
    await engine.say('no', id);
    const rows = await engine.database.database.query(
      'SELECT audit_id FROM ce_audit WHERE conversation_id = $1 ORDER BY audit_id',
      [id],
    );
    expect(rows.map((row) => Number(row.audit_id))).toEqual(rows.map((_, index) => index + 1));
  });

  it.each([
    ['template syntax', '{{context}} #{orderId} [${x}] {{'],
    ['SQL', "'; DROP TABLE ce_conversation; --"],
    ['right-to-left marks and emoji', '\u202e👍🏽 start the job'],
    ['a path', '../../etc/passwd'],
    ['nothing', ''],
    ['blanks', '   \n\t '],
  ])('answers %s and stores it', async (_what, message) => {
    const id = randomUUID();
    const reply = await engine.say(message, id);
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('ce_');
    expect((await engine.say('start the job', id)).text).toBe('Really?');
  });

  it('refuses characters that no database stores, and names the place', async () => {
    const reply = await engine.say('start\u0000 the job', randomUUID());
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain('message');
  });

  it('refuses a message that is too long, and says how long it may be', async () => {
    const reply = await engine.say('x'.repeat(501), randomUUID());
    expect(reply.status).toBe(413);
    expect(reply.body.message).toContain('500');
  });
});
