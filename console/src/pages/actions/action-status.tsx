import { useTranslation } from 'react-i18next';
import { Tag, type Tone } from '../../parts/tag';
import type { Action } from './use-actions';

type StatusName = Action['status'] | 'HELD' | 'AWAITING_APPROVAL';

const TONES: Readonly<Record<StatusName, Tone>> = {
  OPEN: 'plain',
  IN_PROGRESS: 'plain',
  EXECUTED: 'good',
  REJECTED: 'plain',
  EXPIRED: 'plain',
  HELD: 'bad',
  AWAITING_APPROVAL: 'warn',
};

/** Where an action stands, with what waits for an operator before the rest. */
export function statusOf({
  status,
  isHeld,
  isAwaitingApproval,
}: Pick<Action, 'status' | 'isHeld' | 'isAwaitingApproval'>): StatusName {
  if (isHeld) return 'HELD';
  return isAwaitingApproval ? 'AWAITING_APPROVAL' : status;
}

export function ActionStatus({ action }: { readonly action: Action }) {
  const { t } = useTranslation('actions');
  const status = statusOf(action);
  return <Tag tone={TONES[status]}>{t(`status.${status}`)}</Tag>;
}
