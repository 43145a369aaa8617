import { describe, expect, it } from 'vitest';
import { SPECIFIED_METHODS } from '../../../src/shipped-tools/compute-delta-sc/entropy/methods.js';
import { checkDeltaC, checkDeltaS, checkJohari, checkLearning, type Row } from './delta-sc-rows.js';
import { sharedRows } from './shared-rows.js';

interface Cases {
  readonly delta_s: readonly Row[];
  readonly delta_c: readonly Row[];
  readonly johari: readonly Row[];
  readonly learning: readonly Row[];
}

const shared = sharedRows<Cases>('delta-sc.json');

describe.skipIf(!shared)('compute_delta_sc gives the numbers of the shared cases', () => {
  const rows = shared ?? { delta_s: [], delta_c: [], johari: [], learning: [] };
  it.each(rows.delta_s.filter(({ fn }) => fn !== 'any'))('of entropy: $id', checkDeltaS);
  it.each(rows.delta_c)('of coherence: $id', (row) => checkDeltaC(row, rows.delta_c));
  it.each(rows.johari)('of Johari’s window: $id', checkJohari);
  it.each(rows.learning)('of learning: $id', checkLearning);
});

describe('x', () => {
  it('y', () => {
    expect(SPECIFIED_METHODS).toHaveLength(13);
  });
});
