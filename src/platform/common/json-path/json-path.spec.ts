import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json.js';
import { checkJsonPath, compileJsonPath, jsonPathHolds, readJsonPath } from './index.js';

const facts: JsonObject = {
  intent: 'CANCEL_ORDER',
  state: 'CONFIRM',
  schemaComplete: true,
  locked: false,
  nullField: null,
  zero: 0,
  blank: '',
  rating: 700,
  ratingText: '700',
  tags: ['vip', 'new'],
  nobody: [],
  items: [
    { id: 1, price: 5, name: 'Pen', ok: true },
    { id: 6, price: 20, name: 'Ink', ok: false, parts: [{ id: 7 }] },
  ],
  inputParams: { pending_action_result: 'EXECUTED' },
  context: { mcp: { finalAnswer: 'Shipped.' }, 'odd name': 1, "o'clock#1": 2 },
};

const holds = (path: string) => jsonPathHolds(path, facts);
const read = (path: string) => readJsonPath(path, facts);

describe('the truth of a path', () => {
  it('is that of the one Boolean it finds', () => {
    expect(holds('$.schemaComplete')).toBe(true);
    expect(holds('$.locked')).toBe(false);
    expect(holds('$.items[1].ok')).toBe(false);
  });

  it('is false when it finds nothing', () => {
    expect(holds('$.missing')).toBe(false);
    expect(holds('$.missing.deeper[0]')).toBe(false);
    expect(holds('$.items[*].missing')).toBe(false);
  });

  it('is true for anything else found: null, zero, blank text, an empty list, several Booleans', () => {
    for (const path of ['$.nullField', '$.zero', '$.blank', '$.nobody', '$.items[*].ok']) {
      expect(holds(path), path).toBe(true);
    }
  });
});

describe('a filter on the root object', () => {
  it('tests the object itself', () => {
    expect(holds("$[?(@.state=='CONFIRM')]")).toBe(true);
    expect(holds("$[?(@.state=='DONE')]")).toBe(false);
    expect(holds("$[?(@.inputParams.pending_action_result == 'EXECUTED')]")).toBe(true);
    expect(read("$[?(@.state=='CONFIRM')].intent")).toEqual(['CANCEL_ORDER']);
  });

  it('asks with a path alone whether it exists, whatever its value', () => {
    for (const name of ['zero', 'blank', 'nullField', 'locked', 'nobody']) {
      expect(holds(`$[?(@.${name})]`), name).toBe(true);
    }
    expect(holds('$[?(@.missing)]')).toBe(false);
    expect(holds('$[?(!@.missing)]')).toBe(true);
    expect(holds('$[?(@.items[*].missing)]')).toBe(false);
  });

  it('compares what is missing like null', () => {
    expect(holds('$[?(@.missing != null)]')).toBe(false);
    expect(holds('$[?(@.missing == null)]')).toBe(true);
    expect(holds('$[?(@.nullField == null)]')).toBe(true);
    expect(holds("$[?(@.missing != 'x')]")).toBe(true);
  });
});

describe('a bare comparison', () => {
  it('is a condition on the document', () => {
    expect(holds('$.schemaComplete == true')).toBe(true);
    expect(holds('$.locked == true')).toBe(false);
    expect(holds("$.context.mcp.finalAnswer != null && $.context.mcp.finalAnswer != ''")).toBe(true);
    expect(holds("$.blank != null && $.blank != ''")).toBe(false);
    expect(holds("($.state == 'DONE' || @.rating >= 700) && !$.missing")).toBe(true);
  });

  it('lets "&&" bind closer than "||"', () => {
    expect(holds('$.schemaComplete || $.locked == true && $.missing')).toBe(true);
    expect(holds('($.schemaComplete || $.locked == true) && $.missing')).toBe(false);
  });

  it('reads as one Boolean', () => {
    expect(read("$.state == 'DONE'")).toEqual([false]);
  });
});

