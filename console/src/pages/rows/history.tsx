import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Fold } from '../../parts/fold';
import { Loading } from '../../parts/loading';
import { Failed } from '../../parts/problem';
import { RowChanges } from '../../parts/row-changes';
import { Tag } from '../../parts/tag';
import { Meanwhile } from './meanwhile';
import styles from './rows.module.css';
import { UndoForm } from './undo-form';
import { useTables, useUndo, useVersions, type Version } from './use-rows';
import { VersionList } from './version-list';

/** Every version of the flow, and the way back. */
export function History({ onUndone }: { readonly onUndone: (versionId: number) => void }) {
  const { t } = useTranslation('rows');
  const versions = useVersions();
  const running = useTables().data?.base;
  const mayChange = useMay()('flow.change');
  if (versions.error && versions.items.length === 0) {
    return <Failed error={versions.error} again={() => void versions.refetch()} />;
  }
  if (versions.isPending) return <Loading lines={8} />;
  return (
    <VersionList
      versions={versions}
      level={2}
      heading={({ versionId }) => (
        <>
          {t('history.version', { version: versionId })}{' '}
          {versionId === running && <Tag tone="good">{t('history.running')}</Tag>}
        </>
      )}
      what={(version) => <What version={version} />}
      undo={({ versionId, changes }, onClose) =>
        changes && mayChange ? <Undo versionId={versionId} onUndone={onUndone} onClose={onClose} /> : undefined
      }
    />
  );
}

function What({ version: { versionId, changes } }: { readonly version: Version }) {
  const { t } = useTranslation('rows');
  if (changes === null) return versionId > 1 && <p className={styles.soft}>{t('history.unknown')}</p>;
  return (
    <Fold title={t('history.count', { count: changes.length })}>
      <RowChanges changes={changes} />
    </Fold>
  );
}

interface UndoProps {
  readonly versionId: number;
  readonly onUndone: (versionId: number) => void;
  readonly onClose: () => void;
}

function Undo({ versionId, onUndone, onClose }: UndoProps) {
  const { t } = useTranslation('rows');
  const undo = useUndo(versionId, (made) => {
    onUndone(made.versionId);
    onClose();
  });
  const meanwhile = <Meanwhile error={undo.error} onRead={undo.reset} />;
  return (
    <UndoForm versionId={versionId} text={t('history.undoText')} undo={undo} details={meanwhile} onClose={onClose} />
  );
}
