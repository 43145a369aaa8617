import { describe, expect, it } from 'vitest';
import { callTool } from '../../../../test/helpers/tool-calls.js';
import type { JsonObject } from '../../../platform/common/json.js';
import { CalculatorExecutor } from './calculator.executor.js';

/** Long enough for what ends by itself, on a busy machine too. */
const calculator = new CalculatorExecutor(20_000);
const impatient = new CalculatorExecutor(500);
const transform = (text: string, input: unknown = {}, by = calculator) =>
  callTool(by, { transform: text, input: JSON.parse(JSON.stringify(input)) });

describe('the calculator', () => {
  it('only reads', () => expect(calculator.serveGroup().sideEffect).toBe('READ'));

  it('gives a number as JSON has it, and every digit as text', async () => {
    expect(await callTool(calculator, { expression: 'a + 0.2', variables: { a: 0.1 } })).toEqual({
      result: 0.3,
      text: '0.3',
    });
    expect(await callTool(calculator, { expression: '1 < 2' })).toEqual({ result: true });
  });

  it.each([{}, { expression: '1', transform: '1', input: 1 }, { transform: '1' }, { expression: 1 }] as JsonObject[])(
    'refuses %j, whatever the row’s schema allows',
    async (args) => {
      await expect(callTool(calculator, args)).rejects.toThrow('The arguments are not valid');
    },
  );

  it('reshapes JSON', async () => {
    const input = {
      orders: [
        { id: 7, open: true },
        { id: 8, open: false },
      ],
    };
    expect(await transform('orders[open].{"order": id}', input)).toEqual({ result: { order: 7 } });
    expect(await transform('nothing.there', input)).toEqual({ result: null });
    expect(await transform('$match("a1b22", /(\\d+)/).groups', {})).toEqual({ result: ['1', '22'] });
    expect(await transform('$replace("a1b22", /\\d+/, "#")', {})).toEqual({ result: 'a#b#' });
  });

  it('says where a transform is wrong', async () => {
    await expect(transform('orders[')).rejects.toThrow(/^The transform failed at character \d+: /);
    await expect(transform('$sum("a")')).rejects.toThrow('The transform failed at character 5');
  });

  it.each<[what: string, text: string, message: RegExp, by?: CalculatorExecutor]>([
    ['a loop without an end', '($f := function($n) { $f($n + 1) }; $f(0))', /did not end within|timeout/],
    ['recursion', '($f := function($n) { 1 + $f($n + 1) }; $f(0))', /Stack overflow/, calculator],
    ['a long list', '[1..1000000]', /sequence length/, calculator],
    [
      'a text without an end',
      '($f := function($s) { $f($s & $s) }; $f("aaaaaaaaaa"))',
      /MiB|did not end|length|timeout/,
    ],
    ['a huge pad', '$length($pad("a", 2000000000))', /MiB|did not end|length|timeout/],
  ])('ends %s', async (_what, text, message, by = impatient) => {
    await expect(transform(text, {}, by)).rejects.toThrow(message);
  });

  it('matches patterns in linear time', async () => {
    expect(await transform('$contains(text, /^(a+)+$/)', { text: `${'a'.repeat(50)}!` })).toEqual({ result: false });
    await expect(transform('$contains("a", /(?=a)/)')).rejects.toThrow('The transform failed');
  });

  it('cannot reach the process, nor change objects for others', async () => {
    for (const text of ['$constructor', 'process', '{}.constructor', '$lookup({}, "__proto__")']) {
      expect(await transform(text)).toEqual({ result: null });
    }
  });

  it('ends with the call', async () => {
    const signal = AbortSignal.timeout(150);
    const endless = callTool(
      new CalculatorExecutor(60_000),
      { transform: '($f := function($n) { $f($n + 1) }; $f(0))', input: 1 },
      { signal },
    );
    await expect(endless).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
