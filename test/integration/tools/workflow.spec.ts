import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/common/clock.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { Handlers, type StepCall, type WorkflowCall } from '../../../src/platform/handlers-api/index.js';
import { EmbeddedWorkflows, ToolError, WorkflowExecutor } from '../../../src/tools/index.js';
import { describeOnEachDatabase, type TestDatabase } from '../../helpers/databases.js';
import { MovableClock } from '../../helpers/engine.js';
import { callTool, workflowSettings } from '../../helpers/tool-calls.js';

describeOnEachDatabase('workflows', (open) => {
  let database: TestDatabase;
  let conversationId: string;
  let begun: WorkflowCall[];
  let finish: (result?: unknown) => void;
  let fail: (error: Error) => void;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    conversationId = randomUUID();
    begun = [];
    await database.database.query('INSERT INTO ce_conversation (conversation_id) VALUES ($1)', [conversationId]);
  });

  const process = (clock = systemClock, timeoutMs = 60_000) => {
    const handlers = new Handlers();
    handlers.add({
      kind: 'workflow',
      name: 'onboard',
      inputSchema: { type: 'object', required: ['customer'], properties: { customer: { type: 'string' } } },
      run: (call) => {
        begun.push(call);
        return new Promise((resolve, reject) => {
          finish = resolve;
          fail = reject;
        });
      },
    });
    const engine = new EmbeddedWorkflows(handlers, database.database, clock, workflowSettings(timeoutMs, 2_000));
    return { engine, executor: new WorkflowExecutor(engine) };
  };
  const write = (executor: WorkflowExecutor, args: JsonObject, key: string | null = 'k.1') =>
    callTool(executor, args, { idempotencyKey: key, conversationId });
  const status = (executor: WorkflowExecutor, run_id = 'k.1', id = conversationId) =>
    callTool(executor, { run_id }, { row: { sideEffect: 'READ' }, conversationId: id });
  const untilEnded = (executor: WorkflowExecutor) =>
    expect.poll(async () => (await status(executor)).status).not.toBe('RUNNING');
  const START = { operation: 'start', workflow: 'onboard', arguments: { customer: 'C1' } };

  it('go on beside the turn, and are asked after', async () => {
    const { executor } = process();
    expect(await write(executor, START)).toEqual({ run_id: 'k.1', workflow: 'onboard', status: 'RUNNING' });
    await expect.poll(() => begun.length).toBe(1);
    expect(begun[0]).toMatchObject({ conversationId, runId: 'k.1', arguments: { customer: 'C1' } });
    finish({ steps: 3 });
    await untilEnded(executor);
    expect(await status(executor)).toMatchObject({ status: 'DONE', result: { steps: 3 } });
  });

  it('are started once for one consent, by whichever process', async () => {
    const [first, second] = [process(), process()];
    const starts = [first, second, first].map(({ executor }) => write(executor, START));
    expect((await Promise.all(starts)).map((run) => run.status)).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
    await expect.poll(() => begun.length).toBe(1);
    finish();
    await untilEnded(second.executor);
    expect(await write(second.executor, START)).toMatchObject({ status: 'DONE', result: {} });
    expect(begun).toHaveLength(1);
  });

  it('that fail, or answer too much, say why', async () => {
    const { executor } = process();
    await write(executor, START);
    await expect.poll(() => begun.length).toBe(1);
    fail(new ToolError('the CRM is closed'));
    await untilEnded(executor);
    expect(await status(executor)).toMatchObject({ status: 'FAILED', error: 'the CRM is closed' });
    await write(executor, START, 'k.2');
    await expect.poll(() => begun.length).toBe(2);
    finish('x'.repeat(3_000));
    await expect.poll(async () => (await status(executor, 'k.2')).error).toContain('at most 2000 are allowed');
  });

  it('are cancelled where they run, and nowhere else', async () => {
    const [here, elsewhere] = [process(), process()];
    await write(here.executor, START);
    await expect.poll(() => begun.length).toBe(1);
    const cancel = { operation: 'cancel', run_id: 'k.1' };
    await expect(write(elsewhere.executor, cancel, 'k.2')).rejects.toThrow('in another process and goes on');
    expect(begun[0]?.signal.aborted).toBe(false);
    expect(await write(here.executor, cancel, 'k.3')).toMatchObject({ status: 'CANCELLED' });
    expect(begun[0]?.signal.aborted).toBe(true);
    expect(await write(here.executor, cancel, 'k.4')).toMatchObject({ status: 'CANCELLED' });
  });

  it('end when their time is over, and when the service stops', async () => {
    const hasty = process(systemClock, 50);
    await write(hasty.executor, START);
    await untilEnded(hasty.executor);
    expect(await status(hasty.executor)).toMatchObject({
      status: 'INTERRUPTED',
      error: expect.stringContaining('50 ms'),
    });
    const { engine, executor } = process();
    await write(executor, START, 'k.2');
    await engine.beforeApplicationShutdown();
    expect(await status(executor, 'k.2')).toMatchObject({ status: 'INTERRUPTED', error: 'The service was stopped.' });
  });

  it('are news for whoever listens, until they end that', async () => {
    const { engine, executor } = process();
    const told: string[] = [];
    const [endEarlier, end] = ['earlier', 'later'].map((name) => engine.onNews(() => told.push(name)));
    endEarlier?.();
    await write(executor, START);
    await expect.poll(() => begun.length).toBe(1);
    finish();
    await engine.settled();
    expect(told).toEqual(['later']);
    end?.();
    await write(executor, START, 'k.2');
    await expect.poll(() => begun.length).toBe(2);
    finish();
    await engine.settled();
    expect(told).toEqual(['later']);
  });

  it('that a crash left behind are told as interrupted once their time is over', async () => {
    const clock = new MovableClock();
    const { executor } = process(clock);
    await write(executor, START);
    clock.advance(80_000);
    expect(await status(executor)).toMatchObject({ status: 'INTERRUPTED' });
    await write(executor, START);
    expect(begun.length).toBeLessThan(2);
  });

  it('of another conversation do not exist', async () => {
    const { executor } = process();
    await write(executor, START);
    await expect(status(executor, 'k.1', randomUUID())).rejects.toThrow('has started no such run');
  });

  describe('with steps', () => {
    const world: string[] = [];
    let reached: (() => void) | undefined;
    beforeEach(() => {
      world.length = 0;
    });

    /** Books three rooms; `third` is what the last step does. */
    const booking = (third: (call: StepCall) => Promise<string>, undoSecond = () => world.push('give back b')) => {
      const handlers = new Handlers();
      handlers.add({
        kind: 'workflow',
        name: 'onboard',
        run: async ({ step }) => {
          const take = (room: string) => () => {
            world.push(`take ${room}`);
            return room;
          };
          const first = await step('a', take('a'), { undo: (room) => world.push(`give back ${room}`) });
          await step('b', take('b'), { undo: undoSecond });
          return { rooms: [first, await step('c', third, { undo: () => world.push('never') })] };
        },
      });
      const settings = workflowSettings(60_000, 2_000);
      const engine = new EmbeddedWorkflows(handlers, database.database, systemClock, settings);
      return { engine, executor: new WorkflowExecutor(engine) };
    };
    const untilThird = () =>
      new Promise<void>((resolve) => {
        reached = resolve;
      });
    const goesOn = ({ signal }: StepCall) => {
      reached?.();
      return new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const steps = (a: string, b: string, c: string) => [
      { step: 'a', status: a },
      expect.objectContaining({ step: 'b', status: b }),
      expect.objectContaining({ step: 'c', status: c }),
    ];

    it('tell how far they are, and keep what each answered', async () => {
      const keys: string[] = [];
      const { executor } = booking(async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return 'c';
      });
      await write(executor, START);
      await untilEnded(executor);
      expect(await status(executor)).toMatchObject({ status: 'DONE', steps: steps('DONE', 'DONE', 'DONE') });
      expect(keys).toEqual(['k.1.c']);
    });

    it('undo what is done when a later one fails, the last first', async () => {
      const { executor } = booking(() => Promise.reject(new ToolError('no room c')));
      await write(executor, START);
      await untilEnded(executor);
      expect(await status(executor)).toMatchObject({
        status: 'FAILED',
        error: 'no room c',
        steps: steps('UNDONE', 'UNDONE', 'FAILED'),
      });
      expect(world).toEqual(['take a', 'take b', 'give back b', 'give back a']);
    });

    it.each([
      ['with an error that says nothing of it', new Error('no answer')],
      ['after it may have happened', new ToolError('no answer', { mayHaveHappened: true })],
    ])('leave in doubt what threw %s', async (_, error) => {
      const { executor } = booking(() => Promise.reject(error));
      await write(executor, START);
      await untilEnded(executor);
      expect(await status(executor)).toMatchObject({ status: 'FAILED', steps: steps('UNDONE', 'UNDONE', 'IN_DOUBT') });
    });

    it('say to operators alone what was not written for users', async () => {
      const { engine, executor } = booking(() => Promise.reject(new Error('password "hunter2" refused at db-7')));
      await write(executor, START);
      await untilEnded(executor);
      expect(JSON.stringify(await status(executor))).not.toContain('hunter2');
      expect(await status(executor)).toMatchObject({
        status: 'FAILED',
        error: expect.stringContaining('for the operators'),
      });
      const run = await engine.status({ conversationId, runId: 'k.1' });
      expect(run).toMatchObject({ error: 'password "hunter2" refused at db-7', errorIsShown: false });
    });

    it('undo the others where one cannot be undone, and say so', async () => {
      const { executor } = booking(
        () => Promise.reject(new ToolError('no room c')),
        () => {
          throw new ToolError('b is locked');
        },
      );
      await write(executor, START);
      await untilEnded(executor);
      const told = await status(executor);
      expect(told).toMatchObject({ status: 'FAILED', steps: steps('UNDONE', 'IN_DOUBT', 'FAILED') });
      expect(JSON.stringify(told)).toContain('It could not be undone: b is locked');
      expect(world).toEqual(['take a', 'take b', 'give back a']);
    });

    it('undo what is done when they are cancelled; of the one at work nobody knows', async () => {
      const { executor } = booking(goesOn);
      const third = untilThird();
      await write(executor, START);
      await third;
      expect(await write(executor, { operation: 'cancel', run_id: 'k.1' }, 'k.2')).toMatchObject({
        status: 'CANCELLED',
        steps: steps('UNDONE', 'UNDONE', 'IN_DOUBT'),
      });
      expect(world.slice(2)).toEqual(['give back b', 'give back a']);
    });

    it('leave what is done, and are told step by step, where the service stops', async () => {
      const { engine, executor } = booking(goesOn);
      const third = untilThird();
      await write(executor, START);
      await third;
      await engine.beforeApplicationShutdown();
      expect(await status(executor)).toMatchObject({ status: 'INTERRUPTED', steps: steps('DONE', 'DONE', 'IN_DOUBT') });
      expect(world).toEqual(['take a', 'take b']);
    });

    it('that a crash left behind say which step is in doubt', async () => {
      const clock = new MovableClock();
      const { executor } = process(clock);
      await write(executor, START);
      await database.database.query(
        `INSERT INTO ce_workflow_step (conversation_id, run_id, step, step_no, status, started_at_ms)
         VALUES ($1, 'k.1', 'a', 0, 'DONE', 1), ($1, 'k.1', 'b', 1, 'RUNNING', 1), ($1, 'k.1', 'c', 2, 'UNDOING', 1)`,
        [conversationId],
      );
      expect(await status(executor)).toMatchObject({ status: 'RUNNING', steps: steps('DONE', 'RUNNING', 'UNDOING') });
      clock.advance(80_000);
      expect(await status(executor)).toMatchObject({
        status: 'INTERRUPTED',
        steps: steps('DONE', 'IN_DOUBT', 'IN_DOUBT'),
      });
    });

    it('are undone where what they answered is no JSON', async () => {
      const handlers = new Handlers();
      handlers.add({
        kind: 'workflow',
        name: 'onboard',
        run: async ({ step }) => {
          await step('a', () => ({ size: 1n }), { undo: ({ size }) => world.push(`undo ${size}`) });
          throw new Error('no');
        },
      });
      const settings = workflowSettings(60_000, 2_000);
      const executor = new WorkflowExecutor(new EmbeddedWorkflows(handlers, database.database, systemClock, settings));
      await write(executor, START);
      await untilEnded(executor);
      expect(await status(executor)).toMatchObject({ status: 'FAILED', steps: [{ step: 'a', status: 'UNDONE' }] });
      expect(world).toEqual(['undo 1']);
    });

    it('begin each once, and none after the run', async () => {
      const handlers = new Handlers();
      let late: WorkflowCall | undefined;
      handlers.add({
        kind: 'workflow',
        name: 'onboard',
        run: async (call) => {
          late = call;
          await call.step('a', () => world.push('a'));
          await call.step('a', () => world.push('a again'));
        },
      });
      const settings = workflowSettings(60_000, 2_000);
      const engine = new EmbeddedWorkflows(handlers, database.database, systemClock, settings);
      const executor = new WorkflowExecutor(engine);
      await write(executor, START);
      await untilEnded(executor);
      const run = await engine.status({ conversationId, runId: 'k.1' });
      expect(run?.error).toContain('"a" has begun before');
      await expect(late?.step('b', () => world.push('b'))).rejects.toThrow('after the end of its run');
      expect(world).toEqual(['a']);
    });
  });

  it.each([
    [{ operation: 'start', workflow: 'offboard' }, 'workflow'],
    [{ operation: 'start', workflow: 'onboard' }, 'arguments'],
    [{ operation: 'start', workflow: 'onboard', arguments: { customer: 1 } }, 'customer'],
    [{ operation: 'cancel' }, 'run_id'],
    [{ operation: 'status', run_id: 'k.1' }, 'operation'],
  ])('refuse %j', async (args, problem) => {
    await expect(write(process().executor, args)).rejects.toThrow(problem);
  });

  it('need consent, and somebody who brings one', async () => {
    await expect(write(process().executor, START, null)).rejects.toThrow('only after the user’s consent');
    const none = new EmbeddedWorkflows(new Handlers(), database.database, systemClock, workflowSettings(1, 1));
    expect(new WorkflowExecutor(none).serveGroup()).toBeUndefined();
  });
});
