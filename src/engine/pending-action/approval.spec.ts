import { describe, expect, it } from 'vitest';
import { openedProposal } from '../../../test/helpers/proposals.js';
import { type Approval, isApproved, mayApprove } from './approval.js';

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

  it.each(['ann', 'Ann', ' ann ', 'ＡＮＮ', 'a\u200bnn'])('does not count of whoever has asked for it, as %j', (id) => {
    const principal = { kind: 'OPERATOR', id, door: 'administration', proof: 'key' } as const;
    expect(mayApprove(principal, { requestedBy: 'USER:ann' })).toBe(false);
    expect(mayApprove(principal, { requestedBy: 'USER:anna' })).toBe(true);
  });
});
