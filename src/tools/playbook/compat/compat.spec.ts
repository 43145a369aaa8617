import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { readPlaybook, runPlaybook } from '../index.js';
import { compileCompatCondition, compileCompatText } from './compat-grammar.js';

const SCOPE: JsonObject = {
  inputs: { q: 'rust', n: 5, e: '', arr: [1, 2], obj: { b: 1, a: 2 }, word: '$inputs.n', uni: '日本' },
  s: { one: [{ u: 'z' }] },
  größe: { wért: 'XL' },
  検索: { 都市: '東京' },
};

describe('with "compat", an argument', () => {
  it.each<[string, JsonValue]>([
    ['$inputs.n', 5],
    ['$inputs.q-$inputs.n', null],
    ['$inputs.q+$inputs.n', 'rust+5'],
    ['see $inputs.q.', 'see rust'],
    ['$inputs.n then $inputs.nul', '5 then 5ul'],
    ['$inputs.word and $inputs.n', '5 and 5'],
    ['cost $5', 'cost '],
    ['$s.one[].u', 'z'],
    ['v: $inputs.obj', 'v: {"a":2,"b":1}'],
    ['x $top-stories.v', 'x -stories.v'],
    ['in $größe.wért!', 'in XL!'],
    ['$検索.都市 und $größe.wért', '東京 und XL'],
  ])('%s is %j', (text, value) => {
    expect(compileCompatText(text).fill(SCOPE)).toEqual(value);
  });

  it('shows what is known of it before anything has run', () => {
    const { inputs = {} } = SCOPE;
    expect(compileCompatText('$s.one').preview({ inputs })).toBe('$s.one');
    expect(compileCompatText('$inputs.n of $s.one').preview({ inputs })).toBe('5 of $s.one');
  });
});

describe('with "compat", the condition', () => {
  it.each([
    ['$inputs.arr | length > 1', true],
    ['$inputs.arr | length >= 9', true],
    ['$inputs.uni | length > 5', true],
    ['$inputs.n | length > 0', false],
    ["$inputs.n == '5'", true],
    ['$inputs.n > 3', false],
    ['$inputs.q != "go"', false],
    ['$inputs.q && $inputs.n', false],
    ["'rust' == $inputs.q", false],
    ['true', false],
    ['inputs.q', true],
    [" $größe.wért == 'XL' ", true],
    [`$inputs.q == '"rust"'`, true],
    [`$inputs.q == "'rust'"`, false],
  ])('%s is %j', (text, value) => {
    expect(compileCompatCondition(text).holds(SCOPE)).toBe(value);
  });
});

describe('with "compat", a playbook', () => {
  const runner = {
    writes: () => false,
    timeoutMs: () => 1_000,
    mayRetry: () => true,
    mayHaveWritten: () => false,
  };
  const read = (document: JsonObject) => readPlaybook({ name: 'p', description: 'd', compat: true, ...document });

  it('lets pass what has no meaning, runs step after step, and knows steps of one name apart', async () => {
    const { playbook, problems } = read({
      inputs: { properties: { x: { type: 'string', default: 1, writeOnly: true } }, required: ['y'] },
      steps: [
        { name: 'a', tool: 'ta', args: { lost: 1 }, arguments: { x: '$inputs.x', later: '$b.v' } },
        { name: 'a', tool: 'tb', server: 'web' },
        { name: 'b', tool: 'tc', arguments: { a: '$a' } },
      ],
    });
    expect(problems).toEqual([]);
    expect(playbook?.inputs).toEqual({ type: 'object', properties: { x: { writeOnly: true } } });
    expect(playbook?.steps.map(({ key }) => key)).toEqual(['a', 'a#2', 'b']);
    const calls: JsonValue[] = [];
    const call = async ({ tool }: { tool: string }, args: JsonObject) => {
      calls.push([tool, args]);
      return tool;
    };
    if (!playbook) throw new Error('not read');
    const result = await runPlaybook(playbook, {}, { ...runner, call }, new AbortController().signal);
    expect(calls).toEqual([
      ['ta', { x: null, later: null }],
      ['tb', {}],
      ['tc', { a: 'tb' }],
    ]);
    expect(result).toMatchObject({ output: { a: 'tb', b: 'tc' }, steps_completed: ['a', 'a', 'b'] });
  });

  it('takes paths of its output as they are written', async () => {
    const output = { properties: { a: { path: '$inputs.q' }, b: { path: ' $inputs.q', fallback: 'none' } } };
    const { playbook } = read({ steps: [], output });
    if (!playbook) throw new Error('not read');
    const call = async () => null;
    const result = await runPlaybook(playbook, { q: 'x' }, { ...runner, call }, new AbortController().signal);
    expect(result.output).toEqual({ a: 'x', b: 'none' });
  });

  it.each<[JsonObject, string]>([
    [{ steps: [{ name: 'a', tool: 't', arguments: { x: '$inputs.q[' } }] }, '"q[" is not a path: "q[" ends in "["'],
    [{ steps: [], output: { properties: { x: { path: '$a.b[' } } } }, '"b[" is not a path'],
    [{ steps: [], on_error: 'ignore' }, 'expected one of "abort"|"continue"|"retry"'],
  ])('%j is refused', (document, problem) => {
    expect(read(document).problems[0]?.message).toContain(problem);
  });
});
