import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type ActionHandler, done } from '../../../src/app/index.js';
import { keyFor } from '../../access/keys.js';
import { describeOnEachDatabase, openPostgres, type TestDatabase } from '../../helpers/databases.js';
import { startEngine, type TestEngine } from '../../helpers/engine.js';
import { openSeparated, type SeparatedDatabase, separatedConfig } from '../../helpers/tenants.js';
import { BuiltCli } from '../cli/built-cli.js';
import { dump } from './marks.js';

const ROOM = 'test/docs/book-room.sql';
/** What somebody may say who knows what an encrypted text looks like. */
const LOOKALIKES = [`ce1:deadbeef:${'A'.repeat(60)}`, `ce1:00000000:${'z'.repeat(38)}`];
/** Said by users, and nowhere else. */
const MARK = 'zebra4711';
const ROOMS: ActionHandler = {
  kind: 'action',
  name: 'rooms',
  methods: { reserve: async () => done({ reference: 'R-1' }) },
};
const server = inject('postgres');
const KEYS = Object.fromEntries(
  ['FIRST', 'SECOND'].map((name) => [`TEST_${name}_KEY`, randomBytes(32).toString('base64')]),
);
const [FIRST, SECOND] = ['env:TEST_FIRST_KEY', 'env:TEST_SECOND_KEY'];

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());
beforeEach(() => {
  for (const [name, key] of Object.entries(KEYS)) vi.stubEnv(name, key);
});
const engines: TestEngine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  vi.unstubAllEnvs();
});

const run = (url: string, keys: readonly string[], ...args: string[]) =>
  cli.run([...args, '--database', url], { env: { ...KEYS, CONVENGINE_ENCRYPTION_KEYS: JSON.stringify(keys) } });

async function start(database: TestDatabase, keys: readonly string[], seeds = [ROOM]): Promise<TestEngine> {
  const engine = await startEngine({
    database,
    seeds,
    handlers: [ROOMS],
    config: { 'encryption.keys': keys, 'turn.lease-ms': 2_000 },
  });
  engines.push(engine);
  return engine;
}

async function stop(engine: TestEngine): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.close();
}

describeOnEachDatabase('commands on rows that are encrypted', (open) => {
  it('replay holds conversations again with the keys, and reads nothing without', async () => {
    const database = await open();
    const engine = await start(database, [FIRST]);
    const id = randomUUID();
    await engine.say(`book room 12 for 3 hours ${MARK}`, id);
    await engine.say('no', id);
    expect(await dump(database)).not.toContain(MARK);
    const replayed = await run(database.url, [FIRST], 'replay', '--json');
    expect(replayed.code).toBe(0);
    expect(JSON.parse(replayed.stdout)).toMatchObject({ kind: 'REPLAY', compared: 1, differing: 0, leftOut: {} });
    const recorded = await run(database.url, [FIRST], 'record', '--keep-names');
    expect([recorded.code, recorded.stdout.includes(MARK)]).toEqual([0, true]);
    const without = await run(database.url, [], 'replay');
    expect([without.code, without.stderr.includes('are encrypted with the key')]).toEqual([1, true]);
  });

  it('prune deletes what is old, and leaves the record of a consent to be read with the keys', async () => {
    const database = await open();
    const engine = await start(database, [FIRST]);
    const [gone, kept] = [randomUUID(), randomUUID()];
    await engine.say(`hello ${MARK}`, gone);
    await engine.say('book room 12 for 3 hours', kept);
    await engine.say('yes', kept);
    await stop(engine);
    const old = new Date(Date.now() - 400 * 86_400_000);
    const at = database.database.dialect === 'sqlite' ? old.toISOString().replace('T', ' ').replace('Z', '') : old;
    await database.database.query('UPDATE ce_conversation SET created_at = $1, updated_at = $1', [at]);
    expect(await run(database.url, [FIRST], 'prune', '--conversations', '30')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 conversations looked at: 1 deleted, 1 emptied'),
    });
    const again = await start(database, [FIRST], []);
    const actions = await (await fetch(`${again.url}/api/v1/actions`)).text();
    expect(actions).toContain('book_room');
    expect(actions).toContain(kept);
    expect(actions).not.toContain('ce1:');
    expect(actions).toMatch(/"room":\s*12/);
  });

  it('encrypt what looked encrypted before there were keys, which is read as it was said all the time', async () => {
    const database = await open();
    const before = await start(database, []);
    const id = randomUUID();
    for (const text of LOOKALIKES) expect((await before.say(text, id)).status).toBe(200);
    await stop(before);
    const engine = await start(database, [FIRST], []);
    const history = async () => (await fetch(`${engine.url}/api/v1/conversations/${id}/history`)).text();
    const turns = async () => (await fetch(`${engine.url}/api/v1/conversations/${id}/turns`)).status;
    const said = async (...texts: string[]) => {
      const found = await history();
      return texts.filter((text) => !found.includes(text));
    };
    expect([await said(...LOOKALIKES), await turns()]).toEqual([[], 200]);
    const now = `ce1:0badcafe:${'B'.repeat(60)}`;
    expect((await engine.say(now, id)).status).toBe(200);
    expect([await said(...LOOKALIKES, now), await turns()]).toEqual([[], 200]);
    const stored = await dump(database);
    expect([...LOOKALIKES, now].map((text) => stored.includes(text))).toEqual([true, true, false]);
    expect(await run(database.url, [FIRST], 'encrypt')).toMatchObject({ code: 0 });
    const encrypted = await dump(database);
    expect(LOOKALIKES.filter((text) => encrypted.includes(text))).toEqual([]);
    expect([await said(...LOOKALIKES, now), await turns()]).toEqual([[], 200]);
    await stop(engine);
    expect(await run(database.url, [FIRST], 'encrypt', '--decrypt')).toMatchObject({ code: 0 });
    const after = await dump(database);
    expect([...LOOKALIKES, now].filter((text) => !after.includes(text))).toEqual([]);
  });
});

