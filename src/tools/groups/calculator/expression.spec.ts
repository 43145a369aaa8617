import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import { toPlainJson } from './decimals.js';
import { calculate } from './expression.js';

const order = { price: '19.90', quantity: 3, items: [{ net: 0.1 }, { net: 0.2 }], paid: false, due: '2026-02-01' };
const result = (expression: string, variables: JsonObject = order) => calculate(expression, variables);

describe('an expression', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['price * quantity', '59.7'],
    ['round(price * quantity * 1.075, 2)', '64.18'],
    ['items[0].net + items[1].net', '0.3'],
    ['sum(1, 2, 3.5) / 2', '3.25'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.5)', '-3'],
    ['roundHalfEven(2.5)', '2'],
    ['-2 ** 2 + (1 + 2) * 3', undefined],
    ['(-2) ** 2 % 3', '1'],
    ['max(quantity, 2) - min(quantity, 2) + avg(2, 4) + count(items)', '6'],
    ['1 / 3', '0.3333333333333333333333333333333333'],
    ['12345678901234567890.12 + 0.01', '12345678901234567890.13'],
  ])('%s is %s, in decimals', (expression, expected) => {
    if (expected === undefined) expect(() => result(expression)).toThrow('The expression is wrong');
    else expect(String(result(expression))).toBe(expected);
  });

  it.each([
    ['paid || quantity > 2', true],
    ['!paid && price == 19.9', true],
    ['due < "2026-02-02" ? "soon" : "later"', 'soon'],
    ['"1.0" == 1', true],
    ['null ?? 7', 7],
  ])('%s is %j', (expression, expected) => {
    expect(toPlainJson(result(expression))).toEqual(expected);
  });

  it.each([
    ['', 'at its end: something is missing'],
    ['1 +', 'at its end: something is missing'],
    ['1 + + * 2', 'at character 7, "* 2": not expected here'],
    ['1 2', 'at character 3, "2": not expected here'],
    ['price * quantty', 'at character 9, "quantty": "quantty" is not among the variables (price, quantity'],
    ['price / (quantity - 3)', 'at character 1, "price / (quantity - ": division by zero'],
    ['1 + paid', 'at character 5, "paid": expected a number and found false'],
    ['quantity ? 1 : 2', 'at character 1, "quantity ? 1 : 2": expected true or false and found a number'],
    ['2 ^ 3', 'there is no operator "^"; a power is written **'],
    ['items[7]', 'at character 7, "7]": a list has no "7"'],
    ['round(1, 2, 3)', 'round takes 1 to 2 arguments and has 3'],
    ['foo(1)', 'there is no function "foo"; there are abs,'],
    ['10 ** 400', 'the number is too large'],
    ['sqrt(0 - 1)', 'this has no value'],
    ['0x10', 'expected a decimal number'],
    ['min(none)', 'expected at least one number', { none: [] }],
  ] as [string, string, JsonObject?][])('%j is refused, and says where', (expression, message, variables) => {
    expect(() => result(expression, variables)).toThrow(message);
  });

  it.each([
    'constructor',
    'price.constructor',
    'items.constructor.constructor("return process")()',
    '(() => 1)()',
    'this',
    'new Date()',
    'process.exit()',
    'import("fs")',
    'a = 1',
    '`${1}`',
    '/a/',
    '1n',
    'items.map(x => x)',
    'items.__proto__',
    '[1,2]',
    '{}',
    'typeof 1',
    '1, 2',
    'items?.[0]',
    'eval("1")',
    'await 1',
  ])('never runs %s', (expression) => {
    expect(() => result(expression)).toThrow('The expression is wrong');
  });

  it('has a length, and nesting it survives', () => {
    expect(() => result('1+'.repeat(1_000) + 1)).toThrow('at most 2000 are allowed');
    expect(() => result('('.repeat(1_000) + 1 + ')'.repeat(999))).toThrow(/wrong|deeply/);
  });

  it.each(['9 ** 300', '1.0000000001 ** 1000000000', '0.1 ** 123456789', '1e299 % 3', 'sqrt(1e299)'])(
    '%s is over at once',
    (expression) => {
      const begun = performance.now();
      try {
        result(expression);
      } catch (error) {
        expect(String(error)).toContain('too large');
      }
      expect(performance.now() - begun).toBeLessThan(10_000);
    },
  );
});
