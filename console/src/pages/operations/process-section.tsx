import { useTranslation } from 'react-i18next';
import { Tag } from '../../parts/tag';
import { When } from '../../parts/when';
import { Figure, Figures } from './figure';
import { NumberTable } from './number-table';
import { counted, duration, number, size } from './numbers';
import styles from './operations-page.module.css';
import { Retention } from './retention';
import { type Statistics } from './use-operations';

/** How the process that answers is doing, which others serve the same database, and what is removed by itself. */
export function ProcessSection({ statistics }: { readonly statistics: Statistics }) {
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
