import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ResponseTransformer } from '../../src/app/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { LOAN_DESK, LoanDesk } from './loan-desk.js';

/** Each round is a conversation of its own. */
const ROUNDS = 20;
/** Requests take as long as with a model: what comes meanwhile cannot be an answer to what is being worded. */
const slowly: ResponseTransformer = {
  kind: 'response-transformer',
  intent: 'ANY',
  state: 'ANY',
  async transform(_payload, { userText }) {
    if (userText.startsWith('yes')) return undefined;
    // In pieces: what came while the process stood still is read in between.
    for (let piece = 0; piece < 10; piece += 1) await sleep(10);
    return undefined;
  },
};

describeOnEachDatabase('a yes that nobody can have meant', (open) => {
  const desk = new LoanDesk();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine({ database: await open(), seeds: [LOAN_DESK], handlers: [desk.handler, slowly] });
  });
  afterAll(() => engine.close());

  const eachRound = async (round: (conversationId: string) => Promise<unknown>) => {
    const ids = Array.from({ length: ROUNDS }, () => randomUUID());
    for (const id of ids) await round(id);
    return ids;
  };

  it('runs nothing where it was posted beside the request', async () => {
    const ids = await eachRound((id) =>
      Promise.all([engine.say('a gold loan please', id), engine.say('yes', id), engine.say('yes please', id)]),
    );
    expect(ids.flatMap((id) => desk.of(id))).toEqual([]);
    await engine.say('yes', ids[0] ?? '');
    expect(desk.of(ids[0] ?? '')).toEqual(['gold']);
  });

  it('does not run amended arguments where it was posted beside the amendment', async () => {
    await eachRound(async (id) => {
      await engine.say('move my connection to Delhi', id);
      await Promise.all([engine.say('change the city to Hamburg', id), engine.say('yes', id)]);
    });
    expect(desk.done.filter(({ what, args }) => what === 'move' && args.city !== 'Delhi')).toEqual([]);
  });

  it('does not run the newer of two questions where it came while that was asked', async () => {
    const ids = await eachRound(async (id) => {
      await engine.say('a gold loan please', id);
      const newer = engine.say('a home loan please', id);
      await sleep(1);
      await Promise.all([newer, engine.say('yes', id)]);
    });
    expect(ids.flatMap((id) => desk.of(id)).filter((what) => what === 'home')).toEqual([]);
  });

  it('answers no newer question where it failed first and is repeated after the user has moved on', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    desk.work = () => {
      begun.resolve();
      return finish.promise;
    };
    const busy = await startEngine({
      database: engine.database,
      handlers: [desk.handler],
      config: { 'turn.busy-wait-ms': 60 },
    });
    const id = randomUUID();
    await busy.say('a gold loan please', id);
    const working = busy.say('yes', id);
    await begun.promise;
    const key = { 'idempotency-key': randomUUID() };
    const refused = await busy.say('yes', id, {}, key);
    finish.resolve();
    await working;
    desk.work = async () => {};
    await busy.say('a home loan please', id);
    const repeated = await busy.say('yes', id, {}, key);
    await busy.close();
    expect([refused.status, desk.of(id)]).toEqual([409, ['gold']]);
    expect(repeated.text).toContain('Shall I open the home loan?');
    expect(String(refused.body.message)).toMatch(/repeat/i);
  });

  it('answers no newer question where one process had no time for it, and it is repeated to another', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const busy = await startEngine({
      database: engine.database,
      handlers: [desk.handler],
      config: { 'limits.turns-in-progress': 1 },
    });
    const [id, other] = [randomUUID(), randomUUID()];
    await engine.say('a gold loan please', id);
    await engine.say('a gold loan please', other);
    desk.work = () => {
      begun.resolve();
      return finish.promise;
    };
    const working = busy.say('yes', other);
    await begun.promise;
    const key = { 'idempotency-key': randomUUID() };
    const refused = await busy.say('yes', id, {}, key);
    finish.resolve();
    await working;
    desk.work = async () => {};
    await engine.say('a home loan please', id);
    const repeated = await engine.say('yes', id, {}, key);
    await busy.close();
    expect([refused.status, desk.of(id)]).toEqual([503, []]);
    expect(repeated.text).toContain('Shall I open the home loan?');
  });
});
