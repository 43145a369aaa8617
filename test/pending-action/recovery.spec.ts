import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applySeed } from '../../src/platform/persistence/index.js';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { EFFECT_FLOW } from './effect-flow.js';
import { EFFECT_KILLS, EFFECT_LOG, EFFECT_MS, type Effect } from './effect-handlers/effects.js';
import { post } from './live-service.js';

const HANDLERS = join(import.meta.dirname, 'effect-handlers');
const LEASE_MS = 1_000;
const MAX_ATTEMPTS = 3;
/** So many that not all of them have begun when the first ones are noticed: a few are at work at a time. */
const ABANDONED = 24;
/** A process that lives waits this long for something that is to happen. */
const PATIENCE = { timeout: 40_000, interval: 100 };

describeOnEachDatabase('actions that a dead process has left behind', (open) => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let log: string;
  beforeAll(async () => {
    cli = await BuiltCli.build();
  });
  beforeEach(async () => {
    database = await open();
    await applySeed(database.database, EFFECT_FLOW, 'effect-flow.sql');
    log = join(cli.directory, `${randomUUID()}.log`);
  });
  afterAll(() => cli.close());

  const serve = (kills: 'yes' | 'no', more: Record<string, string> = {}) =>
    cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', database.url], {
      CONVENGINE_HANDLERS_DIRECTORIES: JSON.stringify([HANDLERS]),
      CONVENGINE_TURN_LEASE_MS: String(LEASE_MS),
      CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '1',
      CONVENGINE_FLOW_ACTION_LIFECYCLE_MAX_ATTEMPTS: String(MAX_ATTEMPTS),
      LOG_LEVEL: 'silent',
      [EFFECT_LOG]: log,
      [EFFECT_KILLS]: kills,
      ...more,
    });
  const effects = async (): Promise<Effect[]> => {
    const text = await readFile(log, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Effect);
  };
  const actions = () =>
    database.database.query('SELECT idempotency_key, status, reason FROM ce_action_proposal ORDER BY idempotency_key');
  const isHeld = async () => (await actions()).every(({ reason }) => reason === 'TOO_MANY_ATTEMPTS');
  const isUp = ({ url }: RunningService) =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );

  it('are held when each attempt ends the process, which are few and come later each time', {
    timeout: 240_000,
  }, async () => {
    const first = await serve('yes');
    const id = randomUUID();
    await post(first, id, 'idempotent');
    await expect(post(first, id, 'yes')).rejects.toThrow();
    let service: RunningService | undefined;
    let starts = 0;
    while (!service) {
      starts += 1;
      expect(starts).toBeLessThan(30);
      const started = await serve('yes').catch(() => undefined);
      if (!started) continue;
      await expect.poll(async () => (await isHeld()) || !(await isUp(started)), PATIENCE).toBe(true);
      if (await isHeld()) service = started;
    }
    const begun = await effects();
    expect(begun.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(begun.map(({ key }) => key)).size).toBe(1);
    const [one, two, three] = begun as [Effect, Effect, Effect];
    expect(two.at - one.at).toBeGreaterThanOrEqual(LEASE_MS);
    expect(three.at - two.at).toBeGreaterThanOrEqual(2 * LEASE_MS);
    expect(three.fencingToken).toBeGreaterThan(two.fencingToken);
    expect(two.fencingToken).toBeGreaterThan(one.fencingToken);
    expect((await post(service, id, 'yes')).text).toContain('cannot tell');
    expect(await service.end()).not.toBe(1);
  });

  it('are brought to their end or left as they were when the service stops meanwhile', {
    timeout: 240_000,
  }, async () => {
    const asking = await serve('no');
    for (let number = 0; number < ABANDONED; number += 1) await post(asking, randomUUID(), 'idempotent');
    await asking.end();
    await database.database.query(
      `UPDATE ce_action_proposal SET status = 'IN_PROGRESS', claim_owner = 'dead', claim_expires_at = 1, attempts = 1`,
    );
    const stopped = await serve('no');
    await expect.poll(async () => (await effects()).length, PATIENCE).toBeGreaterThan(0);
    await stopped.end('SIGTERM');
    const begun = await effects();
    expect(begun.length).toBeLessThan(ABANDONED);
    expect(begun.filter(({ aborted }) => aborted)).toEqual([]);
    const keys = new Set(begun.map(({ key }) => key));
    for (const { idempotency_key: key, status, reason } of await actions()) {
      const expected = { status: keys.has(String(key)) ? 'EXECUTED' : 'IN_PROGRESS', reason: null };
      expect({ status, reason }).toEqual(expected);
    }
    const next = await serve('no', { [EFFECT_MS]: '0' });
    const isDone = async () => (await actions()).every(({ status }) => status === 'EXECUTED');
    await expect.poll(isDone, PATIENCE).toBe(true);
    expect((await effects()).length).toBe(ABANDONED);
    await next.end();
  });
});
