import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { EFFECT_KILLS, EFFECT_LOG, type Effect } from '../pending-action/effect-handlers/effects.js';
import { paymentFlow } from './payment-flow.js';

const HANDLERS = join(import.meta.dirname, '../pending-action/effect-handlers');
const PATIENCE = { timeout: 60_000, interval: 100 };

describeOnEachDatabase('schedules of processes that end and begin', (open) => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let log: string;
  beforeAll(async () => {
    cli = await BuiltCli.build();
  });
  beforeEach(async () => {
    database = await open();
    log = join(cli.directory, `${randomUUID()}.log`);
  });
  afterAll(() => cli.close());

  const seed = (policy: string) =>
    applySeed(
      database.database,
      paymentFlow(policy).replace("'payments', 'pay'", "'effects', 'cause'"),
      'payment-flow.sql',
    );
  const serve = (kills: 'yes' | 'no') =>
    cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', database.url], {
      CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([HANDLERS]),
      CONVENGINE_TURN_LEASE_MS: '1000',
      CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '1',
      LOG_LEVEL: 'silent',
      [EFFECT_LOG]: log,
      [EFFECT_KILLS]: kills,
    });
  const say = async ({ url }: RunningService, conversationId: string, message: string) => {
    const body = JSON.stringify({ conversationId, message });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/api/v1/conversation/message`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  };
  const agree = async (service: RunningService) => {
    const id = randomUUID();
    await say(service, id, 'pay 50 to Bob every day at 3:00 am, 3 times');
    await say(service, id, 'yes');
    return id;
  };
  /** Has the first time of every schedule come, for all processes at once. */
  const come = async () => {
    const at = Math.floor(Date.now() / 60_000) * 60_000;
    const start = new Date(at).toISOString().replace(/[-:]|\.\d+|Z/g, '');
    const rule = `DTSTART;TZID=UTC:${start}\nRRULE:FREQ=DAILY;COUNT=3`;
    await database.database.query('UPDATE ce_schedule SET rule_text = $1, next_at_ms = $2', [rule, at]);
  };
  const times = () =>
    database.database.query(
      `SELECT conversation_id, idempotency_key, status, reason, attempts FROM ce_action_proposal
        WHERE schedule_id IS NOT NULL ORDER BY conversation_id`,
    );
  const effects = async (): Promise<Effect[]> => {
    const text = await readFile(log, 'utf8').catch(() => '');
    const lines = text.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Effect);
  };

  it('are kept once for each time, by two processes', { timeout: 120_000 }, async () => {
    await seed('at-most-once');
    const first = await serve('no');
    const second = database.dialect === 'postgres' ? await serve('no') : first;
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => agree(index % 2 ? first : second)));
    await come();
    const areDone = async () => (await times()).filter(({ status }) => status === 'EXECUTED').length;
    await expect.poll(areDone, PATIENCE).toBe(ids.length);
    const keys = (await effects()).map(({ key }) => key);
    expect(keys).toHaveLength(ids.length);
    expect(new Set(keys).size).toBe(ids.length);
    const rows = await database.database.query('SELECT runs, missed, status FROM ce_schedule');
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ runs: 1, missed: 0, status: 'ACTIVE' })]),
    );
    await first.end();
    if (second !== first) await second.end();
  });

  it.each([
    ['at-most-once', { status: 'IN_PROGRESS', reason: 'INTERRUPTED', attempts: 1 }],
    ['idempotent', { status: 'EXECUTED', reason: null, attempts: 2 }],
    ['transactional', { status: 'EXECUTED', reason: null, attempts: 2 }],
  ])(
    'are decided by their policy where a process was killed over a time: %s',
    { timeout: 120_000 },
    async (policy, end) => {
      await seed(policy);
      const killed = await serve('yes');
      const id = await agree(killed);
      await come();
      await expect.poll(() => isUp(killed), PATIENCE).toBe(false);
      expect(await times()).toMatchObject([{ status: 'IN_PROGRESS', attempts: 1 }]);
      const next = await serve('no');
      await expect.poll(times, PATIENCE).toMatchObject([end]);
      const begun = await effects();
      expect(new Set(begun.map(({ key }) => key))).toEqual(new Set((await times()).map((row) => row.idempotency_key)));
      expect(begun).toHaveLength(Number(end.attempts));
      await say(next, id, 'how is the weather');
      expect(await times()).toHaveLength(1);
      expect(await next.end()).not.toBe(1);
    },
  );
});

function isUp({ url }: RunningService): Promise<boolean> {
  return fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}
