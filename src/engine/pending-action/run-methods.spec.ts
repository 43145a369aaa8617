import { describe, expect, it } from 'vitest';
import {
  type ActionCall,
  type ActionMethod,
  type ActionOutcome,
  done,
  failed,
} from '../../platform/handlers-api/index.js';
import { ToolError } from '../../tools/index.js';
import { type MethodRun, resultOf, runMethods } from './run-methods.js';

const run = (methods: Record<string, ActionMethod>, more: Partial<MethodRun> = {}) => {
  const checkpoints: number[] = [];
  const call = { signal: new AbortController().signal, arguments: { orderId: '7' } } as unknown as ActionCall;
  const result = runMethods({
    methods: Object.entries(methods).map(([name, method]) => ({ name, method })),
    completed: 0,
    results: {},
    call,
    holdsStill: async () => {},
    checkpoint: async (completed) => void checkpoints.push(completed),
    ...more,
  });
  return { result, checkpoints };
};

const noted = (log: string[], name: string, result: number | null = null) => {
  log.push(name);
  return done(result);
};

describe('the methods of an action', () => {
  it('run in order, each with the results before it, and leave a checkpoint between them', async () => {
    const { result, checkpoints } = run({
      charge: () => done({ payment: 'P1' }),
      ship: ({ results }) => done({ after: results.charge ?? null }),
    });
    expect(await result).toEqual({
      kind: 'done',
      completed: 2,
      results: { charge: { payment: 'P1' }, ship: { after: { payment: 'P1' } } },
    });
    expect(checkpoints).toEqual([1]);
  });

  it('are not begun where the action is somebody else’s by then', async () => {
    const ran: string[] = [];
    const { result } = run(
      { first: () => noted(ran, 'first'), second: () => noted(ran, 'second') },
      {
        holdsStill: async (completed) => {
          if (completed === 1) throw new Error('taken over');
        },
      },
    );
    await expect(result).rejects.toThrow('taken over');
    expect(ran).toEqual(['first']);
  });

  it('stop at the first failure', async () => {
    const ran: string[] = [];
    const { result } = run({
      first: () => noted(ran, 'first'),
      second: () => failed('no stock', { retryable: true }),
      third: () => noted(ran, 'third'),
    });
    expect(await result).toMatchObject({ kind: 'failed', message: 'no stock', retryable: true, completed: 1 });
    expect(ran).toEqual(['first']);
  });

  it('are not run again when an earlier attempt has completed them', async () => {
    const ran: string[] = [];
    const { result } = run(
      { first: () => noted(ran, 'first'), second: () => noted(ran, 'second', 2) },
      { completed: 1, results: { first: 1 } },
    );
    expect(await result).toEqual({ kind: 'done', completed: 2, results: { first: 1, second: 2 } });
    expect(ran).toEqual(['second']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      'boom',
    ],
    ['rejects', () => Promise.reject(new Error('socket hang up')), 'socket hang up'],
    ['returns nothing', () => undefined, 'did not report an outcome'],
    ['returns false', () => false, 'did not report an outcome'],
    ['returns an error object', () => ({ error: 'x' }), 'did not report an outcome'],
  ])('are in doubt when one %s', async (_what, method, message) => {
    const result = await run({ only: method as unknown as ActionMethod }).result;
    expect(result).toMatchObject({ kind: 'unknown', why: 'unreported', completed: 0 });
    expect(result).toHaveProperty('message', expect.stringContaining(message));
  });

  it('fail when one throws what says that nothing has happened, and keep its words from the user', async () => {
    const { result } = run({ only: () => Promise.reject(new ToolError('password hunter2')) });
    expect(await result).toMatchObject({ kind: 'failed', message: 'the handler failed.', detail: 'password hunter2' });
  });

  it('are in doubt when one throws what says that something may have', async () => {
    const { result } = run({ only: () => Promise.reject(new ToolError('lost', { mayHaveHappened: true })) });
    expect(await result).toMatchObject({ kind: 'unknown', why: 'said', message: 'lost' });
  });

  it('are not begun when the time is over already', async () => {
    const ran: string[] = [];
    const call = { signal: AbortSignal.abort(), arguments: {} } as unknown as ActionCall;
    const { result } = run({ only: () => noted(ran, 'only') }, { call });
    expect(await result).toMatchObject({ kind: 'failed', retryable: true });
    expect(ran).toEqual([]);
  });

  it('are in doubt when the time runs out while one is at work', async () => {
    const call = { signal: AbortSignal.timeout(20), arguments: {} } as unknown as ActionCall;
    const never: ActionMethod = () => new Promise(() => {});
    expect(await run({ only: never }, { call }).result).toMatchObject({ kind: 'unknown', completed: 0 });
  });

  it.each<[string, unknown, object]>([
    ['fail in words of ours where they give none', { status: 'failed', message: 7 }, { message: 'The action failed.' }],
    [
      'fail for good unless they say otherwise',
      { status: 'failed', message: 'no', retryable: 1 },
      { retryable: false },
    ],
    [
      'are in doubt in words of their own',
      { status: 'in-doubt', message: 'lost' },
      { kind: 'unknown', message: 'lost' },
    ],
    ['are in doubt in words of ours', { status: 'in-doubt' }, { kind: 'unknown', message: 'The handler cannot tell.' }],
    ['succeed without a result', { status: 'done' }, { kind: 'done', results: { only: null } }],
  ])('%s', async (_what, answer, expected) => {
    expect(await run({ only: () => answer as ActionOutcome }).result).toMatchObject(expected);
  });

  it('are in doubt, whatever they throw, when the time ran out', async () => {
    const timeout = new AbortController();
    const call = { signal: timeout.signal, arguments: {} } as unknown as ActionCall;
    const only: ActionMethod = () => {
      timeout.abort();
      throw new Error('aborted');
    };
    const message = 'The action did not finish in time.';
    const expected = { kind: 'unknown', why: 'timed-out', message, results: {}, completed: 0 };
    expect(await run({ only }, { call }).result).toEqual(expected);
  });

  it('give the result of the only one, or all by name', () => {
    expect(resultOf({ cancel: { ref: 1 } }, 1)).toEqual({ ref: 1 });
    expect(resultOf({ a: 1, b: 2 }, 2)).toEqual({ a: 1, b: 2 });
    expect(resultOf({}, 1)).toEqual({});
  });
});
