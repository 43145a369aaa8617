import { describe, expect, it } from 'vitest';
import { statusLine } from './status-line.js';

const reply = { intent: 'ORDER_CANCELLATION', state: 'CONFIRM' };
const open = {
  action_key: 'cancel_order',
  status: 'OPEN',
  expires_turn: 4,
  expires_at_epoch_ms: 1_000 + 30 * 60_000,
  arguments: { orderId: '7017', items: [1, 2] },
};
const line = (runtime: object, now = { turn: 1, epochMs: 1_000 }) =>
  statusLine(reply, { pending_action_runtime: { ...open, ...runtime } }, now);

describe('the line below a reply', () => {
  it('names intent and state', () => {
    expect(statusLine(reply, {}, { turn: 1, epochMs: 0 })).toBe('ORDER_CANCELLATION / CONFIRM');
  });

  it('shows an open action with its arguments and both clocks', () => {
    expect(line({})).toBe(
      'ORDER_CANCELLATION / CONFIRM · cancel_order OPEN orderId=7017 items=[1,2] · 3 turns or 30 min left',
    );
    expect(line({}, { turn: 3, epochMs: 61_001 })).toContain('· 1 turn or 29 min left');
  });

  it('leaves out a clock that is off', () => {
    expect(line({ expires_turn: -1 })).toContain('· 30 min left');
    expect(line({ expires_at_epoch_ms: -1 })).toContain('· 3 turns left');
    expect(line({ expires_turn: -1, expires_at_epoch_ms: -1 })).toMatch(/items=\[1,2\]$/);
  });

  it('shows why an action was closed, and no clock', () => {
    expect(line({ status: 'REJECTED', reason: 'DENIED_BY_USER' })).toMatch(
      /cancel_order REJECTED \(DENIED_BY_USER\) orderId=7017 items=\[1,2\]$/,
    );
  });
});
