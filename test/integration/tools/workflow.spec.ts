import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/platform/common/clock.js';
import type { JsonObject } from '../../../src/platform/common/json.js';
import { Handlers, type WorkflowCall } from '../../../src/platform/handlers-api/index.js';
import { InProcessWorkflows, WorkflowExecutor } from '../../../src/tools/index.js';
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
    const engine = new InProcessWorkflows(handlers, database.database, clock, workflowSettings(timeoutMs, 2_000));
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
    fail(new Error('the CRM is closed'));
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
    const none = new InProcessWorkflows(new Handlers(), database.database, systemClock, workflowSettings(1, 1));
    expect(new WorkflowExecutor(none).serveGroup()).toBeUndefined();
  });
});
