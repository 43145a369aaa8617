import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isReachable } from '../../api/connection';
import { useStore } from '../../api/store';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { absolute } from '../../parts/when';
import { GivenUp } from './given-up';
import styles from './operations-page.module.css';
import { type OperationsSearch, SPANS, type Span } from './operations-search';
import { ProcessSection } from './process-section';
import { TurnsSection } from './turns-section';
import { type Health, type Statistics, useHealth, useStatistics } from './use-operations';
import { WaitingSection } from './waiting-section';

/** Is the service well, and what waits for a person? */
export function OperationsPage() {
  const { t } = useTranslation('operations');
  const { hours = 1 }: OperationsSearch = useSearch({ from: '/operations' });
  const navigate = useNavigate({ from: '/operations' });
  const health = useHealth();
  const statistics = useStatistics(hours);
  const { data, error } = statistics;
  const isOld = health.isRefetchError || statistics.isRefetchError;
  const readAt = statistics.dataUpdatedAt || health.dataUpdatedAt;
  return (
    <Page
      title={t('title')}
      answer={health.data && <Answer health={health.data} statistics={data} readAt={readAt} isOld={isOld} />}
      tools={
        <SegmentedControl
          value={String(hours)}
          onChange={(span) => void navigate({ search: { hours: Number(span) as Span }, replace: true })}
          aria-label={t('span')}
          data={SPANS.map((span) => ({ value: String(span), label: t('hours', { count: span }) }))}
        />
      }
    >
      {health.data && health.data.reasons.length > 0 && <Reasons reasons={health.data.reasons} />}
      {data && <Content statistics={data} />}
      {!data && error && <Failed error={error} again={() => void statistics.refetch()} />}
      {statistics.isPending && <Loading lines={8} />}
    </Page>
  );
}

const TONES = { ok: 'good', degraded: 'warn', down: 'bad' } as const;

interface AnswerProps {
  readonly health: Health;
  readonly statistics: Statistics | undefined;
  /** Epoch milliseconds. */
  readonly readAt: number;
  /** Whether it could not be read again. */
  readonly isOld: boolean;
}

function Answer({ health, statistics, readAt, isOld }: AnswerProps) {
  const { t } = useTranslation('operations');
  const isAway = useStore(isReachable) === false;
  return (
    <span role="status">
      {isAway ? (
        <Tag tone="warn">{t('status.away')}</Tag>
      ) : (
        <Tag tone={TONES[health.status]}>{t(`status.${health.status}`)}</Tag>
      )}{' '}
      {statistics && <WhoWaits statistics={statistics} />}
      {(isAway || isOld) && (
        <>
          {' '}
          {t('lastRead')} {absolute(new Date(readAt))}
        </>
      )}
    </span>
  );
}

function WhoWaits({ statistics: { awaitingApproval, held, handedOver } }: { readonly statistics: Statistics }) {
  const { t } = useTranslation('operations');
  const actions = awaitingApproval + held;
  const parts = [
    ...(actions > 0 ? [t('waiting', { count: actions })] : []),
    ...(handedOver > 0 ? [t('answering', { count: handedOver })] : []),
  ];
  return <>{parts.length > 0 ? parts.join(' ') : t('nobodyWaits')}</>;
}

function Reasons({ reasons }: { readonly reasons: readonly string[] }) {
  const { t } = useTranslation('operations');
  return (
    <section className={styles.reasons} aria-labelledby="reasons">
      <h2 id="reasons">{t('reasons')}</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

function Content({ statistics }: { readonly statistics: Statistics }) {
  return (
    <>
      <WaitingSection statistics={statistics} />
      {statistics.webhookGivenUp > 0 && <GivenUp count={statistics.webhookGivenUp} />}
      <TurnsSection buckets={statistics.buckets} startedAt={statistics.process.startedAt} />
      <ProcessSection statistics={statistics} />
    </>
  );
}
