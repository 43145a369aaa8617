import { describe, expect, it } from 'vitest';
import { resolveReferences, shownObservations } from './observations.js';

const ORDERS = { toolCode: 'orders', json: '{"items":[{"id":1},{"id":2}],"note":"paid"}' };

describe('results as the planner reads them', () => {
  it('are shown whole up to the limit, and in part with their number beyond it', () => {
    expect(shownObservations([ORDERS], 100)).toEqual([ORDERS]);
    expect(shownObservations([{ toolCode: 'a', json: '{}' }, ORDERS], 10)).toEqual([
      { toolCode: 'a', json: '{}' },
      { toolCode: 'orders', json: '{"items":[…', cut: true, characters: 43, observation: 1 },
    ]);
  });
});

describe('a reference to an earlier result', () => {
  const resolve = (value: object) => resolveReferences({ value: value as never }, [ORDERS]).value;

  it('becomes what it refers to: the whole, one value, or all that the path finds', () => {
    expect(resolve({ $observation: 0 })).toEqual(JSON.parse(ORDERS.json));
    expect(resolve({ $observation: 0, path: '$.note' })).toBe('paid');
    expect(resolve({ $observation: 0, path: '$.items[*].id' })).toEqual([1, 2]);
    expect(resolve([{ deep: { $observation: 0, path: '$.items[1]' } }])).toEqual([{ deep: { id: 2 } }]);
  });

  it.each([
    [{ $observation: 7 }, 'There is no observation 7.'],
    [{ $observation: 'orders' }, 'There is no observation "orders".'],
    [{ $observation: 0, path: '$.gone' }, 'Observation 0 has nothing at "$.gone".'],
    [{ $observation: 0, path: '$.items[' }, 'The path "$.items[" cannot be read.'],
  ])('%j is refused: %s', (value, message) => {
    expect(() => resolve(value)).toThrow(message);
  });

  it('leaves arguments without one as they are', () => {
    const args = { a: 1, b: [{ c: null }] };
    expect(resolveReferences(args, [])).toEqual(args);
  });
});
