import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceNow } from '../../api/clock';
import { useMay } from '../../api/me';
import { Empty } from '../../parts/empty';
import { Fold } from '../../parts/fold';
import { Loading } from '../../parts/loading';
import { Tag } from '../../parts/tag';
import { Figure, Figures } from './figure';
import { NumberTable } from './number-table';
import { clockTime, duration, number } from './numbers';
import styles from './operations-page.module.css';
import { type Statistics } from './use-operations';

// The charts' code is large; the numbers are there before.
const Charts = lazy(() => import('./charts').then(({ Charts: component }) => ({ default: component })));

interface TurnsProps extends Pick<Statistics, 'buckets'> {
  /** When the process that counts them was started. */
  readonly startedAt: string;
}

/** The turns of the time that was chosen: how many, how fast, how many failed. */
export function TurnsSection({ buckets, startedAt }: TurnsProps) {
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

function sum(buckets: Statistics['buckets'], name: 'turns' | 'errors' | 'proposals'): number {
  return buckets.reduce((total, bucket) => total + bucket[name], 0);
}

/** From the first bucket, or the start of the process, until now: the last one has not ended. */
function perSecond(buckets: Statistics['buckets'], startedAt: string): string {
  const from = Math.max(Date.parse(buckets[0]?.at ?? ''), Date.parse(startedAt));
  const rate = sum(buckets, 'turns') / Math.max(1, (serviceNow() - from) / 1_000);
  return number(rate, rate < 0.1 ? 4 : 1);
}
