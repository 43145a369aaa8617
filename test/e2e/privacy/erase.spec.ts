import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verifyErasures, verifyRecords } from '../../../src/platform/audit/index.js';
import { EngineError } from '../../../src/platform/common/errors.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { DATABASE } from '../../../src/platform/common/tokens.js';
import { conversationTables, type Database } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { bytesOf, dump, storedOf } from './marks.js';
import { BENS, PlantedShop, SLOW } from './planted-shop.js';

describeOnEachDatabase('erasing a person', (open) => {
  let database: TestDatabase;
  let shop: PlantedShop;
  let benBefore: string;
  beforeAll(async () => {
    database = await open();
    shop = await PlantedShop.open(database);
    await shop.plant();
    await shop.plantRows();
    await shop.say(`I want to order ${BENS}`, shop.chats.ben, 'ben', { idempotencyKey: 'first' });
    await shop.say('yes please', shop.chats.ben, 'ben');
    benBefore = await storedOf(database, shop.chats.ben, conversationTables());
  }, 60_000);
  afterAll(() => shop.close());

  it('shows what would go, and takes nothing, in a dry run', async () => {
    expect(shop.marks.count).toBeGreaterThanOrEqual(50);
    // Processes say every few seconds that they are there.
    const stored = () => dump(database, 'ce_process');
    const before = await stored();
    const { status, body } = await shop.ask('DELETE', `subjects/${encodeURIComponent(shop.ann)}?dryRun=true`);
    expect(status).toBe(200);
    expect(body()).toMatchObject({ receipt: null, erased: 3, rows: { ce_conversation: 3 }, busy: 0, inDoubt: 0 });
    expect(await stored()).toBe(before);
  });

  it('hands out everything that is stored of the person, without secrets, and nothing of others', async () => {
    const { status, text } = await shop.ask('GET', `subjects/${encodeURIComponent(shop.ann)}`);
    expect(status).toBe(200);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines[0]).toMatchObject({ type: 'manifest', about: { subject: shop.ann } });
    expect(lines.at(-1)).toMatchObject({ type: 'end', rows: { ce_conversation: 3 } });
    const stored = shop.marks.in(await dump(database));
    expect(stored.length).toBeGreaterThan(40);
    expect(shop.marks.in(text)).toEqual(expect.arrayContaining(stored));
    expect(text).not.toContain('483915');
    expect(text).not.toContain(shop.chats.ben);
  });

  it('leaves no word of the person in the database, in its files or in the log, and others as they were', async () => {
    expect(shop.marks.in(await dump(database)).length).toBeGreaterThan(40);
    const { status, body } = await shop.ask('DELETE', `subjects/${encodeURIComponent(shop.ann)}?by=bob`);
    const erased = body();
    expect([status, erased]).toMatchObject([200, { erased: 3, busy: 0, inDoubt: 0 }]);
    expect(erased.content).toMatchObject({
      receipt: erased.receipt,
      conversations: 3,
      requestedBy: 'bob',
      keptConsents: 0,
    });
    const left = await dump(database);
    expect(shop.marks.in(left)).toEqual([]);
    for (const id of [shop.chats.ann, shop.chats.failing, shop.chats.chatty]) expect(left).not.toContain(id);
    expect(shop.marks.in(await bytesOf(database))).toEqual([]);
    expect(shop.marks.in(shop.service.log())).toEqual([]);
    expect(shop.service.log()).toContain('/api/v1/subjects/…');
    expect(await storedOf(database, shop.chats.ben, conversationTables())).toBe(benBefore);
  });

  it('has left a receipt that holds, and a record that can be verified', async () => {
    const { body } = await shop.ask('GET', 'erasures/1');
    expect(body()).toMatchObject({ receipt: 1, ok: true, problems: [], content: { conversations: 3 } });
    expect((await verifyRecords(database.database)).problems).toEqual([]);
    expect(await verifyErasures(database.database)).toEqual({
      receipts: 1,
      conversations: 3,
      unfinished: [],
      problems: [],
    });
    expect((await shop.ask('GET', 'erasures/2')).status).toBe(404);
  });

  it('begins anew with whoever comes back, also under the id of before', async () => {
    const reply = await shop.say('yes', shop.chats.ann, shop.ann);
    expect(reply).toMatchObject({ status: 200, body: { turn: 1, pendingActions: [] } });
    expect(
      (
        await shop.ask('GET', `conversations/${shop.chats.failing}`, undefined, {
          authorization: 'Bearer a-service-key',
        })
      ).status,
    ).toBe(404);
  });

  it('gives the receipt also where the file cannot be written anew for now', async ({ skip }) => {
    if (database.dialect === 'postgres') skip('which does that by itself');
    const used = shop.service.engine.app.get<Database>(DATABASE);
    const query = used.query.bind(used);
    const full = new EngineError('DATABASE_UNAVAILABLE', 'The disk of the database is full.');
    vi.spyOn(used, 'query').mockImplementation((sql, ...values) =>
      sql === 'VACUUM' ? Promise.reject(full) : query(sql, ...values),
    );
    const { status, body } = await shop.ask('DELETE', 'subjects/dora');
    vi.restoreAllMocks();
    expect([status, body()]).toMatchObject([202, { erased: 0, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('lets an action end that is at work, and then takes it with the rest', async () => {
    const id = randomUUID();
    await shop.say(`order ${SLOW}`, id, 'carl');
    const yes = shop.say('yes please', id, 'carl');
    await expect
      .poll(() => shop.service.engine.count(`SELECT count(*) FROM ce_action_proposal WHERE status = 'IN_PROGRESS'`))
      .toBe(1);
    const erasing = shop.ask('DELETE', 'subjects/carl');
    shop.slow.resolve();
    expect(await yes).toMatchObject({ status: 200, text: 'Ordered: R-1' });
    expect((await erasing).body()).toMatchObject({ erased: 1, busy: 0, content: { requestedBy: 'administration' } });
    expect(await dump(database)).not.toContain(id);
  });
});
