import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/client';
import { useMay } from '../../api/me';
import { StopSchedule } from '../../parts/stop-schedule';
import { absolute, When } from '../../parts/when';
import styles from './times-to-come.module.css';

type OpenSchedule = Schema<'Conversation'>['schedules'][number];

interface TimesToComeProps {
  readonly conversationId: string;
  readonly schedules: readonly OpenSchedule[];
}

/** What has just come to its end, and whether it had before anybody pressed. */
interface Stopped {
  readonly action: string;
  readonly isBefore: boolean;
}

/** What its user has agreed to for times to come; whoever may, stops it. Nothing where nothing is to come. */
export function TimesToCome({ conversationId, schedules }: TimesToComeProps) {
  const { t } = useTranslation('schedules');
  const heading = useRef<HTMLHeadingElement>(null);
  const [stopped, setStopped] = useState<Stopped>();
  if (schedules.length === 0 && stopped === undefined) return null;
  const noteStopped = (one: Stopped) => {
    setStopped(one);
    heading.current?.focus();
  };
  return (
    <section className={styles.times} aria-labelledby="times-to-come">
      <h2 id="times-to-come" ref={heading} tabIndex={-1}>
        {t('title')}
      </h2>
      <p role="status">{stopped && t(stopped.isBefore ? 'hadEnded' : 'stopped', { action: stopped.action })}</p>
      <ul>
        {schedules.map((schedule) => (
          <One
            key={schedule.scheduleId}
            conversationId={conversationId}
            schedule={schedule}
            onStopped={(isBefore) => noteStopped({ action: schedule.actionKey, isBefore })}
          />
        ))}
      </ul>
    </section>
  );
}

interface OneProps {
  readonly conversationId: string;
  readonly schedule: OpenSchedule;
  readonly onStopped: (isBefore: boolean) => void;
}

function One({ conversationId, schedule, onStopped }: OneProps) {
  const { t } = useTranslation('schedules');
  const may = useMay();
  const name = useId();
  const { scheduleId, actionKey, when, nextAt, runs, missed } = schedule;
  return (
    <li className={styles.one}>
      <p id={name}>
        {may('actions.read') ? (
          <Link to="/actions/$actionId" params={{ actionId: scheduleId }}>
            {actionKey}
          </Link>
        ) : (
          actionKey
        )}
        {`: ${when}`}
      </p>
      <p className={styles.soft}>
        {t('next')} <When at={nextAt} /> ({absolute(new Date(nextAt))}) · {t('until', { runs, missed })}
      </p>
      {may('actions.settle') && (
        <StopSchedule
          conversationId={conversationId}
          scheduleId={scheduleId}
          actionKey={actionKey}
          describedBy={name}
          onStopped={onStopped}
        />
      )}
    </li>
  );
}
