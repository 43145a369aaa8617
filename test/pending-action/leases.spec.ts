import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { openPostgres, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { actionsOf, effectsOf } from './action-records.js';
import { GO_ON, KILL_AT, KILL_MARKS, KILL_VICTIMS } from './handlers/orders.js';
import { type Answer, post, prepareOrders, serveOrders } from './live-service.js';
import { requestFor } from './order-flow.js';

const LEASE_MS = 2_500;
/** Of a process that is to live: one that is paused for seconds is not dead. */
const LONG_LEASE_MS = 10_000;
/** What a busy machine may take longer; a turn may take far more. */
const SLACK_MS = 10_000;
/** Turns may take much longer than a lease lasts, and a message hardly waits. */
const SETTINGS = {
  CONVENGINE_TURN_LEASE_MS: String(LEASE_MS),
  CONVENGINE_TURN_DEADLINE_MS: '60000',
  CONVENGINE_TURN_BUSY_WAIT_MS: '100',
};

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.close());

/** A process of its own whose yes has come to a place in its turn and stays there. */
async function confirmingOn(database: TestDatabase, point: string, leaseMs = LEASE_MS) {
  const marks = join(cli.directory, randomUUID());
  await mkdir(marks);
  const service = await serveOrders(cli, database, {
    ...SETTINGS,
    CONVENGINE_TURN_LEASE_MS: String(leaseMs),
    [KILL_AT]: point,
    [KILL_MARKS]: marks,
    [KILL_VICTIMS]: 'nobody',
    CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '0',
  });
  const id: string = randomUUID();
  await post(service, id, requestFor('at-most-once'));
  const answer = post(service, id, 'yes').catch((error: unknown) => error);
  while (!existsSync(join(marks, id))) await sleep(5);
  return {
    service,
    id,
    answer: answer as Promise<Answer>,
    goOn: () => writeFileSync(join(marks, `${id}${GO_ON}`), ''),
  };
}

/** Says it until the conversation is free; how long that took, in milliseconds. */
async function sayUntilFree(
  service: RunningService,
  id: string,
  message: string,
): Promise<Answer & { readonly waitedMs: number }> {
  const start = performance.now();
  for (;;) {
    const answer = await post(service, id, message);
    if (answer.status !== 409) return { ...answer, waitedMs: performance.now() - start };
    await sleep(20);
  }
}

describe('a turn whose process (sqlite)', () => {
  it('was killed does not block its conversation for longer than a lease lasts', async () => {
    const database = await openSqlite();
    await prepareOrders(database);
    const { service, id } = await confirmingOn(database, 'before PendingActionStep');
    await service.end('SIGKILL');
    const next = await serveOrders(cli, database, SETTINGS);
    const answer = await sayUntilFree(next, id, 'yes');
    expect(answer).toMatchObject({ status: 200, text: expect.stringMatching(/^Done\./) });
    expect(answer.waitedMs).toBeLessThan(LEASE_MS + SLACK_MS);
    expect((await effectsOf(database, id)).cancel).toBe(1);
    await next.end();
    await database.close();
  });
});

// A SQLite file is for one service.
describe.skipIf(!inject('postgres').available)('a turn whose process (postgres)', () => {
  let database: TestDatabase;
  let second: RunningService;
  beforeAll(async () => {
    database = await openPostgres();
    await prepareOrders(database);
    second = await serveOrders(cli, database, SETTINGS);
  });
  afterAll(async () => {
    await second.end();
    await database.close();
  });

  const confirmingAt = (point: string, leaseMs?: number) => confirmingOn(database, point, leaseMs);
  const pause = (service: RunningService) => service.send('SIGSTOP');
  const sayWhenFree = (id: string, message: string) => sayUntilFree(second, id, message);

  it('was killed does not block its conversation for longer than a lease lasts', async () => {
    const { service, id } = await confirmingAt('before PendingActionStep');
    await sleep(2 * LEASE_MS);
    await service.end('SIGKILL');
    const answer = await sayWhenFree(id, 'yes');
    expect(answer).toMatchObject({ status: 200, text: expect.stringMatching(/^Done\./) });
    expect(answer.waitedMs).toBeLessThan(LEASE_MS + SLACK_MS);
    expect((await effectsOf(database, id)).cancel).toBe(1);
  });

  it.concurrent('lives is left alone, however long it takes, and its action is not taken for abandoned', async () => {
    const { service, id, answer, goOn } = await confirmingAt('after the effect of cancel', LONG_LEASE_MS);
    await sleep(1.25 * LONG_LEASE_MS);
    expect((await post(second, id, 'yes')).status).toBe(409);
    expect(await actionsOf(database, id)).toEqual([{ status: 'IN_PROGRESS', reason: null }]);
    goOn();
    expect(await answer).toMatchObject({ status: 200, text: expect.stringMatching(/^Done\./) });
    await service.end();
  });

  it.concurrent('was paused before it claimed its action claims nothing when the user has said no elsewhere', async () => {
    const { service, id, answer, goOn } = await confirmingAt('before PendingActionStep');
    pause(service);
    expect((await sayWhenFree(id, 'no')).text).toContain('nothing was done');
    goOn();
    service.send('SIGCONT');
    expect((await answer).status).toBe(503);
    expect(await actionsOf(database, id)).toEqual([{ status: 'REJECTED', reason: 'DENIED_BY_USER' }]);
    expect((await effectsOf(database, id)).cancel).toBe(0);
    await service.end();
  });

  it.concurrent('was paused before it claimed its action claims nothing while the question is still open elsewhere', async () => {
    const { service, id, answer, goOn } = await confirmingAt('before PendingActionStep');
    pause(service);
    await sayWhenFree(id, 'hm');
    goOn();
    service.send('SIGCONT');
    expect((await answer).status).toBe(503);
    expect(await actionsOf(database, id)).toEqual([{ status: 'OPEN', reason: null }]);
    expect((await effectsOf(database, id)).cancel).toBe(0);
    await service.end();
  });

  it.concurrent('was paused with its action at work brings that to its end, once, and the others tell how it ended', async ({
    expect,
  }) => {
    const { service, id, answer, goOn } = await confirmingAt('after the effect of cancel');
    pause(service);
    expect((await sayWhenFree(id, 'yes')).text).toMatch(/do not know yet|cannot tell/);
    const taken = [{ status: 'IN_PROGRESS', reason: 'INTERRUPTED' }];
    await expect.poll(() => actionsOf(database, id), { timeout: 20_000 }).toEqual(taken);
    service.send('SIGCONT');
    await sleep(LEASE_MS);
    goOn();
    expect((await answer).status).toBe(503);
    expect((await sayWhenFree(id, 'yes')).text).toContain('already been done');
    expect(await effectsOf(database, id)).toMatchObject({ cancel: 1, notify: 1 });
    await service.end();
  });

  it.concurrent('was paused before it was stored is not stored over what was said since', async () => {
    const { service, id, answer, goOn } = await confirmingAt('before PersistConversationStep');
    pause(service);
    const told = await sayWhenFree(id, 'yes');
    expect(told.text).toContain('already been done');
    goOn();
    service.send('SIGCONT');
    expect((await answer).status).toBe(503);
    const [row] = await database.database.query('SELECT * FROM ce_conversation WHERE conversation_id = $1', [id]);
    expect([Number(row?.turn_no), row?.lease_owner]).toEqual([2, null]);
    expect(JSON.stringify(row?.last_assistant_json)).toContain('already been done');
    await service.end();
  });
});
