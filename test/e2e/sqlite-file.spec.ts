import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';

describe('a service whose SQLite file is deleted', () => {
  let database: TestDatabase;
  let engine: TestEngine;
  let file: string;
  beforeAll(async () => {
    database = await openSqlite();
    file = database.url.slice('sqlite:'.length);
    const config = { 'database.url': database.url, 'handlers.directories': ['seeds/demo/handlers'] };
    engine = await startEngine({ database, seeds: ['seeds/demo/demo.sql'], config });
  });
  afterEach(() => void vi.restoreAllMocks());
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
    const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const told = vi.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    const ofSchedules = (spy: typeof warned) =>
      spy.mock.calls.map(([text]) => String(text)).filter((text) => text.startsWith('looking after schedules'));
    takeAway();
    // Schedules are looked after every second.
    await sleep(3_500);
    putBack();
    await expect.poll(() => ofSchedules(told)).toEqual([expect.stringMatching(/ works again, after \d/)]);
    const text = 'looking after schedules failed, and is tried again: The database file has been deleted.';
    expect(ofSchedules(warned)).toEqual([text]);
  });
});
