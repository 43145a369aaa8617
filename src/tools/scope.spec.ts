import { describe, expect, it } from 'vitest';
import { ScopeIndex } from './scope.js';

const row = (id: number, intent: string, state: string, priority = 100) => ({ id, intent, state, priority });

describe('rows by scope', () => {
  const index = new ScopeIndex([
    row(1, 'ANY', 'ANY', 1),
    row(2, 'any', 'CONFIRM', 1),
    row(3, 'ORDER', 'ANY', 1),
    row(4, 'order', 'confirm', 20),
    row(5, 'ORDER', 'CONFIRM', 10),
    row(6, 'ORDER', 'CONFIRM', 10),
    row(7, 'OTHER', 'CONFIRM', 1),
    row(8, 'UNKNOWN', 'UNKNOWN', 1),
  ]);
  const ids = (intent: string, state: string) => index.lookup(intent, state).map(({ id }) => id);

  it('come most specific first, then by priority, then by id, in any case', () => {
    expect(ids('Order', 'Confirm')).toEqual([5, 6, 4, 3, 2, 1]);
  });

  it('match any intent and any state where a row says so', () => {
    expect(ids('NEW', 'NEW')).toEqual([1]);
  });

  it('take UNKNOWN for a value, not for a wildcard', () => {
    expect(ids('UNKNOWN', 'UNKNOWN')).toEqual([8, 1]);
    expect(ids('ORDER', 'UNKNOWN')).toEqual([3, 1]);
  });
});
