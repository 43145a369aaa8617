import { describe, expect, it } from 'vitest';
import { CASES, type ConversionCase, checkConversion } from './legacy-rule-cases.js';
import { sharedRows } from './shared-rows.js';

describe('legacy-rule-conversion scores', () => {
  it.each(CASES)('$why', checkConversion);
});

type SharedRow = Omit<ConversionCase, 'item'> & { readonly id: string; readonly item?: ConversionCase['item'] };

const shared = sharedRows<readonly SharedRow[]>('legacy-rule.json');

describe.skipIf(!shared)('legacy-rule-conversion scores the shared cases', () => {
  const rows = (shared ?? []).flatMap((row) => (row.item ? [{ ...row, item: row.item }] : []));
  it.each(rows)('$id: $why', checkConversion);

  it('and there are no others with an item', () => expect(rows.length).toBeGreaterThan(20));
});
