import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { nameWords } from '../../language/index.js';
import { schemaFields } from './schema-fields.js';

const kindOf = (name: string, property: JsonValue) =>
  schemaFields({ type: 'object', properties: { [name]: property } })[0]?.kind;

describe('schemaFields', () => {
  it.each<[string, JsonObject, string]>([
    ['a', { type: 'string', format: 'email' }, 'email'],
    ['userEmail', { type: 'string' }, 'email'],
    ['mobile_number', { type: 'string' }, 'phone'],
    ['orderId', { type: 'string' }, 'identifier'],
    ['orderId', { type: 'integer' }, 'number'],
    ['plan', { enum: ['a', 'b'] }, 'enum'],
    ['agreed', { type: ['boolean', 'null'] }, 'boolean'],
    ['day', { type: 'string', format: 'date' }, 'date'],
    ['tags', { type: 'array', items: { type: 'string' } }, 'list'],
    ['address', { type: 'object' }, 'object'],
    ['city', {}, 'text'],
    ['age', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, 'number'],
  ])('takes %s with %j for a field of kind %s', (name, property, kind) => {
    expect(kindOf(name, property)).toBe(kind);
  });

  it('follows local references', () => {
    const schema: JsonObject = { properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'number' } } };
    expect(schemaFields(schema)[0]).toMatchObject({ name: 'a', type: 'number' });
  });

  it('survives a reference to itself', () => {
    expect(schemaFields({ properties: { a: { $ref: '#/properties/a' } } })[0]).toMatchObject({
      name: 'a',
      type: 'string',
    });
  });

  it('leaves reserved keys out', () => {
    expect(
      schemaFields({ properties: { approval: {}, pendingActionKey: {}, city: {} } }).map(({ name }) => name),
    ).toEqual(['city']);
  });

  it('knows the words that only one field has', () => {
    const fields = schemaFields({
      properties: { sourceCity: {}, targetCity: {}, requestedAmount: { type: 'number' } },
    });
    expect(fields.map(({ ownWords }) => ownWords)).toEqual([['amount'], [], []]);
    expect(fields.map(({ direction }) => direction)).toEqual([undefined, 'source', 'target']);
  });

  it('lists the required fields in their order, then the others by name', () => {
    const fields = schemaFields({ required: ['b', 'a'], properties: { d: {}, a: {}, c: {}, b: {} } });
    expect(fields.map(({ name }) => name)).toEqual(['b', 'a', 'c', 'd']);
  });

  it('splits names into words', () => {
    expect(nameWords('customerID2_of HTTPServer-x')).toEqual(['customer', 'id2', 'of', 'http', 'server', 'x']);
  });
});
