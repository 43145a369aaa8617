import { describe, expect, it } from 'vitest';
import { openedProposal } from '../../../test/helpers/proposals.js';
import { type Approval, isApproved } from './approval.js';

const proposal = openedProposal({}, { turn: 3, epochMs: 10_000 });
const { argumentsHash } = proposal;
const approval: Approval = { revision: 1, argumentsHash, by: 'ann', note: '', atMs: 11_000, usedAtMs: null };

describe('an approval', () => {
  it('holds for the revision and the arguments it was given for', () => {
    expect(isApproved({ ...proposal, approval })).toBe(true);
  });

  it.each<[string, Approval | null]>([
    ['is missing', null],
    ['has been used', { ...approval, usedAtMs: 12_000 }],
    ['was for another revision', { ...approval, revision: 2 }],
    ['was for other arguments', { ...approval, argumentsHash: 'other' }],
  ])('does not hold where it %s', (_what, given) => {
    expect(isApproved({ ...proposal, approval: given })).toBe(false);
  });
});
