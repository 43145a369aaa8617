import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FlowService, FlowVersions, VersionFollower } from '../../src/engine/flow/index.js';
import { DATABASE } from '../../src/platform/common/tokens.js';
import type { Database } from '../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { Line } from '../helpers/line.js';
import { keepLog, outageOf } from '../helpers/log-lines.js';
import { DURABLE, HOOK } from '../helpers/steady-work.js';

describe.skipIf(!inject('postgres').available)('a PostgreSQL that goes away (postgres)', () => {
  let database: TestDatabase;
  let line: Line;
  let engine: TestEngine;
  beforeAll(async () => {
    database = await openPostgres();
    line = await Line.to(database.url);
    engine = await startEngine({
      database,
      seeds: ['seeds/demo/demo.sql'],
      config: { ...HOOK, 'database.url': line.url, 'handlers.directories': ['seeds/demo/handlers'] },
      handlers: [DURABLE],
    });
  });
  afterAll(async () => {
    await engine.close();
    line.close();
    await database.close();
  });

  it('makes turns fail clearly, loses nothing, and is used again as soon as it is back', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 9001', id);
    line.cut();
    const failed = await engine.say('yes', id);
    expect(failed.status).toBe(503);
    expect(failed.body).toMatchObject({ success: false, errorCode: 'DATABASE_UNAVAILABLE', recoverable: true });
    const health = await fetch(`${engine.url}/api/v1/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ database: 'down' });
    line.mend();
    const done = await engine.say('yes', id);
    expect(done.state).toBe('CANCELLED');
    expect(await engine.count("SELECT count(*) FROM demo_order_cancellation WHERE order_id = '9001'")).toBe(1);
  });

  it('is in the log once as it begins and once as it ends, for each work that is done again and again', async () => {
    const told = keepLog();
    const { app } = engine;
    const versions = new VersionFollower(app.get(FlowService), app.get(FlowVersions), app.get<Database>(DATABASE));
    versions.start(100);
    line.cut();
    await sleep(3_500);
    line.mend();
    const works = [
      'looking after schedules',
      'looking after workflows',
      'delivering events to the webhook',
      'looking for a newer version of the flow',
    ];
    for (const work of works) await expect.poll(() => told(work)).toEqual(outageOf(work));
    await versions.stop();
  });
});