describe.skipIf(!server.available)('keys of encryption', () => {
  it('encrypt the rows of each tenant, which are kept apart as without', async () => {
    const separated: SeparatedDatabase = await openSeparated();
    const engine = await startEngine({
      database: separated.opened,
      seeds: [ROOM],
      config: { ...separatedConfig(separated), 'encryption.keys': [FIRST] },
    });
    const talks = await Promise.all(
      ['acme', 'globex'].map(async (tenant) => {
        const { headers } = await keyFor(separated.opened, 'admin', tenant, null, tenant);
        const { headers: service } = await keyFor(separated.opened, 'service', tenant, null, tenant);
        return { tenant, headers, service, id: randomUUID(), mark: `${MARK}-${tenant}` };
      }),
    );
    await Promise.all(
      talks.map(({ mark, id, service }) => engine.say(`book room 12 for 3 hours ${mark}`, id, {}, service)),
    );
    const stored = await dump(separated.opened);
    const read = async (headers: Record<string, string>, id: string) => {
      const response = await fetch(`${engine.url}/api/v1/conversations/${id}/turns`, { headers });
      return { status: response.status, text: await response.text() };
    };
    for (const { mark, headers, id, tenant } of talks) {
      expect(stored).not.toContain(mark);
      const own = await read(headers, id);
      expect([tenant, own.status, own.text.includes(mark)]).toEqual([tenant, 200, true]);
      for (const other of talks.filter((one) => one.tenant !== tenant)) {
        expect((await read(other.headers, id)).status).toBe(404);
      }
    }
    expect(await run(separated.opened.url, [FIRST, SECOND], 'encrypt')).toMatchObject({ code: 0 });
    const yes = await Promise.all(talks.map(({ id, service }) => engine.say('no', id, {}, service)));
    expect(yes.map(({ status }) => status)).toEqual([200, 200]);
    await engine.close();
    await separated.close();
  });

  it('are changed while a second process serves: each reads what the other has written', async () => {
    const database = await openPostgres();
    let [one, other] = [await start(database, [FIRST]), await start(database, [FIRST], [])];
    const id = randomUUID();
    let turns = 0;
    const bothSay = async () => {
      for (const engine of [one, other]) {
        expect((await engine.say(`${MARK} ${turns}`, id)).status).toBe(200);
        turns += 1;
      }
      const history = await fetch(`${other.url}/api/v1/conversations/${id}/history`);
      expect((await history.text()).split(MARK).length - 1).toBeGreaterThanOrEqual(Math.min(turns, 4));
    };
    const restart = async (engine: TestEngine, ...keys: string[]) => {
      await stop(engine);
      return start(database, keys, []);
    };
    await bothSay();
    one = await restart(one, FIRST, SECOND);
    await bothSay();
    other = await restart(other, FIRST, SECOND);
    one = await restart(one, SECOND, FIRST);
    await bothSay();
    other = await restart(other, SECOND, FIRST);
    const [encrypted] = await Promise.all([run(database.url, [SECOND, FIRST], 'encrypt', '--batch', '1'), bothSay()]);
    expect(encrypted).toMatchObject({ code: 0 });
    one = await restart(one, SECOND);
    await bothSay();
    other = await restart(other, SECOND);
    await bothSay();
    expect(await dump(database)).not.toContain(MARK);
  });

  it('that a process has not are no words to it: what another has written is refused, and stays as it is', async () => {
    const database = await openPostgres();
    const behind = await start(database, [FIRST]);
    const id = randomUUID();
    expect((await behind.say(MARK, id)).status).toBe(200);
    const ahead = await start(database, [SECOND, FIRST], []);
    expect((await ahead.say(MARK, id)).status).toBe(200);
    const before = await database.database.query('SELECT last_user_text, turn_no FROM ce_conversation');
    const refused = await behind.say(MARK, id);
    expect([refused.status, refused.raw.includes('ce1:')]).toEqual([500, false]);
    expect(await database.database.query('SELECT last_user_text, turn_no FROM ce_conversation')).toEqual(before);
    // The one that could not read it has its lease for a moment more.
    await expect.poll(async () => (await ahead.say(MARK, id)).status, { timeout: 20_000 }).toBe(200);
  });
});
