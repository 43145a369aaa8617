import { describe, expect, it } from 'vitest';
import type { ConversionItem } from '../../../src/shipped-tools/legacy-rule-conversion/item.js';
import { scoreConversion } from '../../../src/shipped-tools/legacy-rule-conversion/score.js';
import { sharedRows } from './shared-rows.js';

interface Row {
  readonly id: string;
  readonly why: string;
  readonly item?: ConversionItem;
  readonly expect: {
    readonly bucket?: string;
    readonly fail?: string[];
    readonly warn?: string[];
    readonly max?: number;
  };
}

const shared = sharedRows<readonly Row[]>('legacy-rule.json');

describe.skipIf(!shared)('legacy-rule-conversion scores the shared cases', () => {
  it.each((shared ?? []).filter(({ item }) => item))('$id: $why', ({ item, expect: expected }) => {
    const { score, checks, warnings } = scoreConversion(item as ConversionItem);
    const told = JSON.stringify({ score, checks, warnings }, null, 1);
    expect(
      checks.filter(({ passed }) => !passed).map(({ name }) => name),
      told,
    ).toEqual(expected.fail);
    expect(bucketOf(score), told).toBe(expected.bucket);
    if (expected.warn) expect(warnings, told).toEqual(expect.arrayContaining(expected.warn));
    if (expected.max !== undefined) expect(score).toBeLessThanOrEqual(expected.max);
  });
});

function bucketOf(score: number): string {
  if (score >= 0.8) return 'high';
  return score >= 0.55 ? 'medium' : 'low';
}
