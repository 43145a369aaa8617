import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { DATABASE } from '../../src/platform/common/tokens.js';
import { ApiKeyStore } from '../../src/platform/identity/index.js';
import type { Database } from '../../src/platform/persistence/index.js';
import { SseClient } from '../e2e/http/sse-client.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { type EngineOptions, MovableClock, startEngine, type TestEngine } from '../helpers/engine.js';
import { keyFor } from './keys.js';

describeOnEachDatabase('an API key of our own', (open) => {
  const engines: TestEngine[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    for (const engine of engines.splice(0)) {
      await engine.close();
      await engine.database.close();
    }
  });

  const start = async (database: TestDatabase, config: EngineOptions['config'] = {}, clock = new MovableClock()) => {
    const engine = await startEngine({ database, config, clock });
    engines.push(engine);
    return engine;
  };
  const list = async ({ url }: TestEngine, headers: Record<string, string>) =>
    (await fetch(`${url}/api/v1/actions`, { headers })).status;
  /** As if so much time had passed since. */
  const later = (milliseconds: number) => {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + milliseconds);
  };

  it('is stored as a hash alone, and opens what its role says', async () => {
    const database = await open();
    const { key, headers } = await keyFor(database, 'viewer', 'ann');
    const rows = JSON.stringify(await database.database.query('SELECT * FROM ce_api_key'));
    expect([rows.includes(key), rows.includes(key.slice(-43))]).toEqual([false, false]);
    const engine = await start(database);
    expect([await list(engine, headers), await list(engine, { 'x-api-key': key })]).toEqual([200, 200]);
    const almost = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect(await list(engine, { 'x-api-key': almost })).toBe(401);
    expect((await engine.say('hello', randomUUID(), {}, headers)).status).toBe(403);
  });

  it('closes all doors from the first one on, also after it was revoked, and leaves those of the settings open', async () => {
    const database = await open();
    const engine = await start(database, { 'security.conversation-api-key': 'talk' });
    expect(await list(engine, {})).toBe(200);
    const { keyId, headers } = await keyFor(database, 'viewer', 'ann');
    expect(await list(engine, headers)).toBe(200);
    expect(await list(engine, {})).toBe(401);
    await new ApiKeyStore(database.database).revoke(keyId, Date.now());
    const other = await start(database, { 'security.conversation-api-key': 'talk' });
    expect(await list(other, {})).toBe(401);
    expect((await other.say('hello', randomUUID())).status).toBe(401);
    expect((await other.say('hello', randomUUID(), {}, { 'x-api-key': 'talk' })).status).toBe(200);
    engines.splice(engines.indexOf(other), 1);
    await other.close();
  });

  it('opens nothing half a minute after it was revoked, wherever it is in use', async () => {
    const database = await open();
    const { keyId, headers } = await keyFor(database, 'viewer', 'ann');
    const engine = await start(database);
    expect(await list(engine, headers)).toBe(200);
    await new ApiKeyStore(database.database).revoke(keyId, Date.now());
    later(30_001);
    expect(await list(engine, headers)).toBe(401);
  });

  it('that is revoked ends the event streams that were opened with it', async () => {
    const database = await open();
    const { keyId, headers } = await keyFor(database, 'viewer', 'ann');
    const engine = await start(database);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await SseClient.open(`${engine.url}/api/v1/conversation/stream/${randomUUID()}`, headers);
    await stream.waitFor(1);
    let hasEnded = false;
    void stream.ended.then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await list(engine, headers)) === 200 && !hasEnded).toBe(true);
    await new ApiKeyStore(database.database).revoke(keyId, Date.now());
    later(30_001);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await stream.ended;
    expect(hasEnded).toBe(true);
  });

  it('opens nothing after its end, though it was read before', async () => {
    const database = await open();
    const clock = new MovableClock();
    const { headers } = await keyFor(database, 'viewer', 'ann', Date.now() + 86_400_000);
    const engine = await start(database, {}, clock);
    expect(await list(engine, headers)).toBe(200);
    clock.advance(86_400_000);
    expect(await list(engine, headers)).toBe(401);
  });

  it('is read once for many requests, and its use is written once a minute', async () => {
    const database = await open();
    const { keyId, headers } = await keyFor(database, 'service', 'shop');
    const engine = await start(database);
    const query = vi.spyOn(engine.app.get<Database>(DATABASE), 'query');
    const sent: string[][] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      query.mockClear();
      expect((await engine.say('hello', randomUUID(), {}, headers)).status).toBe(200);
      sent.push(
        query.mock.calls
          .map(([sql]) => sql)
          .filter((sql) => sql.includes('ce_api_key'))
          .map((sql) => sql.trim().split(' ')[0] ?? ''),
      );
    }
    expect(sent).toEqual([['SELECT', 'UPDATE'], [], []]);
    const used = () => database.database.query('SELECT last_used_at_ms FROM ce_api_key WHERE key_id = $1', [keyId]);
    await expect.poll(async () => Number((await used())[0]?.last_used_at_ms)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('of a role that this version does not know opens nothing', async () => {
    const database = await open();
    const { headers } = await keyFor(database, 'viewer', 'ann');
    await database.database.query(`UPDATE ce_api_key SET role = 'emperor'`);
    expect(await list(await start(database), headers)).toBe(401);
  });
});
