import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/platform/common/json.js';
import { currentTenant, inTenant } from '../../../src/platform/common/tenant.js';
import {
  Handlers,
  type StepOptions,
  type WorkflowCall,
  type WorkflowHandler,
} from '../../../src/platform/handlers-api/index.js';
import { readJsonObject } from '../../../src/platform/persistence/index.js';
import { EmbeddedWorkflows, type RunApprovals, ToolError } from '../../../src/tools/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { MovableClock } from '../../helpers/engine.js';
import { workflowSettings } from '../../helpers/tool-calls.js';

const DAY = 86_400_000;
/** Longer than a process keeps a run without a sign of life. */
const LEASE_OVER = 20_000;

describeOnEachDatabase('durable workflows', (open) => {
  let database: TestDatabase;
  let clock: MovableClock;
  let world: string[];
  let key: { conversationId: string; runId: string };
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    clock = new MovableClock();
    world = [];
    key = { conversationId: randomUUID(), runId: 'k.1' };
    await database.database.query('DELETE FROM ce_conversation');
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [key.conversationId]);
  });

  /** A process with functions of one name. */
  const process = (...handlers: (WorkflowHandler['run'] | Partial<WorkflowHandler>)[]) => {
    const all = new Handlers();
    for (const one of handlers) {
      const run = () => undefined;
      const given = typeof one === 'function' ? { run: one } : one;
      all.add({ kind: 'workflow', name: 'book', durable: true, run, ...given });
    }
    const settings = workflowSettings(60_000, 2_000, 'http://127.0.0.1/hook');
    return new EmbeddedWorkflows(all, database.database, clock, settings);
  };
  const begin = async (engine: EmbeddedWorkflows, tenant = 'default') => {
    await inTenant(tenant, () => engine.start({ ...key, workflow: 'book', arguments: { to: 'Rome' } }));
    await engine.settled();
  };
  const look = async (engine: EmbeddedWorkflows) => {
    await engine.look();
    await engine.settled();
  };
  const status = async (engine: EmbeddedWorkflows) => {
    const run = await engine.status(key);
    return { ...run, steps: Object.fromEntries(run?.steps.map((step) => [step.step, step.status]) ?? []) };
  };
  const take = (name: string, { step }: WorkflowCall, options: StepOptions<string> = {}) =>
    step(
      name,
      ({ idempotencyKey }) => {
        world.push(idempotencyKey);
        return name;
      },
      { undo: (_, call) => world.push(call.idempotencyKey), ...options },
    );
  /** A step over which its process is killed: what it did is done, and nobody hears of it. */
  const dieIn = (name: string, { step }: WorkflowCall, options: StepOptions<string> = {}) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = ({ idempotencyKey }: { idempotencyKey: string }) => {
      world.push(idempotencyKey);
      resolve();
      return new Promise<string>(() => undefined);
    };
    return { died: promise, step: step(name, work, options) };
  };
  /** Begins a run in a process that is killed in the step `b`. */
  const beginAndDie = async (options: StepOptions<string> = {}) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const engine = process(async (call) => {
      await take('a', call);
      const { died, step } = dieIn('b', call, options);
      void died.then(resolve);
      return step;
    });
    await inTenant('default', () => engine.start({ ...key, workflow: 'book', arguments: {} }));
    await promise;
    clock.advance(LEASE_OVER);
  };
  const booking = (options: StepOptions<string> = {}) =>
    process(async (call) => [await take('a', call), await take('b', call, options), await take('c', call)]);

  it('stay those of the service’s tenant where the database keeps none apart', async () => {
    const all = new Handlers();
    const seen: (string | undefined)[] = [];
    const run: WorkflowHandler['run'] = async ({ step, sleep }) => {
      await step('a', () => seen.push(currentTenant()));
      await sleep('a day', DAY);
      await step('b', () => seen.push(currentTenant()));
    };
    all.add({ kind: 'workflow', name: 'book', durable: true, run });
    const settings = { ...workflowSettings(60_000, 2_000), auth: { tenant: 'acme' } };
    const engine = new EmbeddedWorkflows(all, database.database, clock, settings);
    await begin(engine, 'acme');
    clock.advance(DAY);
    await look(engine);
    expect(seen).toEqual(['acme', 'acme']);
  });

  it('wait for days in nobody’s memory, and go on in another process', async () => {
    const journey: WorkflowHandler['run'] = async (call) => {
      const first = await take('a', call);
      await call.sleep('three days', 3 * DAY);
      return [first, await take('b', call)];
    };
    await begin(process(journey));
    const other = process(journey);
    expect(await status(other)).toMatchObject({ status: 'WAITING', steps: { a: 'DONE', 'three days': 'WAITING' } });
    clock.advance(3 * DAY - 60_000);
    await look(other);
    expect(world).toEqual(['k.1.a']);
    clock.advance(60_000);
    await Promise.all([look(other), look(process(journey))]);
    expect(await status(other)).toMatchObject({ status: 'DONE', result: ['a', 'b'] });
    expect(world).toEqual(['k.1.a', 'k.1.b']);
  });

  it('tell the webhook how they end, and that they are held, once and together with it', async () => {
    const told = async () => {
      const rows = await database.database.query(
        'SELECT event_type, payload_json FROM ce_outbox_event WHERE conversation_id = $1 ORDER BY event_no',
        [key.conversationId],
      );
      return rows.map((row) => readJsonObject(row.payload_json));
    };
    await beginAndDie();
    const engine = booking();
    await look(engine);
    expect(await told()).toMatchObject([{ type: 'workflow', event: 'HELD', ...key, workflow: 'book', version: '' }]);
    await engine.settle(key, 'b', { happened: true, result: 'b' });
    await engine.retry(key);
    await look(engine);
    await look(engine);
    const all = await told();
    expect(all.map(({ event }) => event)).toEqual(['HELD', 'DONE']);
    expect(JSON.stringify(all)).not.toContain('Rome');

    key = { ...key, runId: 'k.2' };
    await begin(process(async () => Promise.reject(new Error('sold out'))));
    expect((await told()).at(-1)).toMatchObject({ event: 'FAILED', runId: 'k.2' });
  });

  describe('that wait for a signal', () => {
    const answers: (JsonValue | undefined)[] = [];
    const asking: WorkflowHandler['run'] = async ({ waitForSignal }) => {
      answers.push(await waitForSignal('paid', { timeoutMs: DAY }));
    };
    beforeEach(() => {
      answers.length = 0;
    });

    it('go on when it comes, once', async () => {
      const engine = process(asking);
      await begin(engine);
      expect(await engine.signal(key, 'paid', { by: 'card' })).toBe(true);
      expect(await engine.signal(key, 'paid', { by: 'cash' })).toBe(false);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'DONE' });
      expect(await engine.signal(key, 'paid', null)).toBe(false);
      expect(answers).toEqual([{ by: 'card' }]);
    });

    it('find one that has come before', async () => {
      const engine = process(async (call) => {
        await call.sleep('first', 1_000);
        return asking(call);
      });
      await begin(engine);
      expect(await engine.signal(key, 'paid', 7)).toBe(true);
      clock.advance(1_000);
      await look(engine);
      expect(answers).toEqual([7]);
    });

    it('go on without it when its time is over', async () => {
      const engine = process(asking);
      await begin(engine);
      clock.advance(DAY);
      await look(engine);
      expect(answers).toEqual([undefined]);
      expect(await status(engine)).toMatchObject({ status: 'DONE' });
    });

    it('do not fall asleep over one that comes while they are at work', async () => {
      const engine = process(async (call) => {
        await call.step('meanwhile', () => engine.signal(key, 'paid', 'soon'));
        return asking(call);
      });
      await begin(engine);
      expect(answers).toEqual(['soon']);
    });
  });

  it('work beside what they wait for', async () => {
    const engine = process(async (call) => {
      const later = call.sleep('later', DAY).then(() => take('c', call));
      await take('a', call);
      await take('b', call);
      await later;
    });
    await begin(engine);
    expect(world).toEqual(['k.1.a', 'k.1.b']);
    clock.advance(DAY);
    await look(engine);
    expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.c']);
  });

  describe('that ask their user', () => {
    const asked: string[] = [];
    /** Where questions go; the first process is killed before it has asked. */
    const asking = (isKilled: boolean): RunApprovals => ({
      ask: async ({ runId }, step, { question }) => {
        asked.push(`${runId} ${step}: ${question}`);
        if (isKilled) return new Promise(() => undefined);
      },
      digestOf: ({ question }) => question,
    });
    const buying: WorkflowHandler['run'] = async (call) => {
      await take('a', call);
      const answer = await call.waitForApproval('price', { question: 'Shall I?' });
      if (answer.approved) await take('b', call);
      return answer;
    };
    beforeEach(() => {
      asked.length = 0;
    });

    it('do so again where their process was killed over it, and go on with the first answer', async () => {
      const killed = process(buying);
      killed.askBy(asking(true));
      await inTenant('default', () => killed.start({ ...key, workflow: 'book', arguments: {} }));
      await expect.poll(() => asked).toHaveLength(1);
      clock.advance(LEASE_OVER);
      const engine = process(buying);
      engine.askBy(asking(false));
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'WAITING', steps: { a: 'DONE', price: 'WAITING' } });
      expect(asked).toEqual(['k.1 price: Shall I?', 'k.1 price: Shall I?']);
      expect(await engine.signal(key, 'price', { approved: true, by: 'me' })).toBe(false);
      expect(await engine.decide(key, 'price', { approved: true, by: 'USER' }, 'Shall I?')).toBe(true);
      expect(await engine.decide(key, 'price', { approved: false, reason: 'DENIED' }, 'Shall I?')).toBe(false);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'DONE', result: { approved: true, by: 'USER' } });
      expect(world).toEqual(['k.1.a', 'k.1.b']);
    });

    it('are held where their function asks something else by now than was agreed to', async () => {
      let euros = 240;
      const buying: WorkflowHandler['run'] = async (call) => {
        const answer = await call.waitForApproval('price', { question: `Shall I pay ${euros} euros?` });
        if (answer.approved) await take('b', call);
      };
      const engine = process(buying);
      engine.askBy(asking(false));
      await begin(engine);
      euros = 2_400;
      await engine.decide(key, 'price', { approved: true, by: 'USER' }, 'Shall I pay 240 euros?');
      await look(engine);
      const why = 'The user agreed to something else than what the step "price" asks by now.';
      expect(await status(engine)).toMatchObject({ status: 'HELD', error: why });
      expect(world).toEqual([]);
      euros = 240;
      await engine.retry(key);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'DONE' });
      expect(world).toEqual(['k.1.b']);
    });

    it('ask no more when they have ended: the step waits for nothing', async () => {
      const engine = process(buying);
      engine.askBy(asking(false));
      await begin(engine);
      const steps = () =>
        database.database.query(`SELECT status, error_text, ended_at_ms FROM ce_workflow_step WHERE step = 'price'`);
      expect(await steps()).toEqual([{ status: 'WAITING', error_text: null, ended_at_ms: null }]);
      await inTenant('default', () => engine.cancel(key));
      expect(await steps()).toEqual([
        { status: 'FAILED', error_text: 'Its run has ended.', ended_at_ms: expect.anything() },
      ]);
      expect(await engine.decide(key, 'price', { approved: true, by: 'USER' }, 'Shall I?')).toBe(false);
      expect(await status(engine)).toMatchObject({ status: 'CANCELLED', steps: { a: 'UNDONE', price: 'FAILED' } });
    });

    it('fail where nobody can be asked', async () => {
      const engine = process(buying);
      await begin(engine);
      expect(await status(engine)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('can ask') });
      expect(world).toEqual(['k.1.a', 'k.1.a.undo']);
    });
  });

  describe('that do several things at once', () => {
    const both =
      (options: StepOptions<string>): WorkflowHandler['run'] =>
      async (call) => {
        const [a, b] = await Promise.all([take('a', call), take('b', call, options), call.waitForSignal('paid')]);
        await take('c', call);
        return [a, b];
      };

    it('go on when all is there, each done once, whoever has done it', async () => {
      await begin(process(both({})));
      const engine = process(both({}));
      expect(await status(engine)).toMatchObject({
        status: 'WAITING',
        steps: { a: 'DONE', b: 'DONE', paid: 'WAITING' },
      });
      await engine.signal(key, 'paid', null);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'DONE', result: ['a', 'b'] });
      expect(world.toSorted()).toEqual(['k.1.a', 'k.1.b', 'k.1.c']);
    });

    it('undo what is done where one of them fails', async () => {
      const engine = process(async (call) => {
        const sold = call.step('sold', async () => {
          await call.step('meanwhile', () => 'd');
          throw new ToolError('sold out');
        });
        await Promise.all([take('a', call), take('b', call), sold]);
      });
      await begin(engine);
      expect(await status(engine)).toMatchObject({
        status: 'FAILED',
        error: 'sold out',
        steps: { a: 'UNDONE', b: 'UNDONE', sold: 'FAILED', meanwhile: 'DONE' },
      });
      expect(world.slice(2)).toEqual(['k.1.b.undo', 'k.1.a.undo']);
    });
  });

  describe('whose process was killed in a step', () => {
    it('are held, since nobody knows whether it has happened, and go on as a person found out', async () => {
      await beginAndDie();
      const engine = booking();
      await look(engine);
      expect(await status(engine)).toMatchObject({
        status: 'HELD',
        error: expect.stringContaining('step "b"'),
        steps: { a: 'DONE', b: 'IN_DOUBT' },
      });
      expect(await engine.list('held', 10)).toMatchObject([{ ...key, workflow: 'book' }]);
      expect(await engine.settle(key, 'b', { happened: true, result: 'b, by phone' })).toBe(true);
      expect(await engine.settle(key, 'a', { happened: false, result: null })).toBe(false);
      expect(await engine.retry(key)).toBe(true);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'DONE', result: ['a', 'b, by phone', 'c'] });
      expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.c']);
    });

    it('do it where a person says that it has not happened', async () => {
      await beginAndDie();
      const engine = booking();
      await look(engine);
      await engine.settle(key, 'b', { happened: false, result: null });
      await engine.retry(key);
      await look(engine);
      expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b', 'k.1.c']);
    });

    it('repeat it with the same key where that is harmless', async () => {
      await beginAndDie({ policy: 'idempotent' });
      const engine = booking({ policy: 'idempotent' });
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'DONE', result: ['a', 'b', 'c'] });
      expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b', 'k.1.c']);
    });

    it('are left to a person where processes end over them again and again', async () => {
      await beginAndDie({ policy: 'idempotent' });
      for (let death = 2; death <= 6; death += 1) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const engine = process(async (call) => {
          await take('a', call);
          const { died, step } = dieIn('b', call, { policy: 'idempotent' });
          void died.then(resolve);
          return step;
        });
        await engine.look();
        await promise;
        clock.advance(LEASE_OVER);
      }
      const engine = booking({ policy: 'idempotent' });
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'HELD', error: 'Its process ended over it 6 times.' });
      expect(world.filter((effect) => effect === 'k.1.b')).toHaveLength(6);
    });

    it('are taken by one process alone', async () => {
      await beginAndDie({ policy: 'idempotent' });
      await Promise.all(Array.from({ length: 5 }, () => look(booking({ policy: 'idempotent' }))));
      expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b', 'k.1.c']);
    });
  });

  it('write a transactional step together with what it does', async () => {
    await database.database.query('CREATE TABLE IF NOT EXISTS booked (what text)');
    await database.database.query('DELETE FROM booked');
    const engine = process(async ({ step }) => {
      const insert = (what: string, after: () => unknown) =>
        step(
          what,
          async ({ transaction }) => {
            await transaction?.query('INSERT INTO booked VALUES ($1)', [what]);
            return after();
          },
          { policy: 'transactional' },
        );
      await insert('room', () => 'r1');
      await insert('car', () => {
        throw new Error('no car');
      });
    });
    await begin(engine);
    expect(await status(engine)).toMatchObject({ status: 'FAILED', steps: { room: 'DONE', car: 'FAILED' } });
    expect(await database.database.query('SELECT what FROM booked')).toEqual([{ what: 'room' }]);
  });

  it('are tried again as often as they say, where nothing has happened', async () => {
    let calls = 0;
    const engine = process(({ step }) =>
      step(
        'a',
        ({ attempt }) => {
          calls += 1;
          if (attempt < 3) throw new ToolError('full');
          return attempt;
        },
        { retry: { attempts: 3, waitMs: 1 } },
      ),
    );
    await begin(engine);
    expect(await status(engine)).toMatchObject({ status: 'DONE', result: 3 });
    expect(calls).toBe(3);
  });

  describe('that are undone', () => {
    it('are so from the last step back, also by another process than did them', async () => {
      const failing: WorkflowHandler['run'] = async (call) => {
        await take('a', call);
        await call.sleep('night', DAY);
        await take('b', call);
        throw new Error('no');
      };
      await begin(process(failing));
      clock.advance(DAY);
      const engine = process(failing);
      await look(engine);
      expect(await status(engine)).toMatchObject({
        status: 'FAILED',
        error: 'no',
        steps: { a: 'UNDONE', b: 'UNDONE' },
      });
      expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b.undo', 'k.1.a.undo']);
    });

    it.each([
      ['idempotent', 'UNDONE', ['k.1.b.undo', 'k.1.b.undo', 'k.1.a.undo']],
      ['at-most-once', 'IN_DOUBT', ['k.1.b.undo', 'k.1.a.undo']],
    ] as const)('go on with it where a process was killed over an %s one', async (policy, b, undone) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const dying = process(async (call) => {
        await take('a', call);
        await take('b', call, {
          policy,
          undo: (_, { idempotencyKey }) => {
            world.push(idempotencyKey);
            resolve();
            return new Promise(() => undefined);
          },
        });
        throw new Error('no');
      });
      await inTenant('default', () => dying.start({ ...key, workflow: 'book', arguments: {} }));
      await promise;
      clock.advance(LEASE_OVER);
      const engine = booking({ policy });
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'FAILED', error: 'no', steps: { a: 'UNDONE', b } });
      expect(world.slice(2)).toEqual(undone);
    });

    it('are so at once when they are cancelled while they wait', async () => {
      const waiting: WorkflowHandler['run'] = async (call) => {
        await take('a', call);
        await call.waitForSignal('never');
        await take('b', call);
      };
      await begin(process(waiting));
      const engine = process(waiting);
      expect(await inTenant('default', () => engine.cancel(key))).toMatchObject({
        status: 'CANCELLED',
        error: 'It was cancelled.',
      });
      expect(world).toEqual(['k.1.a', 'k.1.a.undo']);
    });

    it('are so when they are cancelled from another process than they are at work in', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const here = process(async (call) => {
        await take('a', call);
        const { died, step } = dieIn('b', call);
        void died.then(resolve);
        return step;
      });
      await inTenant('default', () => here.start({ ...key, workflow: 'book', arguments: {} }));
      await promise;
      const elsewhere = booking();
      const cancelled = inTenant('default', () => elsewhere.cancel(key));
      await expect.poll(async () => (await status(here)).endsAs).toBe('CANCELLED');
      await here.renew();
      await here.settled();
      expect(await status(elsewhere)).toMatchObject({ status: 'CANCELLED', steps: { a: 'UNDONE', b: 'IN_DOUBT' } });
      await cancelled;
    }, 15_000);
  });

  describe('of several versions', () => {
    const version = (name: string, durable = true): Partial<WorkflowHandler> => ({
      version: name,
      durable,
      run: async (call) => {
        await take(`first of ${name}`, call);
        await call.sleep('night', DAY);
        return name;
      },
    });

    it('stay on the one that they began on; new ones begin on the greatest', async () => {
      await begin(process(version('9')));
      const engine = process(version('9'), version('10'));
      key = { ...key, runId: 'k.2' };
      await begin(engine);
      clock.advance(DAY);
      await look(engine);
      expect(await engine.list({ conversationId: key.conversationId }, 10)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ runId: 'k.1', version: '9', status: 'DONE' }),
          expect.objectContaining({ runId: 'k.2', version: '10', status: 'DONE' }),
        ]),
      );
      expect(world).toEqual(['k.1.first of 9', 'k.2.first of 10']);
    });

    it('wait for a process that has theirs, and for a person where there is none', async () => {
      await begin(process(version('9')));
      const engine = process(version('10'));
      clock.advance(DAY);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'WAITING' });
      clock.advance(301_000);
      await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'HELD', error: expect.stringContaining('version "9"') });
      await engine.retry(key);
      const right = process(version('9'), version('10'));
      await look(right);
      expect(await status(right)).toMatchObject({ status: 'DONE', result: { text: '9' } });
    });

    it('are held where the function has changed under them', async () => {
      const before = process(async (call) => {
        await take('gone', call);
        await call.sleep('night', DAY);
      });
      await begin(before);
      clock.advance(DAY);
      const after = process(({ sleep }) => sleep('night', DAY));
      await look(after);
      expect(await status(after)).toMatchObject({ status: 'HELD', error: expect.stringContaining('"gone"') });
      await inTenant('default', () => after.cancel(key));
      expect(await status(after)).toMatchObject({
        status: 'HELD',
        error: expect.stringContaining('does not say how the step "gone" is undone'),
      });
      expect(world).toEqual(['k.1.gone']);
    });
  });

  it('are left to other processes by one that stops, when their step has ended', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const { promise: work, resolve: finish } = Promise.withResolvers<void>();
    const stopping = process(async (call) => {
      await call.step('slow', async () => {
        reach();
        await work;
        world.push('slow');
      });
      return take('never here', call);
    });
    await inTenant('default', () => stopping.start({ ...key, workflow: 'book', arguments: {} }));
    await reached;
    const stopped = stopping.beforeApplicationShutdown();
    finish();
    await stopped;
    expect(world).toEqual(['slow']);
    const engine = process(async (call) => {
      await call.step('slow', () => world.push('slow again'));
      return take('next', call);
    });
    await look(engine);
    expect(await status(engine)).toMatchObject({ status: 'DONE', result: { text: 'next' } });
    expect(world).toEqual(['slow', 'k.1.next']);
  });

  it('fail where a step answers what cannot be kept, and have it undone', async () => {
    const engine = process(({ step }) => step('a', () => 'x'.repeat(3_000), { undo: () => world.push('undone') }));
    await begin(engine);
    expect(await status(engine)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('at most 2000 can be kept'),
    });
    expect(world).toEqual(['undone']);
  });

  it('fail so also in another process, which does not know what it would be undone by', async () => {
    const engine = process(({ step }) => step('a', () => 'x'.repeat(3_000), { undo: () => world.push('undone') }));
    await begin(engine);
    // The process was killed when the step was done, and before the run was turned back.
    await database.database.query(
      `UPDATE ce_workflow_run SET status = 'RUNNING', ended_at_ms = NULL, error_text = NULL, due_at_ms = 0`,
    );
    await database.database.query(`UPDATE ce_workflow_step SET status = 'DONE'`);
    world.length = 0;
    await look(engine);
    const [error, problem] = ['the step "a" is done, but', 'it answered 3002 bytes; at most 2000 can be kept'];
    expect(await status(engine)).toMatchObject({
      status: 'FAILED',
      error: `${error} ${problem}`,
      steps: { a: 'IN_DOUBT' },
    });
    expect(world).toEqual([]);
  });

  it('alone can wait', async () => {
    const engine = process({ durable: false, run: ({ sleep }) => sleep('night', DAY) });
    await begin(engine);
    expect(await status(engine)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('only a durable workflow'),
    });
  });

  describe('with children', () => {
    /** Books a seat, a room by a workflow of its own, and what fails where it is sold out. */
    const withChild = (more: Partial<WorkflowHandler> = {}, isSoldOut = false, child: Partial<WorkflowHandler> = {}) =>
      process(
        {
          children: ['room'],
          run: async (call) => {
            const seat = await take('a', call);
            const room = await call.child('room', 'room', { of: seat });
            if (isSoldOut) throw new ToolError('sold out');
            return { seat, room, last: await take('c', call) };
          },
          ...more,
        },
        {
          name: 'room',
          run: async (call) => {
            const one = await take('one', call);
            await call.sleep('night', DAY);
            return [call.arguments.of as string, one, await take('two', call)];
          },
          ...child,
        },
      );
    const night = async (engine: EmbeddedWorkflows) => {
      clock.advance(DAY);
      await look(engine);
      await look(engine);
    };
    const ROOM = { step: 'room', kind: 'CHILD' };

    it('wait for what they return, in whichever process, and the user hears of the whole alone', async () => {
      await begin(withChild());
      const engine = withChild();
      expect(await engine.status(key)).toMatchObject({
        status: 'WAITING',
        steps: [{}, { ...ROOM, status: 'WAITING' }],
      });
      expect(await engine.status({ ...key, runId: 'k.1.room' })).toMatchObject({
        parentRunId: 'k.1',
        status: 'WAITING',
      });
      expect(await engine.open(key.conversationId, 9)).toMatchObject([{ runId: 'k.1' }]);
      expect(await engine.newest(key.conversationId)).toBe('k.1');
      await night(engine);
      expect(await status(engine)).toMatchObject({
        status: 'DONE',
        result: { seat: 'a', room: ['a', 'one', 'two'], last: 'c' },
      });
      expect(world).toEqual(['k.1.a', 'k.1.room.one', 'k.1.room.two', 'k.1.c']);
    });

    it('are undone in their place where a later step fails, also when they are done', async () => {
      await begin(withChild({}, true));
      const engine = withChild({}, true);
      await night(engine);
      // The child is undone by whoever finds it, and tells its parent.
      for (let round = 0; round < 4; round += 1) await look(engine);
      expect(await status(engine)).toMatchObject({
        status: 'FAILED',
        error: 'sold out',
        steps: { a: 'UNDONE', room: 'UNDONE' },
      });
      expect(await engine.status({ ...key, runId: 'k.1.room' })).toMatchObject({ status: 'CANCELLED' });
      expect(world.slice(3)).toEqual(['k.1.room.two.undo', 'k.1.room.one.undo', 'k.1.a.undo']);
    });

    it('are cancelled with the run that they are a step of, in any process', async () => {
      await begin(withChild());
      const engine = withChild();
      await engine.cancel(key);
      for (let round = 0; round < 4; round += 1) await look(engine);
      expect(await status(engine)).toMatchObject({ status: 'CANCELLED', steps: { a: 'UNDONE', room: 'UNDONE' } });
      expect(world).toEqual(['k.1.a', 'k.1.room.one', 'k.1.room.one.undo', 'k.1.a.undo']);
    });

    it('fail where a child does, which undoes itself', async () => {
      const fails = {
        run: async (call: WorkflowCall) => take('one', call).then(() => Promise.reject(new ToolError('no room'))),
      };
      const engine = withChild({}, false, fails);
      await begin(engine);
      for (let round = 0; round < 3; round += 1) await look(engine);
      expect(await status(engine)).toMatchObject({
        status: 'FAILED',
        error: 'no room',
        steps: { a: 'UNDONE', room: 'FAILED' },
      });
      expect(world).toEqual(['k.1.a', 'k.1.room.one', 'k.1.room.one.undo', 'k.1.a.undo']);
    });

    it('start none that they have not declared, and none of a process that has lost the run', async () => {
      const engine = withChild({ children: [] });
      await begin(engine);
      expect(await status(engine)).toMatchObject({
        status: 'FAILED',
        error: expect.stringContaining('was not among the children that the user agreed to'),
      });
      const parent = { runId: 'k.1', owner: 'somebody who has lost it', children: ['room'] };
      const child = { ...key, runId: 'k.1.late', workflow: 'room', arguments: {}, parent };
      await expect(inTenant('default', () => engine.start(child))).rejects.toThrow();
      expect(world).toEqual(['k.1.a', 'k.1.a.undo']);
    });

    it('keep to the children that were agreed to when their function declares others since', async () => {
      await begin(process({ children: ['other'], run: async ({ sleep }) => sleep('night', DAY) }, { name: 'other' }));
      const changed = process(
        {
          children: ['other', 'room'],
          run: async ({ sleep, child }) => {
            await sleep('night', DAY);
            return child('room', 'room');
          },
        },
        { name: 'room' },
        { name: 'other' },
      );
      await night(changed);
      expect(await status(changed)).toMatchObject({
        status: 'FAILED',
        error: expect.stringContaining('"room" was not among'),
      });
    });
  });
});
