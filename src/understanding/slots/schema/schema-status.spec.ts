import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/common/json.js';
import { schemaStatus } from './schema-status.js';

const SCHEMA: JsonObject = {
  type: 'object',
  required: ['amount', 'plan', 'agreed'],
  properties: {
    amount: { type: 'number', minimum: 10, description: 'how much' },
    plan: { enum: ['basic', 'plus'] },
    agreed: { type: 'boolean' },
    note: { $ref: '#/$defs/note' },
  },
  $defs: { note: { type: ['string', 'null'], maxLength: 5 } },
};

describe('schemaStatus', () => {
  it('is complete when every required property is there and valid', () => {
    const status = schemaStatus(SCHEMA, { amount: 10, plan: 'plus', agreed: false });
    expect(status).toMatchObject({ complete: true, hasAnyValue: true, missing: [], missingOptions: {} });
  });

  it.each<[string, JsonObject, string[]]>([
    ['absent', {}, ['amount', 'plan', 'agreed']],
    ['null', { amount: null, plan: 'plus', agreed: true }, ['amount']],
    ['blank', { amount: 10, plan: ' ', agreed: true }, ['plan']],
    ['below its minimum', { amount: 9, plan: 'plus', agreed: true }, ['amount']],
    ['of another type', { amount: '10', plan: 'plus', agreed: 'yes' }, ['amount', 'agreed']],
    ['none of the options', { amount: 10, plan: 'gold', agreed: true }, ['plan']],
  ])('misses a required property that is %s', (_, values, missing) => {
    expect(schemaStatus(SCHEMA, values)).toMatchObject({ complete: false, missing });
  });

  it('lists the options of what is missing only', () => {
    expect(schemaStatus(SCHEMA, { amount: 10 }).missingOptions).toEqual({ plan: ['basic', 'plus'] });
    expect(schemaStatus(SCHEMA, { plan: 'plus' }).missingOptions).toEqual({});
  });

  it('does not count other keys and empty values as values', () => {
    expect(schemaStatus(SCHEMA, { other: 1, note: '', plan: null }).hasAnyValue).toBe(false);
    expect(schemaStatus(SCHEMA, { agreed: false }).hasAnyValue).toBe(true);
  });

  it('describes every field', () => {
    expect(schemaStatus(SCHEMA, {}).details).toEqual({
      amount: { description: 'how much', type: 'number', enumOptions: [] },
      plan: { description: '', type: 'string', enumOptions: ['basic', 'plus'] },
      agreed: { description: '', type: 'boolean', enumOptions: [] },
      note: { description: '', type: 'string', enumOptions: [] },
    });
  });

  it('misses a required name that has no property of its own', () => {
    const schema: JsonObject = { type: 'object', required: ['x'], properties: {} };
    expect(schemaStatus(schema, {})).toMatchObject({ complete: false, missing: ['x'] });
    expect(schemaStatus(schema, { x: 1 })).toMatchObject({ complete: true, missing: [] });
  });

  it('checks inside a required object', () => {
    const address = { type: 'object', required: ['zip'], properties: { zip: { type: 'string' } } };
    const schema: JsonObject = { type: 'object', required: ['address'], properties: { address } };
    expect(schemaStatus(schema, { address: {} }).complete).toBe(false);
    expect(schemaStatus(schema, { address: { zip: '1' } }).complete).toBe(true);
  });
});
