import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BuiltCli, type RunningService } from '../e2e/cli/built-cli.js';
import { openPostgres, type TestDatabase } from '../helpers/databases.js';
import { effectsOf } from './action-records.js';
import { KILL_AT, KILL_MARKS, KILL_VICTIMS } from './handlers/orders.js';
import { post, prepareOrders, serveOrders } from './live-service.js';
import { POLICIES, requestFor } from './order-flow.js';

/** Of the services, which share a database, none decides about what another one has left behind. */
const NO_SWEEPS = { CONVENGINE_FLOW_ACTION_LIFECYCLE_SWEEP_SECONDS: '0' };

/** What the repetition is told, and what has happened by then under each policy, by where the first one was killed. */
const POINTS: readonly (readonly [point: string, told: RegExp, cancelled: readonly number[]])[] = [
  ['before PendingActionStep', /^Done\./, [1, 1, 1]],
  ['after the effect of cancel', /do not know yet how it ended/, [1, 1, 0]],
  ['after PendingActionStep', /already been done/, [1, 1, 1]],
];

describe.skipIf(!inject('postgres')?.available)('a yes that is sent again to a second process', () => {
  let cli: BuiltCli;
  let database: TestDatabase;
  let second: RunningService;
  beforeAll(async () => {
    cli = await BuiltCli.build();
    database = await openPostgres();
    await prepareOrders(database);
    second = await serveOrders(cli, database, { ...NO_SWEEPS, CONVENGINE_TURN_BUSY_WAIT_MS: '60000' });
  });
  afterAll(async () => {
    await second.end();
    await cli.close();
    await database.close();
  });

  it.concurrent.each(POINTS)(
    'while the first is killed %s is answered once it is over, and always the same',
    async (...row) => {
      const [point, told, cancelled] = row;
      const marks = join(cli.directory, randomUUID());
      await mkdir(marks);
      const first = await serveOrders(cli, database, {
        ...NO_SWEEPS,
        [KILL_AT]: point,
        [KILL_MARKS]: marks,
        [KILL_VICTIMS]: 'nobody',
      });
      const talks = POLICIES.map((policy) => ({ policy, id: randomUUID() as string, key: randomUUID() as string }));
      for (const { policy, id } of talks) await post(first, id, requestFor(policy));
      const killed = Promise.allSettled(talks.map(({ id, key }) => post(first, id, 'yes', key)));
      while (!talks.every(({ id }) => existsSync(join(marks, id)))) await sleep(5);
      const waiting = Promise.all(talks.map(({ id, key }) => post(second, id, 'yes', key)));
      await sleep(200);
      await first.end('SIGKILL');
      expect((await killed).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);

      const answers = await waiting;
      for (const { text } of answers) expect(text).toMatch(told);
      const repeated = await Promise.all(talks.map(({ id, key }) => post(second, id, 'yes', key)));
      expect(repeated.map(({ raw }) => raw)).toEqual(answers.map(({ raw }) => raw));
      const effects = await Promise.all(talks.map(({ id }) => effectsOf(database, id)));
      expect(effects.map(({ cancel }) => cancel)).toEqual(cancelled);
    },
  );
});
