import { SegmentedControl } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable } from '../../api/connection';
import { useMay } from '../../api/me';
import { useStore } from '../../api/store';
import { Empty } from '../../parts/empty';
import { Fold } from '../../parts/fold';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { absolute, When } from '../../parts/when';
import { Figure, Figures } from './figure';
import { GivenUp } from './given-up';
import { clockTime, counted, duration, number, size } from './numbers';
import styles from './operations-page.module.css';
import { type OperationsSearch, SPANS, type Span } from './operations-search';
import { type Health, type Statistics, useHealth, useStatistics } from './use-operations';

// The charts' code is large; the numbers are there before.
const Charts = lazy(() => import('./charts').then(({ Charts: component }) => ({ default: component })));

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
      <WaitingActions statistics={statistics} />
      {statistics.webhookGivenUp > 0 && <GivenUp count={statistics.webhookGivenUp} />}
      <Turns buckets={statistics.buckets} startedAt={statistics.process.startedAt} />
      <Process statistics={statistics} />
    </>
  );
}

function WaitingActions({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation('operations');
  const { awaitingApproval, held, handedOver, open, expiringSoon } = statistics;
  return (
    <section className={styles.part} aria-labelledby="waiting">
      <h2 id="waiting">{t('forPeople')}</h2>
      <Figures>
        <Figure
          name={t('awaitingApproval')}
          value={
            <Link to="/actions" search={{ view: 'waiting' }}>
              {counted(awaitingApproval)}
            </Link>
          }
          note={t('awaitingApprovalNote')}
        />
        <Figure
          name={t('held')}
          value={
            <Link to="/actions" search={{ view: 'waiting' }}>
              {counted(held)}
            </Link>
          }
          note={t('heldNote')}
        />
        <Figure
          name={t('handedOver')}
          value={
            <Link to="/conversations" search={{ view: 'waiting' }}>
              {counted(handedOver)}
            </Link>
          }
          note={t('handedOverNote')}
        />
        <Figure
          name={t('open')}
          value={
            <Link to="/actions" search={{ view: 'open' }}>
              {counted(open)}
            </Link>
          }
          note={t('openNote')}
        />
        <Figure name={t('expiringSoon')} value={counted(expiringSoon)} note={t('expiringSoonNote')} />
      </Figures>
    </section>
  );
}

interface TurnsProps extends Pick<Statistics, 'buckets'> {
  /** When the process that counts them was started. */
  readonly startedAt: string;
}

function Turns({ buckets, startedAt }: TurnsProps) {
  const { t } = useTranslation('operations');
  const may = useMay();
  const turns = sum(buckets, 'turns');
  const newest = buckets.findLast(({ p95Ms }) => p95Ms !== null);
  return (
    <section className={styles.part} aria-labelledby="turns">
      <h2 id="turns">{t('turns')}</h2>
      {turns === 0 && sum(buckets, 'proposals') === 0 ? (
        <Empty title={t('noTurns')}>
          <p>{t('noTurnsText')}</p>
          {may('conversation.talk') && <Link to="/">{t('tryIt')}</Link>}
        </Empty>
      ) : (
        <>
          <Figures>
            <Figure
              name={t('answered')}
              value={number(turns)}
              note={t('perSecond', { rate: perSecond(buckets, startedAt) })}
            />
            <Figure name={t('errors')} value={<Errors errors={sum(buckets, 'errors')} turns={turns} />} />
            <Figure
              name={t('p50')}
              value={newest?.p50Ms == null ? '–' : duration(newest.p50Ms)}
              note={newest && t('newest')}
            />
            <Figure
              name={t('p95')}
              value={newest?.p95Ms == null ? '–' : duration(newest.p95Ms)}
              note={newest && t('newest')}
            />
          </Figures>
          <Suspense fallback={<Loading lines={6} />}>
            <Charts buckets={buckets} />
          </Suspense>
          <Numbers buckets={buckets} />
        </>
      )}
    </section>
  );
}

function Errors({ errors, turns }: { readonly errors: number; readonly turns: number }) {
  const { t } = useTranslation('operations');
  if (errors === 0) return <>{number(0)}</>;
  const share = t('share', { percent: number((100 * errors) / turns, 1) });
  return (
    <>
      {number(errors)} <Tag tone="warn">{share}</Tag>
    </>
  );
}

/** What the charts show, for those who read numbers rather than lines. */
function Numbers({ buckets }: Pick<Statistics, 'buckets'>) {
  const { t } = useTranslation('operations');
  const busy = buckets.filter(({ turns, proposals }) => turns > 0 || proposals > 0).toReversed();
  return (
    <Fold title={t('asNumbers')}>
      <NumberTable
        name={t('asNumbers')}
        heads={(['at', 'turns', 'errors', 'p50', 'p95', 'asked', 'done'] as const).map((name) => t(name))}
      >
        {busy.map((bucket) => (
          <tr key={bucket.at}>
            <th scope="row">{clockTime(new Date(bucket.at))}</th>
            <td>{number(bucket.turns)}</td>
            <td>{number(bucket.errors)}</td>
            <td>{bucket.p50Ms === null ? '–' : duration(bucket.p50Ms)}</td>
            <td>{bucket.p95Ms === null ? '–' : duration(bucket.p95Ms)}</td>
            <td>{number(bucket.proposals)}</td>
            <td>{number(bucket.executed)}</td>
          </tr>
        ))}
      </NumberTable>
    </Fold>
  );
}

interface NumberTableProps {
  readonly name: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

/** Where it is wider than the screen, it is moved by itself and the page stays: also by the keyboard. */
function NumberTable({ name, heads, children }: NumberTableProps) {
  return (
    <section className={styles.wide} aria-label={name} tabIndex={0}>
      <table className={styles.numbers}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Process({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation('operations');
  const { queue, eventLoopDelayMs, webhookBacklog, webhookGivenUp, databaseBytes, pool, version, process } = statistics;
  return (
    <section className={styles.part} aria-labelledby="process">
      <h2 id="process">{t('process')}</h2>
      <Figures>
        <Figure
          name={t('inProgress')}
          value={number(queue.inProgress)}
          note={t('most', { most: number(queue.most) })}
        />
        <Figure name={t('loopDelay')} value={duration(eventLoopDelayMs)} note={t('loopDelayNote')} />
        <Figure name={t('webhook')} value={counted(webhookBacklog)} note={t('webhookNote')} />
        <Figure name={t('webhookGivenUp')} value={counted(webhookGivenUp)} note={t('webhookGivenUpNote')} />
        <Figure name={t('database')} value={size(databaseBytes)} />
        {pool && (
          <Figure
            name={t('pool')}
            value={t('poolValue', { inUse: number(pool.inUse), most: number(pool.most) })}
            note={
              pool.waiting > 0 ? (
                <Tag tone="warn">{t('poolWaiting', { count: pool.waiting })}</Tag>
              ) : (
                t('poolIdle', { count: pool.idle })
              )
            }
          />
        )}
        <Figure
          name={t('version')}
          value={version}
          note={
            <>
              {t('pid', { pid: process.pid })} <When at={process.startedAt} />
            </>
          }
        />
      </Figures>
      <p className={styles.soft}>{t('oneProcess')}</p>
      <Processes processes={statistics.processes} />
      <Retention retention={statistics.retention} />
    </section>
  );
}

/** Each process that serves the database: during a roll-out there are two versions. */
function Processes({ processes }: Pick<Statistics, 'processes'>) {
  const { t } = useTranslation('operations');
  const alive = processes.filter(({ isAlive }) => isAlive);
  const versions = new Set(alive.map(({ version }) => version)).size;
  return (
    <section className={styles.part} aria-labelledby="processes">
      <h3 id="processes">
        {t('processes.title', { count: alive.length })}{' '}
        {versions > 1 && <Tag tone="warn">{t('processes.versions', { count: versions })}</Tag>}
      </h3>
      <NumberTable
        name={t('processes.place')}
        heads={(['place', 'version', 'started', 'seen', 'clock', 'files'] as const).map((name) =>
          t(`processes.${name}`),
        )}
      >
        {processes.map((one) => (
          <tr key={`${one.host} ${one.pid} ${one.startedAt}`}>
            <th scope="row">
              {t('processes.of', { host: one.host, pid: one.pid })} {one.isThis && <Tag>{t('processes.this')}</Tag>}
            </th>
            <td>{one.version}</td>
            <td>
              <When at={one.startedAt} />
            </td>
            <td>{one.isAlive ? <When at={one.seenAt} /> : <Tag tone="warn">{t('processes.silent')}</Tag>}</td>
            <td>
              <Ahead ms={one.clockAheadMs} />
            </td>
            <td>{one.isThis || one.hasSameFiles === null ? '–' : <Files isSame={one.hasSameFiles} />}</td>
          </tr>
        ))}
      </NumberTable>
    </section>
  );
}

function Files({ isSame }: { readonly isSame: boolean }) {
  const { t } = useTranslation('operations');
  return isSame ? t('processes.sameFiles') : <Tag tone="warn">{t('processes.otherFiles')}</Tag>;
}

/** From here on somebody should set the clock of the machine. */
const FAR_MS = 5_000;

function Ahead({ ms }: { readonly ms: number }) {
  const text = `${ms < 0 ? '−' : '+'}${duration(Math.abs(ms))}`;
  return Math.abs(ms) < FAR_MS ? text : <Tag tone="warn">{text}</Tag>;
}

/** What no time is set for goes with its conversation, but for these. */
const KEPT = new Set<string>(['conversationDays', 'evidenceDays']);

/** What is removed by itself, and after how long. */
function Retention({ retention: { everyMinutes, ...days } }: Pick<Statistics, 'retention'>) {
  const { t } = useTranslation('operations');
  return (
    <Fold title={t('retention.title')}>
      <dl className={styles.retention}>
        {(Object.keys(days) as (keyof typeof days)[]).map((name) => (
          <div key={name}>
            <dt>{t(`retention.${name}`)}</dt>
            <dd>
              {days[name] === 0
                ? t(KEPT.has(name) ? 'retention.never' : 'retention.withIt')
                : t('retention.after', { count: days[name] })}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.soft}>
        {everyMinutes === 0 ? t('retention.off') : t('retention.every', { count: everyMinutes })}
      </p>
    </Fold>
  );
}

function sum(buckets: Statistics['buckets'], name: 'turns' | 'errors' | 'proposals'): number {
  return buckets.reduce((total, bucket) => total + bucket[name], 0);
}

/** From the first bucket, or the start of the process, until now: the last one has not ended. */
function perSecond(buckets: Statistics['buckets'], startedAt: string): string {
  const from = Math.max(Date.parse(buckets[0]?.at ?? ''), Date.parse(startedAt));
  const rate = sum(buckets, 'turns') / Math.max(1, (Date.now() - from) / 1_000);
  return number(rate, rate < 0.1 ? 4 : 1);
}
