import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { EngineError } from '../../../src/platform/common/errors.js';
import { inTenant } from '../../../src/platform/common/tenant.js';
import { Handlers, type WorkflowCall, type WorkflowHandler } from '../../../src/platform/handlers-api/index.js';
import type { Database } from '../../../src/platform/persistence/index.js';
import { EmbeddedWorkflows, ToolError } from '../../../src/tools/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { MovableClock } from '../../helpers/engine.js';
import { workflowSettings } from '../../helpers/tool-calls.js';

/** How long a process keeps a run without a sign of life, in milliseconds. */
const LEASE_MS = 400;

describeOnEachDatabase('durable workflows that two processes take for theirs', (open) => {
  let database: TestDatabase;
  let clock: MovableClock;
  let world: string[];
  let key: { conversationId: string; runId: string };
  beforeAll(async () => {
    database = await open();
    await database.database.query('CREATE TABLE booked (what text)');
  });
  beforeEach(async () => {
    clock = new MovableClock();
    world = [];
    key = { conversationId: randomUUID(), runId: 'k.1' };
    await database.database.query('DELETE FROM booked');
    await database.database.query('DELETE FROM ce_conversation');
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [key.conversationId]);
  });

  const process = (run: WorkflowHandler['run'], on: Database = database.database) => {
    const all = new Handlers();
    all.add({ kind: 'workflow', name: 'book', durable: true, run });
    const { mcp, ...settings } = workflowSettings(60_000, 2_000);
    const workflows = { ...mcp.workflows, leaseMs: LEASE_MS };
    return new EmbeddedWorkflows(all, on, clock, { ...settings, mcp: { workflows } });
  };
  const start = (engine: EmbeddedWorkflows) =>
    inTenant('default', () => engine.start({ ...key, workflow: 'book', arguments: {} }));
  const look = async (engine: EmbeddedWorkflows) => {
    await engine.look();
    await engine.settled();
  };
  const status = async (engine: EmbeddedWorkflows) => {
    const run = await engine.status(key);
    return { ...run, steps: Object.fromEntries(run?.steps.map((step) => [step.step, step.status]) ?? []) };
  };
  /** The database of a process that is paused over the answers to some statements. */
  const pausedOver = (pattern: RegExp) => {
    const reached = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const { database: all } = database;
    const query: Database['query'] = async (sql, parameters) => {
      const rows = await all.query(sql, parameters);
      if (pattern.test(sql)) {
        reached.resolve();
        await goesOn.promise;
      }
      return rows as never;
    };
    const transaction = all.transaction.bind(all);
    const keepsTenantsApart = all.keepsTenantsApart.bind(all);
    const on = { dialect: all.dialect, keepsTenantsApart, query, transaction } as unknown as Database;
    return { on, reached: reached.promise, goOn: goesOn.resolve };
  };
  /** A second process finds the run held, and a person that its step has not happened: it does it. */
  const settleElsewhere = async (engine: EmbeddedWorkflows) => {
    clock.advance(LEASE_MS);
    await look(engine);
    expect(await status(engine)).toMatchObject({ status: 'HELD', steps: { pay: 'IN_DOUBT' } });
    expect(await engine.settle(key, 'pay', { happened: false, result: null })).toBe(true);
    await engine.retry(key);
    await look(engine);
    expect(await status(engine)).toMatchObject({ status: 'DONE' });
  };
  const pays: WorkflowHandler['run'] = ({ step }) => step('pay', () => world.push('paid'));

  it('do no step whose process was paused over its beginning, and that was settled and done meanwhile', async () => {
    const paused = pausedOver(/INSERT INTO ce_workflow_step/);
    const first = process(pays, paused.on);
    await start(first);
    await paused.reached;
    await settleElsewhere(process(pays));
    await sleep(LEASE_MS);
    paused.goOn();
    await first.settled();
    expect(world).toEqual(['paid']);
    expect(await status(first)).toMatchObject({ status: 'DONE', steps: { pay: 'DONE' } });
  });

  it('try no step again that was settled and done while they waited to', async () => {
    let calls = 0;
    const first = process(({ step }) =>
      step(
        'pay',
        () => {
          calls += 1;
          throw new ToolError('try again');
        },
        { retry: { attempts: 2, waitMs: 1_000 } },
      ),
    );
    await start(first);
    await expect.poll(() => calls).toBe(1);
    await settleElsewhere(process(pays));
    await first.settled();
    expect(calls).toBe(1);
    expect(world).toEqual(['paid']);
    expect(await status(first)).toMatchObject({ status: 'DONE', steps: { pay: 'DONE' } });
  });

  it('begin no step of a run that was cancelled while its beginning was stored', async () => {
    const paused = pausedOver(/INSERT INTO ce_workflow_step/);
    const engine = process(pays, paused.on);
    await start(engine);
    await paused.reached;
    const cancelled = inTenant('default', () => engine.cancel(key));
    await expect.poll(async () => (await status(engine)).endsAs).toBe('CANCELLED');
    paused.goOn();
    await cancelled;
    expect(world).toEqual([]);
    expect(await status(engine)).toMatchObject({ status: 'CANCELLED', steps: { pay: 'FAILED' } });
  });

  it('are cancelled also where the process that is told of it was about to have them wait', async () => {
    const paused = pausedOver(/SET status = 'WAITING', lease_owner = NULL/);
    const sleeps: WorkflowHandler['run'] = async ({ sleep, step }) => {
      await sleep('night', 1_000);
      await step('pay', () => world.push('paid'));
    };
    const engine = process(sleeps, paused.on);
    await start(engine);
    await paused.reached;
    const cancelled = inTenant('default', () => engine.cancel(key));
    await sleep(50);
    paused.goOn();
    expect(await cancelled).toMatchObject({ status: 'CANCELLED' });
    clock.advance(1_000);
    await look(engine);
    expect(world).toEqual([]);
  });

  it('are cancelled also where the process that is told of it has lost them, and does not know', async () => {
    const { promise: atWork, resolve } = Promise.withResolvers<void>();
    const { promise: mayPay, resolve: letPay } = Promise.withResolvers<void>();
    const runs =
      (isFirst: boolean): WorkflowHandler['run'] =>
      async ({ step }) => {
        const work = async ({ signal }: { signal: AbortSignal }) => {
          resolve();
          await (isFirst ? new Promise((_, reject) => signal.addEventListener('abort', reject)) : mayPay);
        };
        await step('look', work, { policy: 'idempotent' });
        await step('pay', () => world.push('paid'));
      };
    const first = process(runs(true));
    await start(first);
    await atWork;
    clock.advance(LEASE_MS);
    const other = process(runs(false));
    await other.look();
    const cancelled = inTenant('default', () => first.cancel(key));
    await expect.poll(async () => (await status(other)).endsAs).toBe('CANCELLED');
    await other.renew();
    letPay();
    await other.settled();
    await cancelled;
    expect(await status(other)).toMatchObject({ status: 'CANCELLED' });
    expect(world).toEqual([]);
  }, 15_000);

  const booked = () => database.database.query('SELECT what FROM booked');
  const books = (after: () => unknown = () => undefined, more: { attempts?: number } = {}) => {
    const run = ({ step }: WorkflowCall) =>
      step(
        'room',
        async ({ transaction }) => {
          await transaction?.query("INSERT INTO booked VALUES ('room')");
          await after();
          return 'r1';
        },
        {
          policy: 'transactional',
          retry: { attempts: more.attempts ?? 1, waitMs: 1 },
          undo: (room) => world.push(`undone ${room}`),
        },
      );
    return run;
  };

  /** Work that says when it is at it, and ends when it is told to. */
  const held = () => {
    const { promise: inside, resolve } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const work = () => {
      resolve();
      return mayEnd;
    };
    return { work, inside, end };
  };

  it('keep nothing of a transactional step that another process has done meanwhile', async (context) => {
    if (database.dialect === 'sqlite') return context.skip('a file has one transaction at a time');
    const { work, inside, end } = held();
    const first = process(books(work));
    await start(first);
    await inside;
    clock.advance(LEASE_MS);
    const other = process(books());
    await look(other);
    expect(await status(other)).toMatchObject({ status: 'DONE', result: { text: 'r1' } });
    end();
    await first.settled();
    expect(await booked()).toEqual([{ what: 'room' }]);
  });

  it('keep nothing of a transactional step over which they are cancelled', async () => {
    const { work, inside, end } = held();
    const engine = process(books(work));
    await start(engine);
    await inside;
    const cancelled = inTenant('default', () => engine.cancel(key));
    await sleep(50);
    end();
    await cancelled;
    await engine.settled();
    expect(await status(engine)).toMatchObject({ status: 'CANCELLED', steps: { room: 'FAILED' } });
    expect(await booked()).toEqual([]);
    expect(world).toEqual([]);
  });

  it.each([1, 3])(
    'do a transactional step once whose COMMIT was stored without an answer, of %s tries',
    async (attempts) => {
      const { database: all } = database;
      let isLost = false;
      const transaction: Database['transaction'] = async (work, limits) => {
        const result = await all.transaction(work, limits);
        if (isLost || result !== 'r1') return result;
        isLost = true;
        throw new EngineError('DATABASE_UNAVAILABLE', 'The connection was lost.');
      };
      const keepsTenantsApart = all.keepsTenantsApart.bind(all);
      const on = {
        dialect: all.dialect,
        keepsTenantsApart,
        query: all.query.bind(all),
        transaction,
      } as unknown as Database;
      const engine = process(books(undefined, { attempts }), on);
      await start(engine);
      await engine.settled();
      await look(engine);
      expect(isLost).toBe(true);
      expect(await status(engine)).toMatchObject({ status: 'DONE', result: { text: 'r1' }, steps: { room: 'DONE' } });
      expect(await booked()).toEqual([{ what: 'room' }]);
    },
  );
});
