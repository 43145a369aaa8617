import { describe, expect, it } from 'vitest';
import { openedProposal } from '../../../test/helpers/proposals.js';
import { closed, expiryReason } from './proposal-end.js';

const proposal = openedProposal();

describe('a closed proposal', () => {
  it('says why and when', () => {
    const now = { turn: 2, epochMs: 20_000 };
    expect(closed(proposal, 'DENY', 'DENIED_BY_USER', now)).toEqual({
      ...proposal,
      status: 'REJECTED',
      reason: 'DENIED_BY_USER',
      closedTurn: 2,
      closedAtMs: 20_000,
    });
  });

  it('cannot be closed again', () => {
    const executed = { ...proposal, status: 'EXECUTED' as const };
    const text = `Action ${proposal.proposalId} is EXECUTED; DENY is not possible (NOT_ALLOWED).`;
    const denying = () => closed(executed, 'DENY', 'DENIED_BY_USER', { turn: 2, epochMs: 20_000 });
    expect(denying).toThrow(expect.objectContaining({ code: 'INTERNAL_ERROR', message: text }));
  });
});

describe('what ended a proposal', () => {
  it.each([
    ['the turns, once the last is over', { turn: 5, epochMs: 20_000 }, 'TTL_TURNS'],
    ['the turns, though the minutes are over as well', { turn: 5, epochMs: 9_000_000 }, 'TTL_TURNS'],
    ['the minutes, in the last turn', { turn: 4, epochMs: 9_000_000 }, 'TTL_MINUTES'],
  ])('is %s', (_what, now, reason) => expect(expiryReason(proposal, now)).toBe(reason));

  it('is the minutes where turns do not count', () => {
    expect(expiryReason({ ...proposal, expiresTurn: null }, { turn: 50, epochMs: 9_000_000 })).toBe('TTL_MINUTES');
  });
});
