import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '../../parts/tag';
import type { Action } from './use-actions';

type StatusName = Action['status'] | 'HELD' | 'AWAITING_APPROVAL' | 'FAILED';

const TONES: Readonly<Record<StatusName, Tone>> = {
  OPEN: 'plain',
  IN_PROGRESS: 'plain',
  EXECUTED: 'good',
  REJECTED: 'plain',
  FAILED: 'bad',
  EXPIRED: 'plain',
  HELD: 'bad',
  AWAITING_APPROVAL: 'warn',
};

/** Reasons of an action that was to be carried out and could not be. */
const FAILURES: readonly (string | null)[] = [
  'HANDLER_FAILED',
  'HANDLER_TIMED_OUT',
  'HANDLER_MISSING',
  'ACTION_WITHDRAWN',
];

/** Where an action stands, with what waits for an operator before the rest. */
export function statusOf({
  status,
  isHeld,
  isAwaitingApproval,
  reason,
}: Pick<Action, 'status' | 'isHeld' | 'isAwaitingApproval' | 'reason'>): StatusName {
  if (isHeld) return 'HELD';
  if (status === 'REJECTED' && FAILURES.includes(reason)) return 'FAILED';
  return isAwaitingApproval ? 'AWAITING_APPROVAL' : status;
}

export function ActionStatus({ action }: { readonly action: Action }) {
  const { t } = useTranslation('actions');
  const status = statusOf(action);
  return <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>;
}
