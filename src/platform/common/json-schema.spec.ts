import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from './json.js';
import { checkSchemaDocument, compileSchema } from './json-schema.js';

function problems(schema: JsonObject, value: unknown): string[] {
  return compileSchema(schema)
    .check(value)
    .map(({ path, message }) => `${path} ${message}`.trim());
}

const order: JsonObject = {
  type: 'object',
  required: ['orderId', 'lines'],
  additionalProperties: false,
  properties: {
    orderId: { type: 'string', minLength: 1 },
    email: { type: 'string', format: 'email' },
    lines: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['qty'], properties: { qty: { type: 'integer', minimum: 1, maximum: 9 } } },
    },
    channel: { enum: ['web', 'shop'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
};

describe('checking a value', () => {
  it('finds nothing wrong with a value that fits', () => {
    const value = { orderId: 'A1', lines: [{ qty: 2 }], email: 'ada@example.com', channel: 'web', note: null };
    expect(problems(order, value)).toEqual([]);
  });

  it('names the place and what to do about it', () => {
    const value = { orderId: '', lines: [{ qty: 0.5 }, {}], email: 'x', channel: 'fax', note: 5, extra: 1 };
    expect(problems(order, value).sort()).toEqual([
      'channel must be one of "web", "shop"',
      'email must be an e-mail address',
      'extra is not a known field',
      'lines[0].qty must be a whole number, not 0.5',
      'lines[0].qty must be at least 1',
      'lines[1].qty is required',
      'note must be text or null, not a number',
      'orderId must not be empty',
    ]);
  });

  it('says of a union which of its forms nearly fit', () => {
    const either: JsonObject = { anyOf: [{ required: ['id'] }, { required: ['name'] }] };
    expect(problems(either, {})).toEqual(['id is required', 'name is required', 'fits none of its allowed forms']);
  });

  it('says so when a value fits two forms of which it may fit one', () => {
    const one: JsonObject = { oneOf: [{ type: 'string' }, { minLength: 1 }, { type: 'number' }] };
    expect(problems(one, 'x')).toContain('fits more than one of its allowed forms');
  });

  it('neither converts nor completes a value', () => {
    const value = { amount: '5' };
    const schema: JsonObject = { properties: { amount: { type: 'number' }, unit: { default: 'EUR' } } };
    expect(problems(schema, value)).toEqual(['amount must be a number, not text']);
    expect(value).toEqual({ amount: '5' });
  });

  it('asks for own fields: an inherited one is missing', () => {
    expect(problems({ required: ['constructor'] }, {})).toEqual(['constructor is required']);
  });

  it('counts hundredths as people do', () => {
    expect(problems({ multipleOf: 0.01 }, 19.99)).toEqual([]);
    expect(problems({ multipleOf: 0.01 }, 19.995)).toEqual(['must be a multiple of 0.01']);
  });

  it('refuses numbers that JSON does not have', () => {
    expect(problems({ type: 'number' }, Number.NaN)).toEqual(['must be a number, not NaN']);
  });

  it('tells at most 50 problems', () => {
    expect(problems({ items: { type: 'string' } }, Array(5_000).fill(1))).toHaveLength(50);
  });
});

describe('patterns', () => {
  it('are told apart', () => {
    const schema: JsonObject = { properties: { a: { pattern: '^x' }, b: { pattern: '^y' } } };
    expect(problems(schema, { a: 'x', b: 'y' })).toEqual([]);
    expect(problems(schema, { a: 'y', b: 'x' })).toEqual([
      'a must match the pattern ^x',
      'b must match the pattern ^y',
    ]);
  });

  it('run in linear time', () => {
    expect(problems({ pattern: '^(a+)+$' }, `${'a'.repeat(5_000)}!`)).toHaveLength(1);
    expect(problems({ patternProperties: { '^(a+)+$': false } }, { [`${'a'.repeat(5_000)}!`]: 1 })).toEqual([]);
  });

  it('neither pass nor fail a text too long for them, even when negated', () => {
    const long = 'x'.repeat(30_000);
    const schemas: JsonObject[] = [{ pattern: '^x*$' }, { not: { pattern: 'y' } }];
    for (const schema of schemas) {
      expect(problems(schema, long)[0]).toContain('too long to be checked by a pattern');
    }
  });

  it('may carry the flags of the linear-time engine', () => {
    expect(problems({ pattern: '(?i)^abc$' }, 'ABC')).toEqual([]);
  });
});

describe('formats', () => {
  it.each<[string, string, string]>([
    ['date', '2026-03-31', '2026-02-30'],
    ['date-time', '2026-03-31T14:30:00Z', 'tomorrow'],
    ['uuid', '0198c0de-0000-7000-8000-000000000000', 'x'],
    ['uri', 'https://example.com/a', 'example'],
    ['regex', '(?i)a+', '(?=a)'],
  ])('%s accepts %s and refuses %s', (format, good, bad) => {
    expect(problems({ format }, good)).toEqual([]);
    expect(problems({ format }, bad)).toHaveLength(1);
  });

  it('refuse a text of excessive length', () => {
    expect(problems({ format: 'url' }, `http://example.com/${'a'.repeat(5_000)}`)).toHaveLength(1);
  });
});

describe('schema documents', () => {
  it.each<[JsonValue]>([
    [true],
    [{}],
    [{ type: 'object', 'x-hint': 'ask twice', examples: [{}], example: 1, deprecated: true, format: 'ours' }],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }], additionalItems: false }],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }], items: false }],
    [{ $defs: { tree: { properties: { child: { $ref: '#/$defs/tree' } } } }, $ref: '#/$defs/tree' }],
  ])('accepts %j', (schema) => {
    expect(checkSchemaDocument(schema)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    ['{}', 'is not a JSON object'],
    [null, 'is not a JSON object'],
    [[], 'is not a JSON object'],
    [{ type: 'strin' }, 'type must be one of'],
    [{ properties: { a: { minLength: -1 } } }, 'properties.a.minLength must be at least 0'],
    [{ required: 'a' }, 'required must be a list, not text'],
    [{ $ref: '#/$defs/nowhere' }, '#/$defs/nowhere'],
    [{ $ref: 'https://example.com/schema' }, 'https://example.com/schema'],
    [{ properties: { a: { pattern: 'x(?=y)' } } }, 'lookahead'],
    [{ $schema: 'http://json-schema.org/draft-04/schema#' }, '2020-12 and draft-07'],
    [{ $async: true, type: 'object' }, '$async'],
  ])('says of %j why it cannot be used', (schema, reason) => {
    expect(checkSchemaDocument(schema)).toContain(reason);
  });

  it('are refused when they are too large or nest too deeply', () => {
    expect(checkSchemaDocument({ description: 'x'.repeat(300_000) })).toContain('is longer than');
    expect(checkSchemaDocument(JSON.parse(`${'{"not":'.repeat(150)}{}${'}'.repeat(150)}`))).toContain('levels deep');
  });

  it.each<[JsonObject]>([
    [{ $ref: 'https://json-schema.org/draft/2020-12/schema' }],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', $ref: 'http://json-schema.org/draft-07/schema#' }],
  ])('may refer to the schema of schemas: %j', (schema) => {
    expect(problems(schema, { type: 'object' })).toEqual([]);
    expect(problems(schema, { type: 'strin' })).not.toEqual([]);
  });

  it('reads a list of item schemas by the version that the document names', () => {
    const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
    expect(problems(draft07, [1])).toEqual(['[0] must be text, not a number']);
    const draft2020 = { prefixItems: [{ type: 'string' }], unevaluatedItems: false };
    expect(problems(draft2020, ['a', 'b'])).toEqual(['must have at most 1 item']);
  });

  it('keeps two schemas with the same $id apart', () => {
    expect(problems({ $id: 'https://example.com/a', type: 'string' }, 1)).toHaveLength(1);
    expect(problems({ $id: 'https://example.com/a', type: 'number' }, 1)).toEqual([]);
  });

  it('compiles equal documents once and is not changed by what happens to them later', () => {
    const allowed = ['a'];
    const schema: JsonObject = { enum: allowed, type: 'string' };
    const check = compileSchema(schema);
    expect(compileSchema({ type: 'string', enum: ['a'] })).toBe(check);
    allowed.push('b');
    expect(check.check('b')).toHaveLength(1);
  });
});
