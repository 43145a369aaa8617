import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { type ActionHandler, done } from '../../src/app/index.js';
import { recordMonths } from '../../src/platform/audit/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

const FLOW = 'test/docs/book-room.sql';

describeOnEachDatabase('a service with a retention', (open) => {
  let engine: TestEngine | undefined;
  afterEach(() => engine?.close());
  const reserved: unknown[] = [];
  const rooms: ActionHandler = {
    kind: 'action',
    name: 'rooms',
    methods: {
      reserve: ({ arguments: args }) => {
        reserved.push(args);
        return done({ reference: 'R-1' });
      },
    },
  };
  const start = async (database: TestDatabase, config: Record<string, unknown>, seeds: string[] = []) => {
    engine = await startEngine({ database, seeds, handlers: [rooms], config });
    return engine;
  };
  const age = (database: TestDatabase, id: string) =>
    database.database.query('UPDATE ce_conversation SET updated_at = $1 WHERE conversation_id = $2', [
      new Date(Date.now() - 3 * 86_400_000),
      id,
    ]);

  it('deletes by itself what is old, keeps the record of consent, and goes on talking where it was', async () => {
    const database = await open();
    const [booked, asked, chatted] = [randomUUID(), randomUUID(), randomUUID()];
    const first = await start(database, {}, [FLOW]);
    for (const message of ['book room 12 for 3 hours', 'yes please']) await first.say(message, booked);
    await first.say('book room 14 for 2 hours', asked);
    await first.say('hello', chatted);
    await first.close();
    for (const id of [booked, asked, chatted]) await age(database, id);

    const second = await start(database, { 'retention.conversation-days': 2 });
    const conversations = () => database.database.query('SELECT conversation_id, status FROM ce_conversation');
    await expect.poll(async () => (await conversations()).length, { timeout: 10_000 }).toBe(2);
    expect(await conversations()).toEqual(
      expect.arrayContaining([
        { conversation_id: booked, status: 'PRUNED' },
        { conversation_id: asked, status: 'RUNNING' },
      ]),
    );
    expect(
      await second.count('SELECT count(*) FROM ce_conversation_history WHERE conversation_id = $1', [booked]),
    ).toBe(0);
    expect((await second.say('yes', booked)).text).toContain('That has already been done');
    expect((await second.say('yes', asked)).text).toContain('Room 14 is booked');
    expect(reserved).toHaveLength(2);
  });

  it('makes the months to come on PostgreSQL, and stores turns in them; SQLite has none', async () => {
    const database = await open();
    const service = await start(database, {}, [FLOW]);
    const months = () => recordMonths(database.database);
    if (database.dialect === 'sqlite') return expect(await months()).toEqual([]);
    await expect.poll(async () => (await months()).length, { timeout: 10_000 }).toBeGreaterThan(5);
    const id = randomUUID();
    await service.say('hello', id);
    const [row] = await database.database.query(
      'SELECT tableoid::regclass::text AS name FROM ce_turn_record WHERE conversation_id = $1',
      [id],
    );
    expect(row?.name).toMatch(/^ce_turn_record_\d{4}_\d\d$/);
  });

  it('deletes nothing where none is set', async () => {
    const database = await open();
    const id = randomUUID();
    const first = await start(database, {}, [FLOW]);
    await first.say('hello', id);
    await first.close();
    await age(database, id);
    const arrival = [id, Date.now() - 2 * 86_400_000];
    await database.database.query(
      `INSERT INTO ce_message_arrival (conversation_id, arrival_no, process, seen_turn, arrived_at_ms) VALUES ($1, 1, 'p', 1, $2)`,
      arrival,
    );
    const second = await start(database, {});
    // A round has been made once what nobody needs any more is gone.
    await expect.poll(() => second.count('SELECT count(*) FROM ce_message_arrival')).toBe(0);
    expect(await second.count('SELECT count(*) FROM ce_conversation_history')).toBe(1);
  });
});
