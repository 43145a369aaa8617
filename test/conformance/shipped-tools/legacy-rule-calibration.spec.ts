import { describe, expect, it } from 'vitest';
import { type Conversion, conversions } from '../../../bench/rule-conversion/corpus.mjs';
import type { ConversionItem } from '../../../src/tools/shipped/legacy-rule-conversion/item.js';
import { type Score, scoreConversion } from '../../../src/tools/shipped/legacy-rule-conversion/score.js';

type Scored = Conversion & Score;

const scored = (half: 'tuning' | 'held-out'): Scored[] =>
  conversions(half, 4).map((one) => ({ ...one, ...scoreConversion(one.item as unknown as ConversionItem) }));

/** The share of those of one kind for which something holds, with the others for the message. */
function expectShare(
  all: Scored[],
  truth: Conversion['truth'],
  least: number,
  holds: (score: number) => boolean,
): void {
  const ofKind = all.filter((one) => one.truth === truth);
  const others = ofKind.filter(({ score }) => !holds(score));
  const told = others.slice(0, 3).map(({ form, change, score, rationale }) => ({ form, change, score, rationale }));
  expect(ofKind.length).toBeGreaterThan(10);
  expect(1 - others.length / ofKind.length, JSON.stringify(told, null, 1)).toBeGreaterThanOrEqual(least);
}

describe.each(['tuning', 'held-out'] as const)('conversions of the %s half', (half) => {
  const all = scored(half);

  it('that are right get 0.8 and more', () => expectShare(all, 'right', 0.9, (score) => score >= 0.8));

  it('that are wrong get less than 0.5', () => expectShare(all, 'wrong', 0.99, (score) => score < 0.5));

  it('of which nobody can tell stand between, with the reason', () => {
    expectShare(all, 'open', 1, (score) => score >= 0.5 && score < 0.8);
    for (const { truth, warnings } of all) {
      if (truth === 'open') expect(warnings.join()).toMatch(/Cannot be decided: .|which of them is .+\?/);
    }
  });
});

describe('code that cannot be read', () => {
  const UNREAD = [
    'foreach my $one (@list) { $seen{$one} = lc($one); }',
    'return eval { check($v1) } or 0;',
    '$Event->{Severity} = lookup_of(\\%table, $v1)->{x}[0];',
    'if (grep { $_ eq $v1 } @names) { $Event->{Severity} = 5; }',
  ];

  it('never raises the score of what is wrong without it', () => {
    const wrong = conversions('tuning', 1).filter(({ truth }) => truth === 'wrong');
    for (const { item, form, change } of wrong) {
      const before = scoreConversion(item as unknown as ConversionItem).score;
      for (const code of UNREAD) {
        for (const sourceSnippet of [`${code}\n${item.sourceSnippet}`, `${item.sourceSnippet}\n${code}`]) {
          const { score, rationale } = scoreConversion({ ...item, sourceSnippet } as unknown as ConversionItem);
          if (before < 0.5) expect(score, `${form}, ${change}: ${sourceSnippet}\n${rationale}`).toBeLessThan(0.5);
        }
      }
    }
  });

  it('is quoted where it matters', () => {
    const [one] = conversions('tuning', 1).filter(({ form, truth }) => form === 'unread condition' && truth === 'open');
    const { warnings } = scoreConversion(one?.item as unknown as ConversionItem);
    expect(warnings.join()).toMatch(/Not read: ".+"/);
  });
});
