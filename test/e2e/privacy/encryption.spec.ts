import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { verifyRecords } from '../../../src/platform/audit/index.js';
import { openEncrypted } from '../../../src/platform/persistence/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { BuiltCli } from '../cli/built-cli.js';
import { bytesOf, dump } from './marks.js';
import { ADMIN, BENS, PlantedShop, SERVICE } from './planted-shop.js';

const KEYS = Object.fromEntries(
  ['FIRST', 'SECOND', 'STRANGE'].map((name) => [`TEST_${name}_KEY`, randomBytes(32).toString('base64')]),
);
const [FIRST, SECOND, STRANGE] = ['env:TEST_FIRST_KEY', 'env:TEST_SECOND_KEY', 'env:TEST_STRANGE_KEY'];

/** Names and keys, by which rows are found, and of a message its id: hexadecimal digits where a tool has sent it. */
const IN_PLAIN = new Set([
  'user id',
  'idempotency key',
  'idempotency key of a yes',
  'key of a failing turn',
  'key of a message that waited',
  'id of a message',
  'id of a notification',
  'operator',
  'queue',
  'approver',
]);

describeOnEachDatabase('a service with keys of encryption', (open) => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let shop: PlantedShop;
  /** What was stored before there were keys. */
  let before: unknown;
  /** What the service has warned of when it was started. */
  let warned: string;
  beforeAll(async () => {
    for (const [name, key] of Object.entries(KEYS)) vi.stubEnv(name, key);
    [cli, database] = await Promise.all([BuiltCli.build(), open()]);
    shop = await PlantedShop.open(database);
    await shop.say(`I want to order ${BENS}`, shop.chats.ben, 'ben', { idempotencyKey: 'first' });
    before = await firstRecord();
    const warn = vi.spyOn(Logger.prototype, 'warn');
    await restart(FIRST);
    warned = warn.mock.calls.flat().join();
    warn.mockRestore();
  }, 60_000);
  afterAll(async () => {
    vi.unstubAllEnvs();
    await Promise.all([shop.close(), cli.close()]);
  });

  async function restart(...keys: (string | undefined)[]): Promise<void> {
    await shop.service.engine.close();
    await shop.start({ 'encryption.keys': keys });
  }
  const run = (keys: (string | undefined)[], ...args: string[]) =>
    cli.run([...args, '--database', database.url], {
      env: { ...KEYS, CONVENGINE_ENCRYPTION_KEYS: JSON.stringify(keys) },
    });
  const firstRecord = async () => {
    const sql = 'SELECT * FROM ce_turn_record WHERE conversation_id = $1 ORDER BY last_audit_id LIMIT 1';
    return (await database.database.query(sql, [shop.chats.ben]))[0];
  };
  const exported = async () => (await shop.ask('GET', `subjects/${encodeURIComponent(shop.ann)}`)).text;

  it('stores no word that people or models said, no argument and no result as it is', async () => {
    await shop.plant();
    expect(shop.marks.count).toBeGreaterThanOrEqual(35);
    const text = await dump(database);
    expect(shop.marks.in(text).filter((door) => !IN_PLAIN.has(door))).toEqual([]);
    expect(text).toMatch(/"ce1:[0-9a-f]{8}:/);
  });

  it('reads it as before: in lists, histories, audits and exports, and gives the same reply again', async () => {
    const text = await exported();
    for (const door of ['words of a yes', 'result', 'answer of a model', 'note of a handover', 'metadata']) {
      expect([door, text.includes(shop.marks.of(door))]).toEqual([door, true]);
    }
    const reads: [path: string, door: string][] = [
      ['conversations', 'words after a handover'],
      [`conversations/${shop.chats.ann}/history`, 'item'],
      [`conversations/${shop.chats.ann}/turns`, 'words of a yes'],
      [`conversation/audit/${shop.chats.ann}`, 'words beside an item'],
      ['actions', 'item that fails'],
      ['llm-calls', 'answer of a model'],
    ];
    for (const [path, door] of reads) {
      const { status, text } = await shop.ask(
        'GET',
        path,
        undefined,
        path.includes(shop.chats.ann) && !path.endsWith('turns') ? SERVICE : ADMIN,
      );
      expect([path, status, text.includes(shop.marks.of(door))]).toEqual([path, 200, true]);
    }
    const said = { idempotencyKey: shop.marks.of('idempotency key of a yes') };
    const [once, again] = [
      await shop.say('yes', shop.chats.ann, shop.ann, said),
      await shop.say('yes', shop.chats.ann, shop.ann, said),
    ];
    expect([once.status, again.raw]).toEqual([200, once.raw]);
    const verified = await shop.ask('GET', `conversations/${shop.chats.ann}/verification`);
    expect(verified.body()).toMatchObject({ ok: true });
  });

  it('says that words cannot be searched for', async () => {
    for (const list of ['conversations', 'actions']) {
      const { status, text } = await shop.ask('GET', `${list}?text=${BENS}`);
      expect([status, text]).toEqual([400, expect.stringContaining('encrypted, and cannot be searched')]);
    }
    expect(warned).toContain('are encrypted with the key');
  });

  it('goes on with what was stored before, and "convengine encrypt" encrypts it beside the service', async () => {
    await shop.plantRows();
    expect(await dump(database)).toContain(BENS);
    const counted = await run([FIRST], 'encrypt', '--dry-run');
    expect(counted).toMatchObject({ code: 0, stdout: expect.stringMatching(/ \d\d texts would be encrypted\n/) });
    expect(await run([FIRST], 'encrypt', '--batch', '2')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+ rows looked at: \d\d texts encrypted\n$/),
    });
    expect(await run([FIRST], 'encrypt')).toMatchObject({ stdout: expect.stringContaining(': 0 texts encrypted') });
    const text = (await dump(database)) + (await bytesOf(database));
    expect(text).not.toContain(BENS);
    expect(shop.marks.in(text).filter((door) => !IN_PLAIN.has(door))).toEqual([]);
    expect((await shop.ask('GET', 'actions')).text).toContain(BENS);
  });

  it('takes another key, reads both, and does what was agreed to under the one before', async () => {
    await restart(SECOND, FIRST);
    const id = randomUUID();
    await shop.say(`order ${shop.marks.of('item of a change')}`, id, 'dora');
    const yes = await shop.say('yes please', shop.chats.ben, 'ben');
    expect(yes.text).toBe('Ordered: R-1');
    expect(shop.ordered.filter(({ item }) => item === BENS)).toHaveLength(1);
    await expect(shop.start({ 'encryption.keys': [SECOND] })).rejects.toThrow('are encrypted with the key');
    expect(await run([SECOND, FIRST], 'encrypt')).toMatchObject({ code: 0 });
    await restart(SECOND);
    expect((await exported()).includes(shop.marks.of('corrected item'))).toBe(true);
    expect((await shop.say('yes please', id, 'dora')).text).toMatch(/^Ordered: /);
    expect(await run([SECOND], 'audit', 'verify')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('as they were written'),
    });
  });

  it('does not start without the key, or with another one', async () => {
    for (const keys of [[], [STRANGE], [FIRST]]) {
      await expect(shop.start({ 'encryption.keys': keys })).rejects.toThrow('are encrypted with the key');
    }
    expect(await run([], 'export', '--subject', 'ben')).toMatchObject({ code: 1, stdout: '' });
    await expect(shop.start({ 'encryption.keys': ['env:TEST_NO_KEY'] })).rejects.toThrow(
      'TEST_NO_KEY, which is missing',
    );
  });

  it('erases as without', async () => {
    const erased = (await shop.ask('DELETE', `subjects/${encodeURIComponent(shop.ann)}?by=bob`)).body();
    expect(erased).toMatchObject({ erased: 3, busy: 0, inDoubt: 0 });
    expect(shop.marks.in(await dump(database)).filter((door) => door !== 'item of a change')).toEqual([]);
  });

  it('gives back what was stored, where nobody wants it encrypted any more', async () => {
    expect(await run([SECOND], 'encrypt', '--decrypt')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\d+ texts decrypted/),
    });
    expect(await dump(database)).not.toContain('ce1:');
    expect(await firstRecord()).toEqual(before);
    await restart();
    expect((await verifyRecords(database.database)).problems).toEqual([]);
    const { ring } = await openEncrypted(database.dataSource, []);
    expect(ring).toBeUndefined();
  });
});
