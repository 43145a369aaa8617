import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from './chart';
import styles from './charts.module.css';
import { duration, number } from './numbers';
import type { Statistics } from './use-operations';

/** Turns, how long they took, and what was asked, over the hours. */
export function Charts({ buckets }: Pick<Statistics, 'buckets'>) {
  const { t } = useTranslation('operations');
  const times = useMemo(() => buckets.map(({ at }) => Date.parse(at) / 1_000), [buckets]);
  const of = (name: Exclude<keyof Statistics['buckets'][number], 'at'>) => buckets.map((bucket) => bucket[name]);
  return (
    <div className={styles.charts}>
      <figure>
        <figcaption>{t('chart.turns')}</figcaption>
        <Chart
          label={t('chart.turns')}
          times={times}
          lines={[
            { name: t('turns'), values: of('turns'), colour: '--accent' },
            { name: t('errors'), values: of('errors'), colour: '--bad', isDashed: true },
          ]}
          format={number}
        />
      </figure>
      <figure>
        <figcaption>{t('chart.latency')}</figcaption>
        <Chart
          label={t('chart.latency')}
          times={times}
          lines={[
            { name: t('p95'), values: of('p95Ms'), colour: '--accent' },
            { name: t('p50'), values: of('p50Ms'), colour: '--soft', isDashed: true },
          ]}
          format={duration}
        />
      </figure>
      <figure>
        <figcaption>{t('chart.actions')}</figcaption>
        <Chart
          label={t('chart.actions')}
          times={times}
          lines={[
            { name: t('asked'), values: of('proposals'), colour: '--accent' },
            { name: t('done'), values: of('executed'), colour: '--soft', isDashed: true },
          ]}
          format={number}
        />
      </figure>
    </div>
  );
}
