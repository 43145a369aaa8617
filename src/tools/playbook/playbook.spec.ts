import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { PlaybookFailure, readPlaybook, runPlaybook, type StepRunner } from './index.js';

type Answer = JsonValue | Error | (() => Promise<JsonValue>);

/** Runs a playbook on tools that answer what they are told to; the last answer is repeated. */
async function run(
  text: string,
  inputs: JsonObject,
  answers: Record<string, Answer | Answer[]>,
  more: Partial<StepRunner> & { signal?: AbortSignal } = {},
) {
  const { playbook, problems } = readPlaybook(parse(text));
  expect(problems).toEqual([]);
  if (!playbook) throw new Error('not read');
  const calls: [string, JsonObject][] = [];
  const runner: StepRunner = {
    writes: () => false,
    timeoutMs: () => 10_000,
    mayRetry: () => true,
    mayHaveWritten: () => false,
    call: async ({ tool }, args) => {
      const made = calls.filter(([name]) => name === tool).length;
      calls.push([tool, args]);
      const list = [answers[tool] ?? new Error(`no ${tool}`)].flat() as Answer[];
      const answer = list[Math.min(made, list.length - 1)] ?? null;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer() : answer;
    },
    ...more,
  };
  const signal = more.signal ?? new AbortController().signal;
  const result = await runPlaybook(playbook, inputs, runner, signal).catch((error: unknown) => error);
  return { calls, result: result as Record<string, JsonValue> & Error };
}

const RESEARCH = `
name: research
description: Finds, reads and digs deeper
inputs:
  type: object
  properties: { q: { type: string }, deep: { type: boolean, default: true } }
steps:
  - { name: find, tool: search, arguments: { q: $inputs.q, n: 5, label: find $inputs.q now } }
  - { name: read, tool: fetch, server: web, arguments: { id: "$find.hits[0].id", all: "$find.hits[].id" }, condition: $find.hits | length > 0 }
  - { name: deep, tool: search, arguments: { q: $read.title }, condition: $inputs.deep }
output:
  type: object
  properties:
    title: { path: $read.title, fallback: none }
    ids: { path: "$find.hits[].id" }
    n: { path: $find.count, fallback: 9 }
`;

describe('a playbook', () => {
  it('passes values from step to step with their types, with the defaults of its inputs', async () => {
    const { calls, result } = await run(
      RESEARCH,
      { q: 'x' },
      {
        search: { hits: [{ id: 7 }, { id: 8 }], count: 0 },
        fetch: { title: 'T' },
      },
    );
    expect(calls).toEqual([
      ['search', { q: 'x', n: 5, label: 'find x now' }],
      ['fetch', { id: 7, all: [7, 8] }],
      ['search', { q: 'T' }],
    ]);
    expect(result).toMatchObject({
      output: { title: 'T', ids: [7, 8], n: 0 },
      steps_completed: ['find', 'read', 'deep'],
      steps_skipped: [],
      steps_failed: [],
    });
  });

  it('leaves out steps whose condition does not hold, and falls back', async () => {
    const { calls, result } = await run(RESEARCH, { q: 'x', deep: false }, { search: { hits: [] } });
    expect(calls.map(([tool]) => tool)).toEqual(['search']);
    expect(result).toMatchObject({ output: { title: 'none', ids: [], n: 9 }, steps_skipped: ['read', 'deep'] });
  });

  it('takes what an object inherits for no result of a step', async () => {
    const step = (name: string, more = '') => `{ name: ${name}, tool: ta ${more} }`;
    const text = `name: p\ndescription: d\nsteps: [${step('__proto__')}, ${step('b', ', arguments: { x: $__proto__.v, y: $__proto__.toString }')}]`;
    const { calls, result } = await run(text, {}, { ta: { v: 1 } });
    expect(calls.at(-1)).toEqual(['ta', { x: 1, y: null }]);
    expect(Object.keys(result.output as JsonObject)).toEqual(['__proto__', 'b']);
  });

  it('without an output gives the results of all steps', async () => {
    const text = 'name: p\ndescription: d\nsteps: [{ name: a, tool: ta }, { name: b, tool: tb, condition: $a == 2 }]';
    expect((await run(text, {}, { ta: 1 })).result.output).toEqual({ a: 1 });
  });
});

const STEPS = (more: string) => `
name: p
description: d
steps:
  - { name: a, tool: ta }
  - { name: b, tool: tb, condition: "$a == 'ok'" }
  - { name: c, tool: tc, arguments: { a: $a, s: a=$a. } }
${more}`;

