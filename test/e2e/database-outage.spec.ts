import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { Line } from '../helpers/line.js';

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
      config: { 'database.url': line.url, 'handlers.directories': ['seeds/demo/handlers'] },
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
});
