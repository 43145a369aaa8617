import { expect, it } from 'vitest';
import { operandsOf } from './rule-operands.js';

it.each([
  ['$.schemaComplete', [['schemaComplete']]],
  ["$[?(@.state == 'CONFIRM')]", [['state']]],
  ["$.a.b[0].c == 'x' && $['odd name'] != $.a.b[0].c", [['a', 'b', '0', 'c'], ['odd name']]],
  ['$.items.length() > 2', [['items']]],
  ['$.items[?(@.price > 5)]', [['items']]],
  ['$..deep', []],
])('the operands of %s are told by their names', (pattern, names) => expect(operandsOf(pattern)).toEqual(names));