describe('a step that fails', () => {
  const failing = { ta: new Error('boom'), tc: 1 };

  it('ends the playbook, and says which it was', async () => {
    const { calls, result } = await run(STEPS(''), {}, failing);
    expect(result).toBeInstanceOf(PlaybookFailure);
    expect(result.message).toBe('The step "a" failed: boom.');
    expect(calls.filter(([tool]) => tool === 'ta')).toHaveLength(1);
  });

  it('is null for the others with "continue"', async () => {
    const { calls, result } = await run(STEPS('on_error: continue'), {}, failing);
    expect(calls).toContainEqual(['tc', { a: null, s: 'a=.' }]);
    expect(result).toMatchObject({
      output: { a: null, c: 1 },
      steps_failed: ['a'],
      steps_skipped: ['b'],
      steps_completed: ['c'],
      errors: { a: 'boom' },
    });
  });

  it('is called up to max_retries times with "retry", with a pause, and then left behind', async () => {
    const started = performance.now();
    const { calls, result } = await run(STEPS('on_error: retry\nmax_retries: 3'), {}, failing);
    expect(calls.filter(([tool]) => tool === 'ta')).toHaveLength(3);
    expect(performance.now() - started).toBeGreaterThan(100);
    expect(result.steps_failed).toEqual(['a']);
    const second = await run(
      STEPS('on_error: retry\nmax_retries: 2'),
      {},
      { ta: [new Error('x'), 'ok'], tb: 1, tc: 1 },
    );
    expect(second.result.steps_failed).toEqual([]);
  });

  it('is not called again where that might do it twice', async () => {
    const { calls } = await run(STEPS('on_error: retry\nmax_retries: 3'), {}, failing, { mayRetry: () => false });
    expect(calls.filter(([tool]) => tool === 'ta')).toHaveLength(1);
  });

  it('ends the playbook in spite of "continue" where it may have written', async () => {
    const { calls, result } = await run(STEPS('on_error: continue'), {}, failing, { mayHaveWritten: () => true });
    expect(calls.map(([tool]) => tool)).toEqual(['ta']);
    expect(result.message).toBe('The step "a" failed: boom.');
  });

  it('names the writes that were done before it', async () => {
    const { result } = await run(STEPS(''), {}, { ta: 'ok', tb: 1, tc: new Error('boom') }, { writes: () => true });
    expect(result.message).toBe('The step "c" failed: boom. Done before: a, b.');
  });
});

describe('a step that writes', () => {
  const text = (args: string) => `
name: p
description: d
inputs: { type: object, properties: { note: { type: string } } }
steps:
  - { name: find, tool: find, condition: $inputs.note }
  - { name: save, tool: save, arguments: { ${args} } }`;
  const writes: StepRunner['writes'] = ({ name }) => name === 'save';
  const save = (args: string, inputs: JsonObject, found: JsonValue) =>
    run(text(args), inputs, { find: found, save: 'saved' }, { writes });

  it.each([
    ['id: $find.id', '$find.id'],
    ['text: the id is $find.id', '$find.id'],
    ['id: "$find.rows[0].id"', '$find.rows[0].id'],
  ])('is not called with { %s } when nothing is there', async (args, missing) => {
    const { calls, result } = await save(args, { note: 'n' }, {});
    expect(calls.map(([tool]) => tool)).toEqual(['find']);
    expect(result.message).toBe(`The step "save" failed: ${missing} is not there.`);
  });

  it('takes null where null was found, and nothing for an input that was left out', async () => {
    expect((await save('id: $find.id', { note: 'n' }, { id: null })).calls.at(-1)).toEqual(['save', { id: null }]);
    expect((await save('note: $inputs.note', {}, {})).calls).toEqual([['save', { note: null }]]);
  });
});

describe('time', () => {
  const slow = () => sleep(60, 'x');
  const FOUR = (more = '') => `
name: p
description: d
steps:
  - { name: a, tool: slow }
  - { name: b, tool: slow ${more} }
  - { name: c, tool: slow }
  - { name: d, tool: slow, arguments: { x: $a } }
`;

  it('is saved by steps that use nothing of each other', async () => {
    const order: string[] = [];
    const call = async ({ name }: { name: string }) => {
      order.push(name);
      await sleep(60);
      order.push(`${name} is done`);
      return 'x';
    };
    await run(FOUR(), {}, {}, { call });
    expect(order.slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(order.indexOf('d')).toBeGreaterThan(order.indexOf('a is done'));
  });

  it('is not saved on writes: they happen one after the other, in order', async () => {
    let running = 0;
    let most = 0;
    const order: string[] = [];
    await run(
      FOUR(),
      {},
      {},
      {
        writes: () => true,
        call: async ({ name }) => {
          running += 1;
          most = Math.max(most, running);
          order.push(name);
          await sleep(5);
          running -= 1;
          return null;
        },
      },
    );
    expect([most, order]).toEqual([1, ['a', 'b', 'c', 'd']]);
  });

  it('of one step is bounded', async () => {
    const { result } = await run(
      FOUR(', timeout: 0.01'),
      {},
      {
        slow,
      },
      { call: (_step, _args, signal) => sleep(60, 'x', { signal }) },
    );
    expect(result.message).toBe('The step "b" failed: it did not answer within 10 ms.');
  });

  it('of a call is what its tool says, where the step does not say', async () => {
    const { result } = await run(FOUR(), {}, { slow: () => new Promise(() => {}) }, { timeoutMs: () => 10 });
    expect(result.message).toMatch(/^The step "[abc]" failed: it did not answer within 10 ms\.$/);
  });

  it('may be any fraction of a second', () => {
    const text = 'name: p\ndescription: d\ntimeout: 1.1\nsteps: [{ name: a, tool: t, timeout: 0.0001 }]';
    const { playbook } = readPlaybook(parse(text));
    expect([playbook?.timeoutMs, playbook?.steps[0]?.timeoutMs]).toEqual([1_100, 1]);
  });

  it('of the whole is up before the next step', async () => {
    const { calls, result } = await run(FOUR().replace('steps:', 'timeout: 0.02\nsteps:'), {}, { slow });
    expect(calls).toHaveLength(3);
    expect(result.message).toBe(`The step "d" failed: Playbook 'p' exceeded timeout of 0.02s.`);
  });

  it('is up for all when the call is cancelled', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('cancelled')), 10);
    const call: StepRunner['call'] = (_step, _args, signal) => sleep(1_000, 'x', { signal });
    expect((await run(FOUR(), {}, {}, { signal: stop.signal, call })).result.message).toBe('cancelled');
  });
});

