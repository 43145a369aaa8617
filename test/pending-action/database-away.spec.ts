import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Troubles } from '../../src/platform/common/troubles.js';
import { type ActionCall, type ActionHandler, done } from '../../src/platform/handlers-api/index.js';
import { openPostgres, openSqlite, type TestDatabase } from '../helpers/databases.js';
import { startEngine, type TestEngine } from '../helpers/engine.js';
import { TcpProxy } from '../helpers/tcp-proxy.js';
import { NEVER_BY_ITSELF_MS, watchTimers } from '../helpers/timers.js';
import { EFFECT_FLOW } from './effect-flow.js';

/** How long the database is away where a turn outlasts that, in milliseconds. */
const BLINK_MS = 3_000;
/** How long a turn that does not goes on trying. */
const TRYING_MS = 1_000;

/** An engine on a database that a handler can take away. */
class Outage {
  /** Keys of the effects, outside of the database. */
  readonly effects: string[] = [];
  away: () => Promise<void> = async () => {};
  private constructor(
    readonly database: TestDatabase,
    readonly engine: TestEngine,
  ) {}

  static async start(database: TestDatabase, url: string, deadlineMs: number, seeds = [EFFECT_FLOW]): Promise<Outage> {
    const outages: Outage[] = [];
    const cause = async (call: ActionCall) => {
      const [outage] = outages;
      await call.database.query('INSERT INTO effect (key) VALUES ($1)', [call.idempotencyKey]);
      outage?.effects.push(call.idempotencyKey);
      await outage?.away();
      return done({ ref: 'R-1' });
    };
    const effects: ActionHandler = { kind: 'action', name: 'effects', methods: { cause } };
    const config = {
      'turn.deadline-ms': deadlineMs,
      'flow.action-lifecycle.sweep-seconds': 1,
      'turn.lease-ms': 10_000,
    };
    const engine = await startEngine({ database: { ...database, url }, seeds, handlers: [effects], config });
    const outage = new Outage(database, engine);
    outages.push(outage);
    return outage;
  }

  async actionOf(id: string) {
    const sql = 'SELECT status, reason, attempts FROM ce_action_proposal WHERE conversation_id = $1';
    const [row] = await this.database.database.query(sql, [id]);
    return row;
  }

  /** The answer to a message, once the conversation is free. */
  async sayWhenFree(id: string, message: string) {
    let answer = await this.engine.say(message, id);
    const isGood = async () => {
      if (answer.status !== 200) answer = await this.engine.say(message, id);
      return answer.status;
    };
    await expect.poll(isGood, { timeout: 40_000, interval: 500 }).toBe(200);
    return answer;
  }
}

describe.skipIf(!inject('postgres').available)('the outcome of an action whose database blinks (postgres)', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let patient: Outage;
  let hasty: Outage;
  let healed: Promise<void> = Promise.resolve();
  beforeAll(async () => {
    database = await openPostgres();
    const opened = await TcpProxy.before(database.url);
    proxy = opened.proxy;
    patient = await Outage.start(database, opened.url, 30_000);
    hasty = await Outage.start(database, opened.url, NEVER_BY_ITSELF_MS, []);
    patient.away = async () => {
      proxy.cut();
      healed = sleep(BLINK_MS).then(() => proxy.heal());
    };
    const runOut = watchTimers();
    hasty.away = async () => {
      proxy.cut();
      void sleep(TRYING_MS).then(runOut);
    };
  });
  afterEach(() => healed);
  afterAll(async () => {
    await patient.engine.close();
    await hasty.engine.close();
    await proxy.close();
    await database.close();
  });

  it.each(['at-most-once', 'idempotent'])('%s: is written and told when it is back', async (policy) => {
    const id = randomUUID();
    await patient.engine.say(policy, id);
    expect(await patient.engine.say('yes', id)).toMatchObject({ status: 200, text: expect.stringMatching(/^Done/) });
    expect(await patient.actionOf(id)).toMatchObject({ status: 'EXECUTED', reason: null, attempts: 1 });
    expect(new Set(patient.effects).size).toBe(patient.effects.length);
  });

  it('transactional: was undone, and is asked again in the same turn', async () => {
    const id = randomUUID();
    await patient.engine.say('transactional', id);
    expect((await patient.engine.say('yes', id)).text).toContain('before anything was done');
    expect(await patient.actionOf(id)).toMatchObject({ status: 'OPEN' });
    patient.away = async () => {};
    expect((await patient.engine.say('yes', id)).text).toMatch(/^Done/);
    const [row] = await database.database.query(
      `SELECT count(*) AS effects FROM effect WHERE key IN
         (SELECT idempotency_key FROM ce_action_proposal WHERE conversation_id = $1)`,
      [id],
    );
    expect(Number(row?.effects)).toBe(1);
  });

  it.each(['at-most-once', 'idempotent'])(
    '%s: is written after its turn has failed, and the next tells',
    async (policy) => {
      const id = randomUUID();
      const waiting = () =>
        hasty.engine.app
          .get(Troubles)
          .current()
          .filter((trouble) => trouble.startsWith('Outcomes'));
      await hasty.engine.say(policy, id);
      const before = hasty.effects.length;
      const { status } = await hasty.engine.say('yes', id);
      const waitedThen = waiting();
      proxy.heal();
      expect(status).toBeGreaterThanOrEqual(500);
      expect(waitedThen).toEqual(['Outcomes of actions wait for the database: 1.']);
      await expect
        .poll(() => hasty.actionOf(id), { timeout: 30_000 })
        .toMatchObject({ status: 'EXECUTED', attempts: 1 });
      expect((await hasty.sayWhenFree(id, 'hello?')).text).toContain('ref: R-1');
      expect(hasty.effects.length).toBe(before + 1);
      expect(waiting()).toEqual([]);
    },
  );
});

describe('the outcome of an action that the database does not take for a while (sqlite)', () => {
  let outage: Outage;
  beforeAll(async () => {
    const database = await openSqlite();
    outage = await Outage.start(database, database.url, 30_000);
  });
  afterAll(async () => {
    await outage.engine.close();
    await outage.database.close();
  });

  it.each(['at-most-once', 'idempotent'])('%s: is written and told when it does', async (policy) => {
    const id = randomUUID();
    const full = async () => {
      await outage.database.database.query(
        `CREATE TRIGGER full BEFORE UPDATE ON ce_action_proposal BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      );
      void sleep(1_000).then(() => outage.database.database.query('DROP TRIGGER full'));
    };
    outage.away = full;
    await outage.engine.say(policy, id);
    expect((await outage.engine.say('yes', id)).text).toMatch(/^Done/);
    expect(await outage.actionOf(id)).toMatchObject({ status: 'EXECUTED', attempts: 1 });
  });
});
