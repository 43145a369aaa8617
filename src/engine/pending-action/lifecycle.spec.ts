import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTION_STATUSES } from '../../platform/handlers-api/index.js';
import {
  type ActionClock,
  type ActionEvent,
  canBeConfirmed,
  isPastExpiry,
  isTerminal,
  transition,
} from './lifecycle.js';

const action = (more: Partial<ActionClock> = {}): ActionClock => ({
  status: 'OPEN',
  expiresTurn: 4,
  expiresAtMs: 1_000,
  ...more,
});
const EVENTS: ActionEvent[] = ['CLAIM', 'AMEND', 'DENY', 'SUPERSEDE', 'EXPIRE', 'SUCCEED', 'FAIL', 'RETRY'];

describe('the clocks of an action', () => {
  it.each([
    ['before both', { turn: 4, epochMs: 999 }, false],
    ['after the last turn', { turn: 5, epochMs: 999 }, true],
    ['at the very millisecond', { turn: 2, epochMs: 1_000 }, true],
  ])('%s', (_when, now, expected) => expect(isPastExpiry(action(), now)).toBe(expected));

  it('do not run where they are switched off', () => {
    const off = action({ expiresTurn: null, expiresAtMs: null });
    expect(isPastExpiry(off, { turn: 1e6, epochMs: 1e15 })).toBe(false);
  });
});

describe('a yes', () => {
  it.each<[string, Partial<ActionClock>, number, boolean]>([
    ['counts while the action is open and in time', {}, 999, true],
    ['does not count when the time is over', {}, 1_000, false],
    ['does not count when the action is at work', { status: 'IN_PROGRESS' }, 999, false],
  ])('%s', (_when, change, epochMs, counts) => {
    expect(canBeConfirmed(action(change), { turn: 2, epochMs })).toBe(counts);
  });
});

describe('a transition', () => {
  const now = { turn: 2, epochMs: 500 };
  const late = { turn: 2, epochMs: 1_000 };

  it('claims an open action in time, and not after its time', () => {
    expect(transition(action(), 'CLAIM', now)).toEqual({ ok: true, status: 'IN_PROGRESS' });
    expect(transition(action(), 'CLAIM', late)).toEqual({ ok: false, reason: 'EXPIRED' });
  });

  it('amends an open action in time only', () => {
    expect(transition(action(), 'AMEND', now)).toEqual({ ok: true, status: 'OPEN' });
    expect(transition(action(), 'AMEND', late)).toEqual({ ok: false, reason: 'EXPIRED' });
  });

  it('expires an open action only when a clock has run out', () => {
    expect(transition(action(), 'EXPIRE', now)).toEqual({ ok: false, reason: 'NOT_EXPIRED' });
    expect(transition(action(), 'EXPIRE', late)).toEqual({ ok: true, status: 'EXPIRED' });
  });

  it('never claims what is in progress already', () => {
    expect(transition(action({ status: 'IN_PROGRESS' }), 'CLAIM', now)).toEqual({ ok: false, reason: 'NOT_ALLOWED' });
  });

  it('closes an open action by a no or a newer proposal, whatever the clocks say', () => {
    for (const event of ['DENY', 'SUPERSEDE'] as const) {
      for (const when of [now, late])
        expect(transition(action(), event, when)).toEqual({ ok: true, status: 'REJECTED' });
    }
  });

  it('lets a retryable failure be asked again', () => {
    expect(transition(action({ status: 'IN_PROGRESS' }), 'RETRY', now)).toEqual({ ok: true, status: 'OPEN' });
  });

  it('never leaves a terminal status, whatever happens when', () => {
    const terminal = ACTION_STATUSES.filter((status) => isTerminal({ status }));
    expect(terminal).toEqual(['EXECUTED', 'REJECTED', 'EXPIRED']);
    fc.assert(
      fc.property(
        fc.constantFrom(...terminal),
        fc.constantFrom(...EVENTS),
        fc.nat(),
        fc.nat(),
        (status, event, turn, epochMs) => {
          expect(transition(action({ status }), event, { turn, epochMs }).ok).toBe(false);
        },
      ),
    );
  });

  it('reaches IN_PROGRESS from an open action that is in time, and from nothing else', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ACTION_STATUSES),
        fc.constantFrom(...EVENTS),
        fc.nat(8),
        fc.nat(2_000),
        (status, event, turn, epochMs) => {
          const one = action({ status });
          const result = transition(one, event, { turn, epochMs });
          if (result.ok && result.status === 'IN_PROGRESS') expect(canBeConfirmed(one, { turn, epochMs })).toBe(true);
        },
      ),
    );
  });
});
