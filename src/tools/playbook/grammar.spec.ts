import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { compileCondition } from './condition.js';
import { compileTemplate } from './interpolation.js';

const SCOPE: JsonObject = {
  inputs: {
    q: 'rust',
    n: 5,
    e: '',
    t: true,
    arr: [1, 2],
    nul: null,
    obj: { k: 1 },
    word: '$inputs.q',
    größe: 'XL',
    'a.b': 7,
    uni: '日本',
  },
  s: { items: [{ u: 'a' }, { u: 'b' }], one: [{ u: 'z' }], empty: [] },
  top: 'T',
  'top-stories': { v: 1 },
};

describe('an argument', () => {
  it.each<[JsonValue, JsonValue]>([
    ['$inputs.n', 5],
    [' $inputs.arr ', [1, 2]],
    ['$s.items[].u', ['a', 'b']],
    ['$s.items[1].u', 'b'],
    ['$inputs.nothing', null],
    ['x $inputs.n y', 'x 5 y'],
    ['see $inputs.q.', 'see rust.'],
    ['$inputs.q-$inputs.n', 'rust-5'],
    ['$inputs.q@x', 'rust@x'],
    ['${inputs.q}s', 'rusts'],
    ['$$inputs.q costs $5', '$inputs.q costs $5'],
    ['$inputs.q,$inputs.n/$inputs.n', 'rust,5/5'],
    ['$inputs.q\ttab', 'rust\ttab'],
    ['$inputs.q $inputs.q2', 'rust '],
    ['$inputs.n $inputs.nul', '5 '],
    ['$inputs.q[', 'rust['],
    ['mail $inputs.q@x.com', 'mail rust@x.com'],
    ['price: $5.00', 'price: $5.00'],
    ['$', '$'],
    ['$s.one[].u', ['z']],
    ['$inputs.größe', 'XL'],
    ['Größe $inputs.größe!', 'Größe XL!'],
    ['$inputs["a.b"] ${inputs["a.b"]}', '7 7'],
    ['$top-stories.v', 1],
    ['x $top-stories.v y', 'x 1 y'],
    ['$top-$inputs.n', 'T-5'],
    ['x $top-storiesX', 'x T-storiesX'],
    ['[$inputs.obj$inputs.nul]', '[{"k":1}]'],
    ['$inputs.word $inputs.n', '$inputs.q 5'],
    [{ deep: ['$inputs.t', { $inputs: 1 }] }, { deep: [true, { $inputs: 1 }] }],
  ])('%j is %j', (value, filled) => {
    expect(compileTemplate(value, Object.keys(SCOPE)).fill(SCOPE)).toEqual(filled);
  });

  it('shows what is known of it before anything has run', () => {
    const { inputs = {} } = SCOPE;
    expect(compileTemplate({ a: '$inputs.n', b: 'x $s.y', c: '$s' }).preview({ inputs })).toEqual({
      a: 5,
      b: 'x $s.y',
      c: '$s',
    });
  });
});

describe('a condition', () => {
  it.each([
    '$inputs.arr | length > 1',
    '$inputs.arr | length >= 2',
    '$inputs.arr | length == 2',
    '$inputs.arr | length < 3',
    '$inputs.arr|length>1',
    '$inputs.uni | length == 2',
    '$inputs.n <= 5',
    "$inputs.n == '5'",
    '$inputs.q == $inputs.q',
    "'rust' == $inputs.q",
    '$inputs.e || $inputs.q',
    'top-stories.v == 1',
    '$inputs.größe == "XL"',
    '$s.one[].u contains "z"',
    '$inputs.n > 3',
    '$inputs.q == "rust" && $inputs.n',
    'inputs.q',
    '$inputs.nul == null',
    '$inputs.missing != "x"',
    "not $inputs.e and ('x' == $inputs.q or $inputs.t)",
    "$inputs.q in ['go', 'rust']",
    '$s.items[].u contains "b"',
    '!!$inputs.q',
    '$inputs.q != "&& $x"',
  ])('%s holds', (text) => expect(compileCondition(text).holds(SCOPE)).toBe(true));

  it.each([
    '$inputs.arr | length > 2',
    '$inputs.arr | length >= 9',
    '$inputs.q != "rust"',
    '$inputs.e',
    '$s.empty',
    '$inputs.arr | length < 1',
    '$inputs.uni | length > 5',
    '$inputs.n | length > 0',
    '$inputs.q && $inputs.e',
    '$inputs.missing == ""',
    '$inputs.nul == ""',
    '$inputs.q > 1',
    '!$inputs.q',
  ])('%s does not hold', (text) => expect(compileCondition(text).holds(SCOPE)).toBe(false));

  it.each([
    ['', 'is empty'],
    ['$a = 1', 'unexpected "=" at character 4'],
    ['$a ==', 'unexpected end; a value is expected'],
    ['$a | count > 0', 'unexpected "count" at character 6; "length" is expected'],
    ['($a', 'unexpected end; ")" is expected'],
    ['$a $b', 'unexpected "$b" at character 4'],
    ['('.repeat(60), 'nests more than 50 levels deep'],
  ])('%j is refused: %s', (text, reason) => expect(() => compileCondition(text)).toThrow(reason));
});