describe('what cannot work is said when it is read:', () => {
  const problemsOf = (steps: string, more = '') =>
    readPlaybook(parse(`{ name: p, description: d, steps: [${steps}] ${more} }`)).problems.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  const inputs = ', inputs: { type: object, properties: { q: { type: string } } }';

  it.each([
    ['{ tool: t }', '', 'steps.0.name: is missing'],
    ['{ name: a, tool: t, args: {} }', '', 'steps.0: Unrecognized key: "args"; known are "name", "tool", '],
    ['{ name: a, tool: t }, { name: a, tool: t }', '', 'steps.1.name: "a" is there twice'],
    ['{ name: inputs, tool: t }', '', 'steps.0.name: "inputs" are the arguments'],
    [
      '{ name: a, tool: t, arguments: { x: $b } }, { name: b, tool: t }',
      '',
      'steps.0.arguments: $b: the step "b" does not come before',
    ],
    ['{ name: a, tool: t, arguments: { x: $nope.x } }', '', 'steps.0.arguments: $nope.x: there is no step "nope"'],
    ['{ name: a, tool: t, arguments: { x: $inputs.typo } }', inputs, '$inputs.typo: "inputs" has no property "typo"'],
    ['{ name: a, tool: t, condition: "1 > 2" }', '', 'never holds: the step cannot be reached'],
    ['{ name: a, tool: t, condition: "true" }', '', 'always holds: leave it out'],
    ['{ name: a, tool: t, condition: "$a[" }', '', 'steps.0.condition: unexpected'],
    [
      '{ name: a, tool: t }',
      ', output: { properties: { x: { path: $b } } }',
      'output.properties.x.path: $b: there is no step "b"',
    ],
    ['{ name: a, tool: t }', ', on_error: explode', 'on_error: '],
    ['{ name: a, tool: t }', ', timeout: 0', 'timeout: '],
    ['{ name: a, tool: t }', ', on_error: retry', 'steps.0: "retry" never calls again'],
    ['{ name: a, tool: t, on_error: retry, max_retries: 1 }', ', max_retries: 3', '"retry" never calls again'],
    ['{ name: a, tool: t }', ', inputs: { type: objekt }', 'inputs: is not a usable JSON Schema'],
    [
      '{ name: a, tool: t }',
      ', inputs: { required: [m], properties: { m: {}, n: { type: integer, default: two } } }',
      'inputs.properties.n.default: must be a whole number',
    ],
    ['{ name: a, tool: t, arguments: { x: $prev } }', '', 'steps.0.arguments: $prev: there is no step "prev"'],
    ['{ name: a, tool: t, condition: $inputs.q == rust }', inputs, 'steps.0.condition: $rust: there is no step "rust"'],
    ['{ name: a, tool: t, condition: $inputs.n | count > 0 }', '', '"length" is expected'],
    ['{ name: a, tool: t }', ', output: { properties: { x: { path: done } } }', '$done: there is no step "done"'],
    ['{ name: a, tool: t }', ', output: { properties: { x: { path: x $a.s y } } }', 'path: '],
    ['{ name: a, tool: t }', ', playbook: "2.0"', 'playbook: '],
    ['{ name: a, tool: t }', ', compat: maybe', 'compat: '],
  ])('%s %s', (steps, more, problem) => {
    expect(problemsOf(steps, more).join('\n')).toContain(problem);
  });

  const depth = ', inputs: { properties: { depth: { enum: [quick, deep] }, go: { type: boolean }, q: {} } }';
  const whether = (condition: string) => problemsOf(`{ name: a, tool: t, condition: "${condition}" }`, depth);
  it.each([
    "$inputs.depth == 'deeep'",
    "$inputs.depth == 'deep' && $inputs.depth == 'quick'",
    '$inputs.go and not $inputs.go',
  ])('no inputs that are allowed let %s hold', (condition) =>
    expect(whether(condition)).toEqual([expect.stringContaining('the step cannot be reached')]),
  );

  it.each(["$inputs.depth == 'deep'", '!$inputs.depth', '$inputs.go == false', "$inputs.q == 'x' && $inputs.go"])(
    'some inputs let %s hold',
    (condition) => expect(whether(condition)).toEqual([]),
  );
});
