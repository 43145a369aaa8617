import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { readSlots } from './read-slots.js';

const ORDER: JsonObject = {
  type: 'object',
  required: ['toppings', 'address'],
  properties: {
    toppings: { type: 'array', items: { enum: ['pepperoni', 'ham', 'olives'] }, maxItems: 2 },
    address: {
      type: 'object',
      required: ['city', 'zip'],
      properties: { city: { type: 'string' }, zip: { type: 'string', pattern: '^\\d{5}$', examples: ['53111'] } },
    },
    tickets: { type: 'integer', description: 'Number of seats to reserve', maximum: 8 },
    device: { enum: ['Kitchen speaker', 'Bedroom speaker', 'TV'] },
    subtitles: { type: 'boolean' },
    site: { type: 'string', format: 'uri' },
    phone: { type: 'string' },
  },
};
const read = (text: string, values: JsonObject = {}, askedFor: string[] = []) => {
  const { words: _, ...read } = readSlots({ text, schema: ORDER, values, askedFor });
  return read;
};

describe('a list of options', () => {
  it.each<[string, JsonObject, string[]]>([
    ['pepperoni and olives', {}, ['pepperoni', 'olives']],
    ['ham, but no olives', {}, ['ham']],
    ['add ham', { toppings: ['olives'] }, ['olives', 'ham']],
    ['remove the olives', { toppings: ['olives', 'ham'] }, ['ham']],
    ['just ham', { toppings: ['olives'] }, ['ham']],
    ['ham too', { toppings: ['olives'] }, ['olives', 'ham']],
    ['no ham', { toppings: ['olives', 'ham'] }, ['olives']],
    ["I don't want ham", { toppings: ['olives', 'ham'] }, ['olives']],
    ['pepperoni instead of ham', { toppings: ['olives', 'ham'] }, ['olives', 'pepperoni']],
    ['not ham but pepperoni', { toppings: ['olives', 'ham'] }, ['olives', 'pepperoni']],
    ['replace the ham with pepperoni', { toppings: ['olives', 'ham'] }, ['olives', 'pepperoni']],
    ['no olives, add pepperoni', { toppings: ['olives', 'ham'] }, ['ham', 'pepperoni']],
  ])('is read from %j', (text, known, toppings) => {
    expect(read(text, known).values).toEqual({ toppings });
  });

  it('has an option that is named whole, and none that is a part of it', () => {
    const schema: JsonObject = {
      properties: { toppings: { type: 'array', items: { enum: ['cheese', 'extra cheese'] } } },
    };
    expect(readSlots({ text: 'extra cheese', schema, values: {} }).values).toEqual({ toppings: ['extra cheese'] });
  });

  it('is not read from a choice', () => expect(read('ham or olives').values).toEqual({}));

  it('that breaks the schema is reported', () => {
    expect(read('pepperoni, ham and olives').rejected).toEqual([
      { field: 'toppings', value: ['pepperoni', 'ham', 'olives'], reason: 'must have at most 2 items' },
    ]);
  });
});

describe('an object', () => {
  it('is filled by its own properties, one by one', () => {
    expect(read('the city is Bonn').values).toEqual({ address: { city: 'Bonn' } });
    expect(read('zip 53111', { address: { city: 'Bonn' } }).values).toEqual({
      address: { city: 'Bonn', zip: '53111' },
    });
  });

  it('keeps the name of a property that is a part of the value', () => {
    const schema: JsonObject = { properties: { street: { type: 'string' }, city: { type: 'string' } } };
    const { values } = readSlots({ text: 'the street is Elm Street 12, the city is Bonn', schema, values: {} });
    expect(values).toEqual({ street: 'Elm Street 12', city: 'Bonn' });
  });

  it('names the property that cannot be used', () => {
    expect(read('zip 1').rejected).toEqual([
      { field: 'address.zip', value: '1', reason: 'is not in the form that is needed, such as 53111' },
    ]);
  });

  it('takes the answer for the only property that it lacks', () => {
    expect(read('Bonn', { address: { zip: '53111' } }, ['address']).values).toEqual({
      address: { city: 'Bonn', zip: '53111' },
    });
  });

  it('never gets a key that is reserved or a prototype', () => {
    const schema = JSON.parse(
      '{"properties":{"a":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}}}',
    ) as JsonObject;
    const { values } = readSlots({ text: '__proto__: x, constructor: y', schema, values: {} });
    expect(values).toEqual({ a: { constructor: 'y' } });
    expect(Object.getPrototypeOf(values.a)).toBe(Object.prototype);
  });
});

describe('other kinds', () => {
  it.each<[string, JsonObject]>([
    ['I need 3 seats', { tickets: 3 }],
    ['see https://example.com/x?y=1.', { site: 'https://example.com/x?y=1' }],
    ['+49 (0)30 123456', { phone: '+4930123456' }],
    ['I want subtitles', { subtitles: true }],
    ["I don't want subtitles", { subtitles: false }],
    ['put it on the TV', { device: 'TV' }],
    ['2 seats, sorry, 4 seats', { tickets: 4 }],
    ['3 seats, not 2', { tickets: 3 }],
    ['are there 3 seats?', {}],
  ])('are read from %j', (text, values) => expect(read(text)).toEqual({ values, rejected: [] }));

  it('takes one word of an option only for what was asked or is being changed', () => {
    expect(read('I am in the kitchen').values).toEqual({});
    expect(read('the kitchen one', {}, ['device']).values).toEqual({ device: 'Kitchen speaker' });
    expect(read('rather the kitchen', { device: 'TV' }).values).toEqual({ device: 'Kitchen speaker' });
  });

  it('is none of two options', () => {
    const schema: JsonObject = { properties: { size: { enum: ['small', 'large', 'extra large'] } } };
    expect(readSlots({ text: 'a small one and a large one', schema, values: { size: 'large' } }).values).toEqual({});
  });

  it('takes an answer that denies for what is running text or yes or no', () => {
    const schema: JsonObject = { properties: { notes: { type: 'string' }, gift: { type: 'boolean' } } };
    const answer = (text: string, field: string) => readSlots({ text, schema, values: {}, askedFor: [field] }).values;
    expect(answer("don't ring the bell please", 'notes')).toEqual({ notes: "don't ring the bell" });
    expect(answer('not really', 'gift')).toEqual({ gift: false });
    expect(answer('yes, it is one', 'gift')).toEqual({ gift: true });
  });
});
