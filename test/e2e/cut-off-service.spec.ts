import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { parseJson } from '../../src/platform/common/json.js';
import { applySeed } from '../../src/platform/persistence/index.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { Line } from '../helpers/line.js';
import { HELLO } from '../integration/many-processes/two-processes.js';
import { BuiltCli, type RunningService } from './cli/built-cli.js';

const DEADLINE_MS = 8_000;
/** On a slow machine, too. The system would wait for minutes for a connection that is silent. */
const LONGEST_MS = 30_000;

describe.skipIf(!inject('postgres').available)('a service that is cut off from its PostgreSQL (postgres)', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let line: Line;
  let service: RunningService;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    database = await openPostgres();
    await applySeed(database.database, HELLO, 'hello.sql');
  });
  beforeEach(async () => {
    line = await Line.to(database.url);
    service = await cli.serve(['--port', '0', '--host', '127.0.0.1', '--database', line.url], {
      CONVENGINE_TURN_DEADLINE_MS: String(DEADLINE_MS),
    });
  });
  afterEach(() => line.close());
  afterAll(async () => {
    await cli.close();
    await database.close();
  });

  const say = async () => {
    const since = performance.now();
    const response = await fetch(`${service.url}/api/v1/conversation/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: randomUUID(), message: 'hello' }),
    });
    const body = parseJson(await response.text()) as { recoverable?: boolean };
    return { status: response.status, recoverable: body.recoverable, tookMs: performance.now() - since };
  };
  const health = async () => {
    const response = await fetch(`${service.url}/health`);
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  /** People who write one message after the other, until told to stop. */
  const crowd = (size: number) => {
    let isOver = false;
    const answers: Awaited<ReturnType<typeof say>>[] = [];
    const people = Array.from({ length: size }, async () => {
      for (; !isOver; await sleep(20)) answers.push(await say());
    });
    onTestFinished(async () => {
      isOver = true;
      await Promise.allSettled(people);
    });
    return {
      leave: async () => {
        isOver = true;
        await Promise.all(people);
        return answers;
      },
    };
  };

  it('answers every turn of a silence in time and truthfully, says that it is down, and works again within thirty seconds', async () => {
    const people = crowd(12);
    await expect.poll(health).toEqual([200, 'ok']);
    await sleep(500);
    line.silence();
    await expect.poll(health).toEqual([503, 'down']);
    await sleep(10_000);
    line.mend();
    const healed = performance.now();
    for (let good = false; !good; ) good = (await say()).status === 200;
    expect(performance.now() - healed).toBeLessThan(LONGEST_MS);
    await expect.poll(health).toEqual([200, 'ok']);
    const answers = await people.leave();
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    for (const { status, recoverable, tookMs } of answers) {
      expect([200, 503, 504]).toContain(status);
      expect(recoverable).toBe(status !== 200);
      expect(tookMs).toBeLessThan(LONGEST_MS);
    }
    expect(await service.end(), service.output()).toBe(0);
    // The line that says why is enough of each.
    expect(service.output()).toContain('DATABASE_UNAVAILABLE');
    expect(service.output()).not.toContain('failed with status code');
  });

  it('lives on while its connections are ended again and again', async () => {
    const people = crowd(12);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    for (let round = 0; round < 200; round += 1) await database.database.query(end);
    await expect.poll(health).toEqual([200, 'ok']);
    const answers = await people.leave();
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(await service.end(), service.output()).toBe(0);
  });

  it('ends in time when it is told to stop during a silence', async () => {
    const people = crowd(12);
    await sleep(500);
    line.silence();
    await expect.poll(health).toEqual([503, 'down']);
    const since = performance.now();
    const [code] = await Promise.all([service.end(), people.leave().catch(() => undefined)]);
    expect(performance.now() - since).toBeLessThan(LONGEST_MS);
    expect([0, 1]).toContain(code);
  });
});