describe('reading', () => {
  it.each<[string, JsonValue[]]>([
    ['$.context.mcp.finalAnswer', ['Shipped.']],
    ['context.mcp.finalAnswer', ['Shipped.']],
    ["$['context']['odd name']", [1]],
    ["$.context['o\\'clock#1']", [2]],
    ['$.["rating"]', [700]],
    ["$['intent','missing','state']", ['CANCEL_ORDER', 'CONFIRM']],
    ['$.tags[0]', ['vip']],
    ['$.tags[-1]', ['new']],
    ['$.tags[5]', []],
    ['$.tags[1,0]', ['new', 'vip']],
    ['$.tags[:1]', ['vip']],
    ['$.tags[-1:]', ['new']],
    ['$.tags[0:5]', ['vip', 'new']],
    ['$.items[*].id', [1, 6]],
    ['$.items.*.id', [1, 6]],
    ['$..id', [1, 6, 7]],
    ['$.items..[0].id', [1, 7]],
    ['$..parts[*].id', [7]],
    ['$.items[?(@.price > 5)].name', ['Ink']],
    ['$.items[?(@.id>9)]', []],
    ['$.items[?(@.id == $.items[0].id)].name', ['Pen']],
    ['$.items[?(@.parts[?(@.id == 7)])].id', [6]],
    ['$..[?(@.price)].id', [1, 6]],
    ["$.tags[?(@ == 'new')]", ['new']],
    ['$.tags.length()', [2]],
    ['$.state.length()', [7]],
    ['$.rating.length()', []],
    ['$.context.mcp.*', ['Shipped.']],
  ])('%s finds %j', (path, found) => {
    expect(read(path)).toEqual(found);
  });

  it('takes a name on a list and an index on a text for missing', () => {
    expect(read('$.tags.length')).toEqual([]);
    expect(read("$.tags['0']")).toEqual([]);
    expect(read('$.state[0]')).toEqual([]);
  });

  it('finds no inherited property', () => {
    for (const path of [
      '$.__proto__',
      '$.constructor',
      '$.toString',
      "$['__proto__'].polluted",
      '$.tags.constructor',
    ]) {
      expect(read(path), path).toEqual([]);
    }
    expect(holds('$[?(@.constructor || @.__proto__)]')).toBe(false);
  });

  it('reads a document that is no object', () => {
    expect(readJsonPath('$', false)).toEqual([false]);
    expect(readJsonPath('$.a', null)).toEqual([]);
    expect(readJsonPath('$[1]', [1, 2])).toEqual([2]);
  });

  it('tells paths that find one value at most from the others', () => {
    for (const path of ['$', '$.a.b[0]', "$['a'].length()", '$.a == 1']) {
      expect(compileJsonPath(path).definite, path).toBe(true);
    }
    for (const path of ['$.*', '$..a', '$.a[0,1]', "$['a','b']", '$.a[0:1]', '$[?(@.a)]']) {
      expect(compileJsonPath(path).definite, path).toBe(false);
    }
  });
});

describe('operators', () => {
  it.each([
    '$.rating < 701',
    '$.rating <= 700',
    "$.state > 'CONFIRL'",
    "$.rating == '700'",
    '$.ratingText == 700.0',
    "$.tags == ['vip', 'new']",
    "$.state in ['DONE', 'CONFIRM']",
    "'vip' in $.tags",
    '7 in $..id',
    "$.state nin ['DONE']",
    "$.tags contains 'vip'",
    "$.state CONTAINS 'FIRM'",
    "['new'] subsetof $.tags",
    "$.tags anyof ['x', 'new']",
    "$.tags noneof ['x']",
    '$.tags size 2',
    '$.state size 7',
    '$.nobody empty true',
    '$.blank empty true',
    '$.tags empty false',
    '$.tags.length() >= 2',
    '$.state =~ /conf.*/i',
    "$.state =~ 'CONF.*'",
    '$.rating =~ /7\\d+/',
    '$.tags =~ /v.p/',
    '$.missing in [null]',
  ])('%s holds', (condition) => {
    expect(holds(condition)).toBe(true);
  });

  it.each([
    '$.ratingText > 5',
    '$.missing > 0',
    '$.schemaComplete > 0',
    '$.nullField <= 0',
    "$.schemaComplete == 'true'",
    '$.blank == 0',
    "$.state == 'confirm'",
    "$.tags == 'vip'",
    "$.state contains 'firm'",
    "$.missing contains 'x'",
    "$.state subsetof ['CONFIRM']",
    '$.missing empty true',
    '$.missing size 0',
    '$.state =~ /CONF/',
    '$.missing =~ /.*/',
    '$.nullField =~ /.*/',
  ])('%s does not hold', (condition) => {
    expect(holds(condition)).toBe(false);
  });
});

