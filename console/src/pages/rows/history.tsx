import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Fold } from '../../parts/fold';
import { Loading } from '../../parts/loading';
import { More } from '../../parts/more';
import { Failed } from '../../parts/problem';
import { RowChanges } from '../../parts/row-changes';
import { Tag } from '../../parts/tag';
import { When } from '../../parts/when';
import { Meanwhile } from './meanwhile';
import styles from './rows.module.css';
import { UndoForm } from './undo-form';
import { useTables, useUndo, useVersions, type Version } from './use-rows';

/** Every version of the flow: who made it, why, what it changed; and the way back. */
export function History({ onUndone }: { readonly onUndone: (versionId: number) => void }) {
  const versions = useVersions();
  const running = useTables().data?.base;
  if (versions.error && versions.items.length === 0) {
    return <Failed error={versions.error} again={() => void versions.refetch()} />;
  }
  if (versions.isPending) return <Loading lines={8} />;
  return (
    <>
      <ol className={styles.history}>
        {versions.items.map((version) => (
          <li key={version.versionId} className={styles.form}>
            <OneVersion version={version} isRunning={version.versionId === running} onUndone={onUndone} />
          </li>
        ))}
      </ol>
      <More list={versions} />
    </>
  );
}

interface OneVersionProps {
  readonly version: Version;
  readonly isRunning: boolean;
  readonly onUndone: (versionId: number) => void;
}

function OneVersion({ version, isRunning, onUndone }: OneVersionProps) {
  const { t } = useTranslation('rows');
  const mayChange = useMay()('flow.change');
  const [isUndoing, setUndoing] = useState(false);
  const { versionId, origin, madeAt, by, note, undoes, changes } = version;
  return (
    <>
      <div className={styles.head}>
        <h2>
          {t('history.version', { version: versionId })} {isRunning && <Tag tone="good">{t('history.running')}</Tag>}
        </h2>
        <span className={styles.soft}>
          <When at={madeAt} />
        </span>
      </div>
      <p>
        {versionId === 1 ? t('history.first') : t(`history.origin.${origin}`)}
        {by !== null && `, ${t('history.by', { by })}`}
        {undoes !== null && `, ${t('history.undoes', { version: undoes })}`}
        {note && <span className={styles.soft}>: {note}</span>}
      </p>
      {changes === null && versionId > 1 && <p className={styles.soft}>{t('history.unknown')}</p>}
      {changes && (
        <Fold title={t('history.count', { count: changes.length })}>
          <RowChanges changes={changes} />
        </Fold>
      )}
      {changes && !isUndoing && mayChange && (
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => setUndoing(true)}>
            {t('history.undo', { version: versionId })}
          </Button>
        </div>
      )}
      {isUndoing && <Undo versionId={versionId} onUndone={onUndone} onClose={() => setUndoing(false)} />}
    </>
  );
}

interface UndoProps extends Pick<OneVersionProps, 'onUndone'> {
  readonly versionId: number;
  readonly onClose: () => void;
}

function Undo({ versionId, onUndone, onClose }: UndoProps) {
  const { t } = useTranslation('rows');
  const undo = useUndo(versionId, (made) => {
    onUndone(made.versionId);
    onClose();
  });
  const meanwhile = <Meanwhile error={undo.error} base={0} onRead={undo.reset} />;
  return (
    <UndoForm versionId={versionId} text={t('history.undoText')} undo={undo} details={meanwhile} onClose={onClose} />
  );
}
