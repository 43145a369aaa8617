import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { WebhookReceiver } from '../helpers/webhook-receiver.js';
import { EFFECT_FLOW } from './effect-flow.js';
import { EFFECT_LOG, type Effect } from './effect-handlers/effects.js';
import { type Answer, post, serveOrders } from './live-service.js';

const MOVED_CLOCK = pathToFileURL(resolve('test/torture/moved-clock.mjs')).href;
const HOURS = 3_600_000;
const SOON = { timeout: 30_000, interval: 50 };
const LONGEST_LEASE_MS = 30_000;

let cli: BuiltCli;
const receiver = new WebhookReceiver();
beforeAll(async () => {
  cli = await BuiltCli.build();
  await receiver.start();
});
afterAll(async () => {
  await cli.close();
  await receiver.stop();
});

describeOnEachDatabase('a process whose clock is moved', (open) => {
  describe.each([
    ['four seconds forward', 4_000],
    ['two hours forward', 2 * HOURS],
    ['two hours back', -2 * HOURS],
  ])('by %s', (_by, byMs) => {
    const clockFile = () => join(cli.directory, `clock-${byMs}`);
    const log = () => join(cli.directory, `effects-${byMs}`);
    /** Seems to be over to whoever goes by a clock that is ahead, and is not over when a process is paused for a while. */
    const leaseMs = byMs > 0 ? Math.min(byMs, LONGEST_LEASE_MS) : LONGEST_LEASE_MS;
    let database: TestDatabase;
    /** On SQLite the same process, whose clock is moved after it has begun; on PostgreSQL it begins with that clock. */
    let moved: RunningService;
    let steady: RunningService;

    const serve = (env: Record<string, string>) =>
      serveOrders(cli, database, {
        CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([resolve('test/pending-action/effect-handlers')]),
        CONVENGINE_WEBHOOKS_URL: receiver.url,
        CONVENGINE_WEBHOOKS_SECRET: 'secret',
        CONVENGINE_TURN_LEASE_MS: String(leaseMs),
        [EFFECT_LOG]: log(),
        ...env,
      });

    beforeAll(async () => {
      database = await open();
      await applySeed(database.database, EFFECT_FLOW, 'effect-flow.sql');
      const isOne = database.dialect === 'sqlite';
      writeFileSync(clockFile(), String(isOne ? 0 : byMs));
      moved = await serve({ NODE_OPTIONS: `--import ${MOVED_CLOCK}`, TORTURE_CLOCK: clockFile() });
      steady = isOne ? moved : await serve({ CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '0' });
      if (!isOne) return;
      writeFileSync(clockFile(), String(byMs));
      moved.send('SIGWINCH');
      while (Math.abs((await aheadMs(moved)) - byMs) > 500) await sleep(20); // the hook's own limit ends it
    });
    afterAll(async () => {
      await Promise.all([moved.end(), steady === moved || steady.end()]);
    });

    const ask = async (policy = 'at-most-once', at = steady): Promise<string> => {
      const id = randomUUID();
      expect((await post(at, id, policy)).text).toBe('Do it?');
      return id;
    };
    const statusOf = async (id: string) => {
      const sql = 'SELECT status, reason, attempts FROM ce_action_proposal WHERE conversation_id = $1';
      return (await database.database.query(sql, [id]))[0];
    };
    /** From when on an action is expired, by the true time: neither this process nor its database has been moved. */
    const expireIn = (id: string, ms: number) =>
      database.database.query('UPDATE ce_action_proposal SET expires_at_ms = $2 WHERE conversation_id = $1', [
        id,
        Date.now() + ms,
      ]);
    const effects = async (id: string): Promise<Effect[]> => {
      const sql = 'SELECT idempotency_key AS key FROM ce_action_proposal WHERE conversation_id = $1';
      const keys = (await database.database.query(sql, [id])).map(({ key }) => key);
      const lines = existsSync(log()) ? readFileSync(log(), 'utf8').trim().split('\n') : [];
      return lines.map((line) => JSON.parse(line) as Effect).filter(({ key }) => keys.includes(key));
    };

    it('closes what has run out and nothing else, and executes what is open', async () => {
      const [lasting, over] = [await ask('at-most-once', moved), await ask()];
      await expireIn(over, 0);
      await expect.poll(() => statusOf(over), SOON).toMatchObject({ status: 'EXPIRED', reason: 'TTL_MINUTES' });
      expect(await statusOf(lasting)).toMatchObject({ status: 'OPEN' });
      await post(moved, lasting, 'yes');
      expect(await statusOf(lasting)).toMatchObject({ status: 'EXECUTED' });
      expect(await effects(lasting)).toHaveLength(1);
    });

    it.each(['at-most-once', 'idempotent'])('does not take what is at work for abandoned (%s)', async (policy) => {
      const id = await ask(policy);
      const answer: Answer = await post(steady, id, 'yes');
      expect(answer.status).toBe(200);
      expect(await statusOf(id)).toMatchObject({ status: 'EXECUTED', attempts: 1 });
      expect(await effects(id)).toMatchObject([{ attempt: 1, aborted: false }]);
    });

    it('does not execute what has expired', async () => {
      const id = await ask();
      await expireIn(id, 100);
      const until = Date.now() + 150;
      await expect.poll(() => Date.now(), { interval: 20 }).toBeGreaterThan(until);
      await post(moved, id, 'yes');
      expect(await statusOf(id)).toMatchObject({ status: 'EXPIRED' });
      expect(await effects(id)).toEqual([]);
    });

    it('tells the webhook in the order in which things happened', async () => {
      const ids: string[] = [];
      for (const [first, second] of [[moved, steady] as const, [steady, moved] as const]) {
        const id = await ask('at-most-once', first);
        await post(second, id, 'no');
        ids.push(id);
      }
      for (const id of ids) await expect.poll(() => receiver.names(id), SOON).toEqual(['OPEN', 'REJECTED']);
    });

    it('says how far it is off, and says it is degraded where that is more than seconds', async () => {
      await expect.poll(() => aheadMs(moved), SOON).toBeCloseTo(byMs, -3);
      const statusNow = async () => (await health(moved)).status;
      await expect.poll(statusNow, SOON).toBe(Math.abs(byMs) > 5_000 ? 'degraded' : 'ok');
    });
  });
});

interface Health {
  readonly status: string;
  readonly clock: { readonly aheadMs: number };
}

async function health({ url }: Pick<RunningService, 'url'>): Promise<Health> {
  return (await (await fetch(`${url}/health`)).json()) as Health;
}

async function aheadMs(service: RunningService): Promise<number> {
  return (await health(service)).clock.aheadMs;
}
