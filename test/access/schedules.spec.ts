import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ActionHandler, done } from '../../src/app/index.js';
import { reachOf } from '../../src/interfaces/callers/index.js';
import { ROLES, type Role } from '../../src/platform/config/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { openSeparated, type SeparatedDatabase, separatedConfig } from '../helpers/tenants.js';
import { paymentFlow } from '../schedules/payment-flow.js';
import { keyFor } from './keys.js';

type Headers = Record<string, string>;

const payments: ActionHandler = { kind: 'action', name: 'payments', methods: { pay: () => done(null) } };

/** Starts a service that pays; nobody looks after its times. */
function startPaying(database: TestDatabase, config: Record<string, unknown> = {}): Promise<TestEngine> {
  return startEngine({
    database,
    seeds: [paymentFlow()],
    handlers: [payments],
    config: { ...config, 'flow.action-lifecycle.sweep-seconds': 0 },
  });
}

/** Has a user agree to times to come, and gives where the schedule is. */
async function agree(engine: TestEngine, headers: Headers): Promise<{ id: string; path: string }> {
  const id = randomUUID();
  for (const message of ['pay 50 to Bob every day at 8:00 pm, 3 times', 'yes'])
    expect((await engine.say(message, id, {}, headers)).status).toBe(200);
  const [row] = await engine.database.database.query('SELECT schedule_id FROM ce_schedule WHERE conversation_id = $1', [
    id,
  ]);
  return { id, path: `/api/v1/schedules/${id}/${row?.schedule_id}` };
}

async function revoke({ url }: TestEngine, path: string, headers: Headers): Promise<number> {
  const response = await fetch(`${url}${path}/revoke`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ by: 'ann' }),
  });
  await response.body?.cancel();
  return response.status;
}

async function statusOf(engine: TestEngine, id: string): Promise<unknown> {
  const [row] = await engine.database.database.query('SELECT status FROM ce_schedule WHERE conversation_id = $1', [id]);
  return row?.status;
}

describeOnEachDatabase('a schedule', (open) => {
  let engine: TestEngine;
  const keys = new Map<Role, Headers>();
  const keyOf = (role: Role) => keys.get(role) ?? {};
  beforeAll(async () => {
    const opened = await open();
    engine = await startPaying(opened);
    for (const role of ROLES) keys.set(role, (await keyFor(opened, role, `${role}-me`)).headers);
  });
  afterAll(() => engine.close());

  const mayStop = ROLES.filter((role) => reachOf([role], 'actions.settle') !== undefined);

  it.each(ROLES.filter((role) => !mayStop.includes(role)))('is stopped by no %s', async (role) => {
    const { id, path } = await agree(engine, keyOf('service'));
    expect([await revoke(engine, path, keyOf(role)), await statusOf(engine, id)]).toEqual([403, 'ACTIVE']);
  });

  it.each(mayStop)('is stopped once by an %s', async (role) => {
    const { id, path } = await agree(engine, keyOf('service'));
    expect([await revoke(engine, path, keyOf(role)), await statusOf(engine, id)]).toEqual([200, 'REVOKED']);
    expect(await revoke(engine, path, keyOf(role))).toBe(404);
  });

  it('is seen by a viewer', async () => {
    const { path } = await agree(engine, keyOf('service'));
    expect((await fetch(`${engine.url}${path}`, { headers: keyOf('viewer') })).status).toBe(200);
  });
});

describe.skipIf(!inject('postgres').available)('a schedule of a tenant', () => {
  let separated: SeparatedDatabase;
  let engine: TestEngine;
  beforeAll(async () => {
    separated = await openSeparated();
    engine = await startPaying(separated.opened, separatedConfig(separated));
  });
  afterAll(async () => {
    await engine.close();
    await separated.close();
  });

  const keyOf = async (tenant: string, role: Role) =>
    (await keyFor(separated.opened, role, `${role}-of-${tenant}`, null, tenant)).headers;
  const read = async (path: string, headers: Headers) => {
    const response = await fetch(`${engine.url}${path}`, { headers });
    return { status: response.status, text: await response.text() };
  };

  it('is not there for another one, whoever asks', async () => {
    const { id, path } = await agree(engine, await keyOf('acme', 'service'));
    for (const role of ['operator', 'admin'] as const) {
      const foreign = await keyOf('globex', role);
      expect([role, (await read(path, foreign)).status, await revoke(engine, path, foreign)]).toEqual([role, 404, 404]);
      expect(await read(`/api/v1/schedules?conversationId=${id}`, foreign)).toEqual({ status: 200, text: '[]' });
      expect(await read('/api/v1/schedules', foreign)).toEqual({ status: 200, text: '[]' });
    }
    for (const role of ['user', 'service', 'viewer'] as const) {
      expect((await read(`/api/v1/conversations/${id}`, await keyOf('globex', role))).status).toBe(404);
    }
    expect(await statusOf(engine, id)).toBe('ACTIVE');
  });

  it('is stopped by its own people', async () => {
    const { id, path } = await agree(engine, await keyOf('acme', 'service'));
    expect((await read('/api/v1/schedules', await keyOf('acme', 'viewer'))).text).toContain(id);
    expect([await revoke(engine, path, await keyOf('acme', 'operator')), await statusOf(engine, id)]).toEqual([
      200,
      'REVOKED',
    ]);
  });
});
