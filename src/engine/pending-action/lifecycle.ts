import type { ActionStatus } from '../../platform/handlers-api/index.js';

/**
 * The life of a pending action: one table and one pure function. No other file says what may become of an action: those that
 * compare a status, of rows or of what clients are told, go by what has become of it.
 *
 * OPEN         entered when the question is shown to the user; both clocks (turns and minutes) start in that turn.
 *              Does nothing. Leaves by CLAIM (a yes), DENY, SUPERSEDE, EXPIRE; AMEND keeps it OPEN as a new revision.
 *              Invariant: nothing with these arguments has run; a yes can only mean the arguments that were shown.
 * IN_PROGRESS  entered by one conditional write that also checks revision, arguments' hash and both clocks.
 *              The handler runs. Leaves by SUCCEED, FAIL (for good) or RETRY (nothing happened, may be asked again).
 *              Invariant: exactly one process has claimed it. A crash leaves it here, in doubt: it is never claimed
 *              a second time by a yes.
 * EXECUTED     entered when the handler reported success; its result is stored. Terminal.
 * REJECTED     entered when the user denied, somebody refused its approval, a newer proposal took its place, or it failed for good (the reason says
 *              which). Terminal.
 * EXPIRED      entered when either clock ran out first. Terminal.
 */
export type ActionEvent = 'CLAIM' | 'AMEND' | 'DENY' | 'SUPERSEDE' | 'EXPIRE' | 'SUCCEED' | 'FAIL' | 'RETRY';

const TRANSITIONS: Readonly<Record<ActionStatus, Partial<Record<ActionEvent, ActionStatus>>>> = {
  OPEN: { CLAIM: 'IN_PROGRESS', AMEND: 'OPEN', DENY: 'REJECTED', SUPERSEDE: 'REJECTED', EXPIRE: 'EXPIRED' },
  IN_PROGRESS: { SUCCEED: 'EXECUTED', FAIL: 'REJECTED', RETRY: 'OPEN' },
  EXECUTED: {},
  REJECTED: {},
  EXPIRED: {},
};

/** What the clocks look like to an action: the number of the running turn and the time. */
export interface Moment {
  readonly turn: number;
  readonly epochMs: number;
}

/** The part of an action that its life depends on. `null` means that clock does not run. */
export interface ActionClock {
  readonly status: ActionStatus;
  readonly expiresTurn: number | null;
  readonly expiresAtMs: number | null;
}

/** The status after an event, or why the event cannot happen to this action now. */
export type Transition =
  | { readonly ok: true; readonly status: ActionStatus }
  | { readonly ok: false; readonly reason: 'EXPIRED' | 'NOT_EXPIRED' | 'NOT_ALLOWED' };

/** What an event makes of an action. Pure: the caller stores the answer with a write that checks it still holds. */
export function transition(action: ActionClock, event: ActionEvent, now: Moment): Transition {
  const status = TRANSITIONS[action.status][event];
  if (status === undefined) return { ok: false, reason: 'NOT_ALLOWED' };
  if (isOpen(action)) {
    const due = isPastExpiry(action, now);
    if (event === 'EXPIRE' && !due) return { ok: false, reason: 'NOT_EXPIRED' };
    if ((event === 'CLAIM' || event === 'AMEND') && due) return { ok: false, reason: 'EXPIRED' };
  }
  return { ok: true, status };
}

/** True once either clock has run out: after the turn `expiresTurn`, or from the millisecond `expiresAtMs` on. */
export function isPastExpiry(action: Pick<ActionClock, 'expiresTurn' | 'expiresAtMs'>, now: Moment): boolean {
  const byTurn = action.expiresTurn !== null && now.turn > action.expiresTurn;
  const byTime = action.expiresAtMs !== null && now.epochMs >= action.expiresAtMs;
  return byTurn || byTime;
}

/** Waiting for the user's word, whether or not the clocks have run out since. */
export function isOpen(action: Pick<ActionClock, 'status'>): boolean {
  return action.status === 'OPEN';
}

/** Waiting for the user's word, and a yes would still count. */
export function canBeConfirmed(action: ActionClock, now: Moment): boolean {
  return isOpen(action) && !isPastExpiry(action, now);
}

/** Claimed, with no outcome stored: running now, or left behind by a crash. */
export function isInProgress(action: Pick<ActionClock, 'status'>): boolean {
  return action.status === 'IN_PROGRESS';
}

/** Carried out, and its outcome is stored. */
export function isExecuted(action: Pick<ActionClock, 'status'>): boolean {
  return action.status === 'EXECUTED';
}

/** Closed because its clocks had run out; one whose time is over and that nobody has closed yet is still OPEN. */
export function isExpired(action: Pick<ActionClock, 'status'>): boolean {
  return action.status === 'EXPIRED';
}

/** Nothing can happen to it any more. */
export function isTerminal(action: Pick<ActionClock, 'status'>): boolean {
  return Object.keys(TRANSITIONS[action.status]).length === 0;
}
