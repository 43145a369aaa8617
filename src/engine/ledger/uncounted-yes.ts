import type { RecordedTurn } from '../../platform/audit/index.js';
import type { Proposal } from '../pending-action/index.js';
import { iso } from './action-item.js';
import { type Who, whoIs } from './who.js';

/** A yes to an action that ran nothing, as its turn recorded it. */
export interface UncountedYes {
  /** ISO 8601. */
  readonly at: string;
  readonly turn: number;
  /** Which revision was answered; null where that was not recorded. */
  readonly revision: number | null;
  /** Empty where a button was pressed; null where they were not recorded. */
  readonly words: string | null;
  readonly by: Who | null;
  /** The door it came through; null where that was not recorded. */
  readonly via: string | null;
  /** Why it did not count, as `CONSENT_REFUSED` and `GUARDRAIL_DENY` have it. */
  readonly reason: string;
}

const STAGES = ['CONSENT_REFUSED', 'GUARDRAIL_DENY'];

/** Each yes to an action that was refused, or held back for an approval, oldest first. Its words may hold secrets. */
export function uncountedYeses(turns: readonly RecordedTurn[], { proposalId }: Proposal): UncountedYes[] {
  return turns.flatMap(({ turnNo, principal, events }) => {
    const input = events.find(({ stage }) => stage === 'USER_INPUT')?.payload.text;
    const about = events.filter(({ stage, payload }) => STAGES.includes(stage) && payload.proposalId === proposalId);
    return about.map(({ createdAtMs, payload: { reason, door, userText, revision } }) => ({
      at: iso(createdAtMs),
      turn: turnNo,
      revision: typeof revision === 'number' ? revision : null,
      words: textOrNull(input) ?? textOrNull(userText),
      by: whoIs(principal),
      via: textOrNull(door),
      reason: String(reason ?? ''),
    }));
  });
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
