import { describe, expect, it } from 'vitest';
import { DRAFT } from '../../../test/helpers/proposals.js';
import { amendProposal, hashArguments, openProposal, type Proposal, runtimeProjection } from './proposal.js';

const draft = { ...DRAFT, arguments: { orderId: '7017', reason: 'late' } };
const now = { turn: 3, epochMs: 10_000 };

describe('a proposal', () => {
  it('starts both clocks in the turn that asks', () => {
    const proposal = openProposal(draft, { ttlTurns: 3, ttlMinutes: 30 }, now);
    expect(proposal).toMatchObject({ status: 'OPEN', createdTurn: 3, expiresTurn: 6, expiresAtMs: 1_810_000 });
  });

  it('has no clock that is switched off', () => {
    const proposal = openProposal(draft, { ttlTurns: 0, ttlMinutes: -1 }, now);
    expect(proposal).toMatchObject({ expiresTurn: null, expiresAtMs: null });
    expect(runtimeProjection(proposal)).toMatchObject({ expires_turn: -1, expires_at_epoch_ms: -1 });
    expect(openProposal(draft, { ttlTurns: -1, ttlMinutes: 0 }, now)).toMatchObject({
      expiresTurn: null,
      expiresAtMs: null,
    });
  });

  it('hashes equal arguments equally, whatever their order', () => {
    expect(hashArguments({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashArguments({ b: { d: null, c: [1, 2] }, a: 1 }));
    expect(hashArguments({ a: 1 })).not.toBe(hashArguments({ a: '1' }));
  });

  it('becomes a new revision with its own key and fresh clocks when it is amended', () => {
    const first = openProposal(draft, { ttlTurns: 3, ttlMinutes: 30 }, now);
    const second = amendProposal(
      first,
      { arguments: { orderId: '8' }, shown: null },
      { ttlTurns: 3, ttlMinutes: 30 },
      { turn: 5, epochMs: 20_000 },
    );
    expect(second).toMatchObject({ proposalId: first.proposalId, revision: 2, status: 'OPEN', expiresTurn: 8 });
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.argumentsHash).toBe(hashArguments({ orderId: '8' }));
  });

  it('keeps nothing of the revision before an amendment that a yes to it has earned', () => {
    const ttl = { ttlTurns: 3, ttlMinutes: 30 };
    const first = openProposal(draft, ttl, now);
    const { argumentsHash } = first;
    const approval = { revision: 1, argumentsHash, by: 'ann', note: '', atMs: 11_000, usedAtMs: null };
    const agreed = { ...first, completedMethods: 1, approvalAskedAtMs: 10_500, approval };
    expect(amendProposal(agreed, { arguments: { orderId: '8' }, shown: null }, ttl, now)).toMatchObject({
      idempotencyKey: `${first.proposalId}.2`,
      completedMethods: 0,
      approvalAskedAtMs: null,
      approval: null,
    });
    expect(first).toMatchObject({ idempotencyKey: `${first.proposalId}.1`, question: '' });
  });
});

describe('a proposal in the context', () => {
  const open = openProposal(draft, { ttlTurns: 3, ttlMinutes: 30 }, now);
  const shownOpen = {
    action_key: 'cancel_order',
    action_ref: 'orders:cancel',
    status: 'OPEN',
    created_turn: 3,
    created_at_epoch_ms: 10_000,
    expires_turn: 6,
    expires_at_epoch_ms: 1_810_000,
    proposal_id: open.proposalId,
    revision: 1,
    arguments: { orderId: '7017', reason: 'late' },
  };

  it('has the shape of the contract, and nothing of what has not happened yet', () => {
    expect(runtimeProjection(open)).toEqual(shownOpen);
  });

  it.each<[string, Partial<Proposal>, Record<string, unknown>]>([
    [
      'when it was begun',
      { status: 'IN_PROGRESS', inProgressTurn: 4, inProgressAtMs: 11_000 },
      { in_progress_turn: 4, in_progress_at_epoch_ms: 11_000 },
    ],
    [
      'when it was executed, and what came of it',
      { status: 'EXECUTED', closedTurn: 4, closedAtMs: 11_000, result: { ref: 'X' } },
      { executed_turn: 4, executed_at_epoch_ms: 11_000, result: { ref: 'X' } },
    ],
    [
      'when it was rejected, and why',
      { status: 'REJECTED', reason: 'DENIED_BY_USER', closedTurn: 4, closedAtMs: 11_000 },
      { rejected_turn: 4, rejected_at_epoch_ms: 11_000, reason: 'DENIED_BY_USER' },
    ],
    [
      'who approved it, and when',
      { approval: { revision: 1, argumentsHash: '', by: 'ann', note: 'fine', atMs: 12_000, usedAtMs: null } },
      { approved_by: 'ann', approved_at_epoch_ms: 12_000 },
    ],
  ])('says %s', (_what, change, shown) => {
    const status = change.status ?? 'OPEN';
    expect(runtimeProjection({ ...open, ...change })).toEqual({ ...shownOpen, status, ...shown });
  });

  it('shows a result of 16,384 characters, and only that there is one where it is longer', () => {
    const ofLength = (characters: number) => 'x'.repeat(characters - 2);
    const [longest, longer] = [ofLength(16_384), ofLength(16_385)];
    expect(runtimeProjection({ ...open, result: longest })).toEqual({ ...shownOpen, result: longest });
    expect(runtimeProjection({ ...open, result: longer })).toEqual({ ...shownOpen, result_truncated: true });
  });
});