describe('malformed paths', () => {
  it.each([
    ['', 'is empty'],
    ['$.user[', 'the text ends (at character 8)'],
    ['$.', 'the text ends (at character 3)'],
    ['$..', 'the text ends (at character 4)'],
    ['$...a', '(at character 4)'],
    ['$a', '"a" (at character 2)'],
    ['$.a b', '"b" (at character 5)'],
    ['$.a = 1', '"=" does not compare, "==" does (at character 5)'],
    ["$['a", 'the quote is not closed (at character 3)'],
    ['$[a]', '(at character 3)'],
    ['$[?(@.a]', '")"'],
    ['$[?(@.a == )]', '(at character 12)'],
    ['$[?(5)]', 'a comparison'],
    ['!$.a == 1', '(at character 6)'],
    ["state == 'X'", 'a path'],
    ['$.a.size()', '"size()" is not known'],
    ['$.a.length().b', '(at character 13)'],
    ['$[?(@.a =~ /(?=x)/)]', 'lookahead'],
    ['$[?(@.a =~ /x/g)]', 'flags'],
    ['$[?(@.a =~ @.b)]', 'a pattern'],
    ['$..a..b..c', '2 times at most'],
    ['$.constructor.constructor("return 1")()', 'is not known'],
    ['$[(@.length-1)]', '(at character 3)'],
    ['$[?(process.exit())]', '(at character 5)'],
  ])('%j is refused: %s', (path, reason) => {
    expect(checkJsonPath(path)).toContain(reason);
    expect(() => jsonPathHolds(path, facts)).toThrow(SyntaxError);
  });

  it('are also those that are too long or nest too deeply', () => {
    expect(checkJsonPath(`$.${'a'.repeat(2_000)}`)).toContain('longer than');
    expect(checkJsonPath(`${'('.repeat(50)}$.a${')'.repeat(50)}`)).toContain('levels deep');
    expect(checkJsonPath(`$[?(@.a${'[?(@.a'.repeat(50)}`)).toContain('levels deep');
  });

  it('has nothing to say about a good path', () => {
    expect(checkJsonPath('$.items[?(@.name =~ /p.*/i && @.price in [5, 6])].id')).toBeUndefined();
  });
});

describe('hostile input', () => {
  it('finishes a catastrophic pattern', () => {
    const document = { text: `${'a'.repeat(5_000)}!` };
    expect(jsonPathHolds('$.text =~ /(a+)+/', document)).toBe(false);
    expect(jsonPathHolds('$[?(@.text =~ /^(a|a)*$/)]', document)).toBe(false);
  });

  it('gives up on a path that visits too much', () => {
    const wide = Array.from({ length: 1_200 }, () => Array(1_000).fill(0));
    expect(() => readJsonPath('$..*', wide)).toThrow(RangeError);
  });

  it('reads a very deep document', () => {
    let deep: JsonValue = { id: 1 };
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(readJsonPath('$..id', deep)).toEqual([1]);
  });

  it('keeps one path from answering for another', () => {
    expect(jsonPathHolds('$[?(@.a == 1)]', [{ a: 1 }])).toBe(true);
    expect(jsonPathHolds('$[?(@.a == 2)]', [{ a: 1 }])).toBe(false);
  });
});
