import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { MessageArrivals } from '../../src/engine/conversation/index.js';
import { TurnService } from '../../src/engine/turn/index.js';
import { done, type StepHook } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase, openPostgres, type TestDatabase } from '../helpers/databases.js';
import { MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';

const HOURS = 3_600_000;

describeOnEachDatabase('a yes that comes in the same instant as an amendment', (open) => {
  const clock = new MovableClock();
  const reserved: unknown[] = [];
  let database: TestDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await open();
    const reserve = (call: { arguments: unknown }) => {
      reserved.push(call.arguments);
      return done();
    };
    const rooms = { kind: 'action', name: 'rooms', methods: { reserve } } as const;
    engine = await startEngine({ database, seeds: ['test/docs/book-room.sql'], handlers: [rooms], clock });
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => engine.close());

  it.each([
    ['', 0],
    [', also where the clock was set back', -2 * HOURS],
  ])('does not count for the amended question, which nobody has read%s', async (_also, byMs) => {
    const [id, turns] = [randomUUID(), engine.app.get(TurnService)];
    await engine.say('book room 12 for 3 hours', id);
    clock.advance(byMs);
    const amendment = turns.handle({ conversationId: id, message: 'no, make it 5 hours' });
    // The database is told so late that the yes is there that it knows of the amendment by then.
    const arrivals = engine.app.get(MessageArrivals);
    const note = arrivals.note.bind(arrivals);
    vi.spyOn(arrivals, 'note').mockImplementation((...about) => amendment.then(() => note(...about)));
    const yes = turns.handle({ conversationId: id, message: 'yes' });
    await Promise.all([amendment, yes]);
    expect(reserved).toEqual([]);
    const sql = 'SELECT status, revision FROM ce_action_proposal WHERE conversation_id = $1';
    expect(await database.database.query(sql, [id])).toEqual([{ status: 'OPEN', revision: 2 }]);
  });
});

describe.skipIf(!inject('postgres').available)('a yes that comes to one process while another one amends', () => {
  const amending = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const holdUp: StepHook = {
    kind: 'step-hook',
    afterStep: async (step, _outcome, { userText }) => {
      if (step !== 'PersistConversationStep' || !userText.startsWith('no,')) return;
      amending.resolve();
      await goOn.promise;
    },
  };
  let database: TestDatabase;
  let engines: readonly [TestEngine, TestEngine];
  let reservations = 0;
  beforeAll(async () => {
    database = await openPostgres();
    const reserve = () => {
      reservations += 1;
      return done();
    };
    const rooms = { kind: 'action', name: 'rooms', methods: { reserve } } as const;
    const options = { database, handlers: [rooms, holdUp] };
    engines = [await startEngine({ ...options, seeds: ['test/docs/book-room.sql'] }), await startEngine(options)];
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await database.close();
  });

  it('does not count for the amended question, however late its arrival is noted', async () => {
    const id = randomUUID();
    const [first, second] = engines;
    await first.say('book room 12 for 3 hours', id);
    const amendment = first.say('no, make it 5 hours', id);
    await amending.promise;
    const arrivals = second.app.get(MessageArrivals);
    const note = arrivals.note.bind(arrivals);
    vi.spyOn(arrivals, 'note').mockImplementation((...about) => {
      goOn.resolve();
      return amendment.then(() => note(...about));
    });
    await second.say('yes', id);
    expect(reservations).toBe(0);
    const sql = 'SELECT status, revision FROM ce_action_proposal WHERE conversation_id = $1';
    expect(await database.database.query(sql, [id])).toEqual([{ status: 'OPEN', revision: 2 }]);
  });
});
