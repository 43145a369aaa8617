import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { acceptExtracted } from './accept-extracted.js';
import { isReservedKey, RESERVED_KEYS } from './schema/index.js';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    amount: { type: 'integer', minimum: 10 },
    plan: { enum: ['BASIC', 'PLUS'] },
    tags: { type: 'array', items: { type: 'string' } },
    phone: { type: 'string', pattern: '^\\d{10}$' },
    memory: { type: 'string' },
  },
};
const accept = (candidate: JsonObject) => acceptExtracted(SCHEMA, candidate);

describe('acceptExtracted', () => {
  it('lets valid values through', () => {
    const candidate = { amount: 10, plan: 'PLUS', tags: ['a'], phone: '9988776655' };
    expect(accept(candidate)).toEqual({ values: candidate, rejected: [] });
  });

  it('ignores null, blank text and empty lists', () => {
    expect(accept({ amount: null, plan: ' ', tags: [] })).toEqual({ values: {}, rejected: [] });
  });

  it('converts text that reads as the type of the field', () => {
    expect(accept({ amount: '1,500', plan: 'plus', phone: 9988776655 }).values).toEqual({
      amount: 1500,
      plan: 'PLUS',
      phone: '9988776655',
    });
  });

  it.each<[JsonObject, string, string]>([
    [{ amount: 5 }, 'amount', 'must be at least 10'],
    [{ amount: 'many' }, 'amount', 'must be a whole number, not text'],
    [{ plan: 'GOLD' }, 'plan', 'must be one of "BASIC", "PLUS"'],
    [{ tags: 'a' }, 'tags', 'must be a list, not text'],
    [{ other: 1 }, 'other', 'is not a field of the schema'],
    [{ memory: 'x' }, 'memory', 'is reserved for the engine'],
    [{ pending_action: { task: 'bean:method' } }, 'pending_action', 'is reserved for the engine'],
    [{ approval: { granted: true } }, 'approval', 'is reserved for the engine'],
  ])('rejects %j', (candidate, field, reason) => {
    const [[, value] = ['', null]] = Object.entries(candidate);
    const list = field === 'tags' ? { values: { tags: ['a'] }, rejected: [] } : undefined;
    expect(accept(candidate)).toEqual(list ?? { values: {}, rejected: [{ field, value, reason }] });
  });
});

describe('isReservedKey', () => {
  it.each([
    ...[...RESERVED_KEYS, 'pendingAction', 'PENDING_ACTION_KEY', 'pending_action_runtime', 'pendingActionTask'],
    ...['approvalGranted', 'intentLock', 'containerData', 'pending-slot', '__proto__'],
  ])('reserves %s', (key) => expect(isReservedKey(key)).toBe(true));

  it.each(['approvalDate', 'memoryGb', 'pending', 'customerId', 'action', 'phone'])('leaves %s to the flow', (key) => {
    expect(isReservedKey(key)).toBe(false);
  });
});
