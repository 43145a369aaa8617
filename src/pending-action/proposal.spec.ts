import { describe, expect, it } from 'vitest';
import { amendProposal, hashArguments, openProposal, runtimeProjection } from './proposal.js';

const draft = {
  conversationId: 'c',
  pendingActionId: 1,
  toolCode: null,
  actionKey: 'cancel_order',
  actionRef: 'orders:cancel',
  intent: 'ORDER',
  state: 'CONFIRM',
  arguments: { orderId: '7017', reason: 'late' },
  executionPolicy: 'at-most-once' as const,
};
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
  });

  it('hashes equal arguments equally, whatever their order', () => {
    expect(hashArguments({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashArguments({ b: { d: null, c: [1, 2] }, a: 1 }));
    expect(hashArguments({ a: 1 })).not.toBe(hashArguments({ a: '1' }));
  });

  it('becomes a new revision with its own key and fresh clocks when it is amended', () => {
    const first = openProposal(draft, { ttlTurns: 3, ttlMinutes: 30 }, now);
    const second = amendProposal(
      first,
      { orderId: '8' },
      { ttlTurns: 3, ttlMinutes: 30 },
      { turn: 5, epochMs: 20_000 },
    );
    expect(second).toMatchObject({ proposalId: first.proposalId, revision: 2, status: 'OPEN', expiresTurn: 8 });
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey);
    expect(second.argumentsHash).toBe(hashArguments({ orderId: '8' }));
  });

  it('is shown in the shape of the contract', () => {
    const proposal = openProposal(draft, { ttlTurns: 3, ttlMinutes: 30 }, now);
    const closed = {
      ...proposal,
      status: 'EXECUTED' as const,
      closedTurn: 4,
      closedAtMs: 11_000,
      result: { ref: 'X' },
    };
    expect(runtimeProjection(closed)).toMatchObject({
      action_key: 'cancel_order',
      action_ref: 'orders:cancel',
      status: 'EXECUTED',
      executed_turn: 4,
      executed_at_epoch_ms: 11_000,
      result: { ref: 'X' },
    });
  });
});
