import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTenant } from '../../../src/platform/common/tenant.js';
import type { StepOptions, WorkflowCall, WorkflowHandler } from '../../../src/platform/handlers-api/index.js';
import { type RunStatus, ToolError } from '../../../src/tools/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import type { EngineProcess, EngineProcesses } from '../../helpers/workflow-processes.js';

/** How long runs of these tests sleep, in milliseconds: long enough to see that they do, on a busy machine too. */
const NIGHT_MS = 3_000;

type Run = WorkflowHandler['run'];

/**
 * What every engine for durable workflows keeps to, in real time.
 * @param open makes one for one database
 */
export function describeWorkflowEngine(title: string, open: () => Promise<EngineProcesses>): void {
  describeOnEachDatabase(title, (openDatabase) => {
    let database: TestDatabase;
    let under: EngineProcesses;
    let processes: EngineProcess[];
    let world: string[];
    let key: { conversationId: string; runId: string };
    beforeAll(async () => {
      database = await openDatabase();
      under = await open();
    });
    afterAll(() => under?.close());
    beforeEach(async () => {
      processes = [];
      world = [];
      key = { conversationId: randomUUID(), runId: 'k.1' };
      await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [key.conversationId]);
    });
    afterEach(async () => {
      await Promise.all(processes.map((one) => one.stop()));
    });

    const process = async (run: Run, ...others: (Partial<WorkflowHandler> & { name: string })[]) => {
      const book = { name: 'book', run, children: others.map(({ name }) => name) };
      const handlers = [book, ...others].map((one) => ({ kind: 'workflow', durable: true, run: () => null, ...one }));
      const begun = await under.begin(database.database, handlers as WorkflowHandler[]);
      processes.push(begun);
      return begun;
    };
    const start = ({ engine }: EngineProcess) =>
      inTenant('default', () => engine.start({ ...key, workflow: 'book', arguments: { to: 'Rome' } }));
    const reach = async ({ engine }: EngineProcess, status: RunStatus) => {
      await expect.poll(async () => (await engine.status(key))?.status, { interval: 50 }).toBe(status);
      const run = await engine.status(key);
      return { ...run, steps: Object.fromEntries(run?.steps.map((step) => [step.step, step.status]) ?? []) };
    };
    /** A step that is seen in the world, and so is its undoing. */
    const take = (name: string, { step }: WorkflowCall, options: StepOptions<string> = {}) => {
      const happen = ({ idempotencyKey }: { idempotencyKey: string }) => world.push(idempotencyKey);
      const work = (call: { idempotencyKey: string }) => {
        happen(call);
        return name;
      };
      return step(name, work, { undo: (_, call) => happen(call), ...options });
    };
    const booking =
      (options: StepOptions<string> = {}): Run =>
      async (call) => [await take('a', call), await take('b', call, options), await take('c', call)];
    /** Starts a run in a process that is killed when this has happened in it, and before anybody hears of that. */
    const dieAt = async (happening: string, options: StepOptions<string> = {}, fails = false) => {
      const { promise: died, resolve: die } = Promise.withResolvers<void>();
      const hang = ({ idempotencyKey }: { idempotencyKey: string }): Promise<string> => {
        world.push(idempotencyKey);
        die();
        return new Promise(() => undefined);
      };
      const dying = await process(async (call) => {
        await take('a', call);
        if (!fails) return call.step('b', hang, options);
        await take('b', call, { ...options, undo: (_, told) => hang(told) });
        throw new ToolError('sold out');
      });
      await start(dying);
      await died;
      expect(world.at(-1)).toBe(happening);
      dying.crash();
    };

    it('starts a run once, however often and wherever it is started', async () => {
      const all = await Promise.all([process(booking()), process(booking())]);
      await Promise.all([...all, ...all, ...all].map(start));
      expect(await reach(all[0], 'DONE')).toMatchObject({ result: ['a', 'b', 'c'] });
      await start(all[1]);
      expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.c']);
    });

    it('waits for a time, and not shorter, also when its process has ended', async () => {
      const journey: Run = async (call) => {
        await take('a', call);
        await call.sleep('night', NIGHT_MS);
        return take('b', call);
      };
      const first = await process(journey);
      const beganMs = Date.now();
      await start(first);
      expect(await reach(first, 'WAITING')).toMatchObject({ steps: { a: 'DONE', night: 'WAITING' } });
      await first.stop();
      const other = await process(journey);
      await reach(other, 'DONE');
      expect(Date.now() - beganMs).toBeGreaterThanOrEqual(NIGHT_MS);
      expect(world).toEqual(['k.1.a', 'k.1.b']);
    });

    describe('gives a signal', () => {
      const asking: Run = async (call) => {
        const answer = await call.waitForSignal('paid', { timeoutMs: 60_000 });
        await take('ticket', call);
        return answer;
      };

      it('once, to whichever process', async () => {
        const [one, other] = [await process(asking), await process(asking)];
        await start(one);
        await reach(other, 'WAITING');
        const given = await Promise.all(
          [one, other, one].map(({ engine }, at) => engine.signal(key, 'paid', { by: at })),
        );
        expect(given.filter(Boolean)).toHaveLength(1);
        expect(await reach(other, 'DONE')).toMatchObject({ result: { by: given.indexOf(true) } });
        expect(await one.engine.signal(key, 'paid', null)).toBe(false);
        expect(world).toEqual(['k.1.ticket']);
      });

      it('that comes before it is waited for', async () => {
        const one = await process(async (call) => {
          await call.sleep('first', NIGHT_MS);
          return asking(call);
        });
        await start(one);
        await reach(one, 'WAITING');
        expect(await one.engine.signal(key, 'paid', 7)).toBe(true);
        expect(await reach(one, 'DONE')).toMatchObject({ result: 7 });
      });

      it('no longer than its time', async () => {
        const one = await process(async ({ waitForSignal }) => {
          return (await waitForSignal('paid', { timeoutMs: NIGHT_MS })) === undefined ? 'not paid' : 'paid';
        });
        await start(one);
        expect(await reach(one, 'DONE')).toMatchObject({ result: { text: 'not paid' } });
      });
    });

    it('takes one answer of the user to what a run asks', async () => {
      const buying: Run = ({ waitForApproval }) => waitForApproval('price', { question: 'Shall I?' });
      const one = await process(buying);
      const asked: string[] = [];
      one.engine.askBy({
        ask: async (_, step, { question }) => void asked.push(`${step}: ${question}`),
        digestOf: ({ question }) => question,
      });
      await start(one);
      await expect.poll(() => asked).toContain('price: Shall I?');
      await reach(one, 'WAITING');
      expect(await one.engine.signal(key, 'price', { approved: true, by: 'me' })).toBe(false);
      expect(await one.engine.decide(key, 'price', { approved: true, by: 'USER' }, 'Shall I?')).toBe(true);
      expect(await one.engine.decide(key, 'price', { approved: false, reason: 'DENIED' }, 'Shall I?')).toBe(false);
      expect(await reach(one, 'DONE')).toMatchObject({ result: { approved: true, by: 'USER' } });
    });

    it('does beside each other what is begun together', async () => {
      const one = await process(async (call) => {
        const night = call.sleep('night', NIGHT_MS).then(() => take('c', call));
        await Promise.all([take('a', call), take('b', call), night]);
      });
      await start(one);
      await reach(one, 'DONE');
      expect(world.toSorted()).toEqual(['k.1.a', 'k.1.b', 'k.1.c']);
    });

    describe('undoes the last first', () => {
      it('where a later step fails', async () => {
        const one = await process(async (call) => {
          await take('a', call);
          await call.sleep('night', NIGHT_MS);
          await take('b', call);
          throw new ToolError('sold out');
        });
        await start(one);
        expect(await reach(one, 'FAILED')).toMatchObject({ error: 'sold out', steps: { a: 'UNDONE', b: 'UNDONE' } });
        expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b.undo', 'k.1.a.undo']);
      });

      it('where it is cancelled while it waits, by whichever process', async () => {
        const waiting: Run = async (call) => {
          await take('a', call);
          await take('b', call);
          return call.waitForSignal('never');
        };
        const [one, other] = [await process(waiting), await process(waiting)];
        await start(one);
        await reach(one, 'WAITING');
        const answer = await inTenant('default', () => other.engine.cancel(key));
        // It may be answered while the undoing goes on.
        expect([answer?.status, answer?.endsAs]).toContain('CANCELLED');
        await reach(one, 'CANCELLED');
        expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b.undo', 'k.1.a.undo']);
      });

      it('where it is cancelled while another process works on it', async () => {
        const { promise: reached, resolve } = Promise.withResolvers<void>();
        const one = await process(async (call) => {
          await take('a', call);
          await call.step('b', ({ signal }) => {
            resolve();
            return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
          });
        });
        await start(one);
        await reached;
        const other = await process(booking());
        await inTenant('default', () => other.engine.cancel(key));
        expect(await reach(other, 'CANCELLED')).toMatchObject({ steps: { a: 'UNDONE', b: 'IN_DOUBT' } });
        expect(world).toEqual(['k.1.a', 'k.1.a.undo']);
      });
    });

    describe('whose process is killed', () => {
      it('in a step that may not be repeated, leaves it to a person, and goes on as that one found out', async () => {
        await dieAt('k.1.b');
        const { engine, ...other } = await process(booking());
        expect(await reach({ engine, ...other }, 'HELD')).toMatchObject({ steps: { a: 'DONE', b: 'IN_DOUBT' } });
        expect(await engine.settle(key, 'b', { happened: true, result: 'b, by phone' })).toBe(true);
        expect(await engine.retry(key)).toBe(true);
        expect(await reach({ engine, ...other }, 'DONE')).toMatchObject({ result: ['a', 'b, by phone', 'c'] });
        expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.c']);
      });

      it('in one that may, repeats it with the same key', async () => {
        await dieAt('k.1.b', { policy: 'idempotent' });
        const other = await process(booking({ policy: 'idempotent' }));
        expect(await reach(other, 'DONE')).toMatchObject({ result: ['a', 'b', 'c'] });
        expect(world).toEqual(['k.1.a', 'k.1.b', 'k.1.b', 'k.1.c']);
      });

      it.each([
        ['idempotent', 'UNDONE', ['k.1.b.undo', 'k.1.b.undo', 'k.1.a.undo']],
        ['at-most-once', 'IN_DOUBT', ['k.1.b.undo', 'k.1.a.undo']],
      ] as const)('over an undoing that is %s, goes on with it', async (policy, b, undone) => {
        await dieAt('k.1.b.undo', { policy }, true);
        const other = await process(booking({ policy }));
        expect(await reach(other, 'FAILED')).toMatchObject({ error: 'sold out', steps: { a: 'UNDONE', b } });
        expect(world.slice(2)).toEqual(undone);
      });
    });

    it('lets a step come to its end when its process is stopped, and goes on elsewhere behind it', async () => {
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      const { promise: work, resolve: finish } = Promise.withResolvers<void>();
      const run: Run = async (call) => {
        await call.step('slow', async () => {
          resolve();
          await work;
          world.push('slow');
        });
        return take('next', call);
      };
      const one = await process(run);
      await start(one);
      await reached;
      const stopped = one.stop();
      finish();
      await stopped;
      const other = await process(run);
      await reach(other, 'DONE');
      expect(world).toEqual(['slow', 'k.1.next']);
    });

    describe('with children', () => {
      const room = {
        name: 'room',
        run: async (call: WorkflowCall) => [await take('r', call), await call.sleep('n', 200)],
      };

      it('waits for what they return', async () => {
        const one = await process(
          async (call) => [await take('a', call), await call.child('room', 'room'), await take('c', call)],
          { ...room, run: async (call) => (await room.run(call))[0] },
        );
        await start(one);
        expect(await reach(one, 'DONE')).toMatchObject({ result: ['a', { text: 'r' }, 'c'] });
        expect(world).toEqual(['k.1.a', 'k.1.room.r', 'k.1.c']);
      });

      it('undoes them in their place, also when they are done', async () => {
        const one = await process(async (call) => {
          await take('a', call);
          await call.child('room', 'room');
          await take('c', call);
          throw new ToolError('sold out');
        }, room);
        await start(one);
        expect(await reach(one, 'FAILED')).toMatchObject({ steps: { a: 'UNDONE', room: 'UNDONE', c: 'UNDONE' } });
        expect(world.slice(3)).toEqual(['k.1.c.undo', 'k.1.room.r.undo', 'k.1.a.undo']);
      });
    });
  });
}
