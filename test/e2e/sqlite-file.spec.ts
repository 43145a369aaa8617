import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { keepLog, outageOf } from '../helpers/log-lines.js';
import { DURABLE, HOOK } from '../helpers/steady-work.js';

describe('a service whose SQLite file is deleted', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let file: string;
  beforeAll(async () => {
    database = await openSqlite();
    file = database.url.slice('sqlite:'.length);
    const config = { ...HOOK, 'database.url': database.url, 'handlers.directories': ['seeds/demo/handlers'] };
    engine = await startEngine({ database, seeds: ['seeds/demo/demo.sql'], config, handlers: [DURABLE] });
  });
  afterAll(async () => {
    await engine.close();
    await database.close();
  });

  const takeAway = () => {
    for (const suffix of ['', '-wal', '-shm']) renameSync(file + suffix, `${file}.away${suffix}`);
  };
  const putBack = () => {
    for (const suffix of ['', '-wal', '-shm']) renameSync(`${file}.away${suffix}`, file + suffix);
  };
  const health = async () => (await fetch(`${engine.url}/health`)).status;

  it('says neither that something is done nor that it is well, and goes on when the file is back', async () => {
    const id = randomUUID();
    await engine.say('cancel my order 9001', id);
    takeAway();
    const failed = await engine.say('yes', id);
    expect(failed.status).toBe(500);
    expect(failed.body).toMatchObject({
      errorCode: 'DATABASE_UNUSABLE',
      recoverable: false,
      message: expect.stringContaining('The database file has been deleted.'),
    });
    expect(await health()).toBe(503);
    putBack();
    await expect.poll(health).toBe(200);
    expect((await engine.say('yes', id)).state).toBe('CANCELLED');
    expect(await engine.count("SELECT count(*) FROM demo_order_cancellation WHERE order_id = '9001'")).toBe(1);
  });

  it('says once that what is done again and again fails, and once that it works again', async () => {
    const told = keepLog();
    takeAway();
    // Each of these is done every second.
    await sleep(3_500);
    putBack();
    for (const work of ['looking after schedules', 'looking after workflows', 'delivering events to the webhook']) {
      await expect.poll(() => told(work)).toEqual(outageOf(work));
    }
  });
});
