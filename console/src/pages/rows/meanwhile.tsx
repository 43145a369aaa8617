import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '../../api/client';
import { RowChanges } from '../../parts/row-changes';
import styles from './rows.module.css';
import { type Change, useLoad, useReadAgain } from './use-rows';

interface MeanwhileProps {
  readonly error: unknown;
  /** The version that was edited; undefined of an undo, which is of none. */
  readonly base?: number;
  /** The rows were read again. */
  readonly onRead: () => void;
}

/** Where somebody else was first: what they changed, and how to go on with one's own changes. */
export function Meanwhile({ error, base, onRead }: MeanwhileProps) {
  const { t } = useTranslation('rows');
  const readAgain = useReadAgain();
  const load = useLoad();
  if (!(error instanceof ServiceError) || error.code !== 'FLOW_CHANGED') return null;
  const { versionId, rows } = error.data as { versionId: number; rows: Change[] };
  const isUnloaded = versionId === base;
  // An undo is refused for rows that nobody has loaded, too, and nothing tells that apart.
  const mayBeUnloaded = isUnloaded || base === undefined;
  const read = () => (mayBeUnloaded ? load.mutateAsync() : readAgain()).then(onRead);
  return (
    <div className={styles.meanwhile}>
      <h3>{t('meanwhile.title')}</h3>
      <RowChanges changes={rows} />
      <Button variant="default" loading={load.isPending} onClick={() => void read().catch(() => undefined)}>
        {t(isUnloaded ? 'meanwhile.load' : base === undefined ? 'meanwhile.again' : 'meanwhile.read')}
      </Button>
      {load.error && <p className={styles.bad}>{load.error.message}</p>}
    </div>
  );
}
