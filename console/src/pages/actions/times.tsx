import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/client';
import { useMay } from '../../api/me';
import { Reason } from '../../parts/reason';
import { StopSchedule } from '../../parts/stop-schedule';
import { absolute, When } from '../../parts/when';
import styles from './action-page.module.css';
import { Entry } from './entry';
import { type ActionDetail, useSchedule } from './use-actions';

const STATE = 'schedule-state';

/** What a yes to times to come has led to until now; nothing of an action that is done at once. */
export function Times({ action }: { readonly action: ActionDetail }) {
  const { t } = useTranslation(['schedules', 'actions']);
  const may = useMay();
  const state = useRef<HTMLParagraphElement>(null);
  const { data: schedule } = useSchedule(action);
  if (!schedule) return null;
  const { conversationId, scheduleId, actionKey, runs, missed, times } = schedule;
  return (
    <Entry title={t('times')} isThere>
      <p id={STATE} ref={state} tabIndex={-1}>
        <State schedule={schedule} /> · {t('until', { runs, missed })}
      </p>
      {times.length > 0 && (
        <ul>
          {times.map(({ actionId, at, status, reason }) => (
            <li key={actionId}>
              <Link to="/actions/$actionId" params={{ actionId }}>
                {absolute(new Date(at))}
              </Link>{' '}
              <span className={styles.soft}>
                {t(`actions:status.${status}`)} <Reason code={reason} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {schedule.status === 'ACTIVE' && may('actions.settle') && (
        <StopSchedule
          conversationId={conversationId}
          scheduleId={scheduleId}
          actionKey={actionKey}
          describedBy={STATE}
          onStopped={() => state.current?.focus()}
        />
      )}
    </Entry>
  );
}

function State({ schedule }: { readonly schedule: Schema<'Schedule'> }) {
  const { t } = useTranslation('schedules');
  const { status, reason, nextAt, endedBy } = schedule;
  if (nextAt === null) return t(`state.${status}`, { by: endedBy ?? '–', reason: reason ?? '' });
  return (
    <>
      {t('next')} <When at={nextAt} /> ({absolute(new Date(nextAt))})
    </>
  );
}
