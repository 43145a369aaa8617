import { useTranslation } from 'react-i18next';
import { Fold } from '../../parts/fold';
import styles from './operations-page.module.css';
import { type Statistics } from './use-operations';

/** Where no time is set for these, they are kept for ever; everything else is removed with its conversation. */
const KEPT = new Set<string>(['conversationDays', 'evidenceDays']);

/** What is removed by itself, and after how long. */
export function Retention({ retention: { everyMinutes, ...days } }: Pick<Statistics, 'retention'>) {
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
