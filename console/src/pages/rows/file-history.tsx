import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Difference } from '../../parts/difference';
import { Fold } from '../../parts/fold';
import { Failed } from '../../parts/problem';
import rows from './rows.module.css';
import { UndoForm } from './undo-form';
import { type FilePlace, type FileVersion, useFileUndo, useFileVersions } from './use-files';
import { VersionList } from './version-list';

const AROUND = 2;

interface FileHistoryProps {
  readonly onUndone: (version: FileVersion) => void;
  readonly onChoose: (place: FilePlace) => void;
}

/** Who changed which file when, and why; and the way back. */
export function FileHistory({ onUndone, onChoose }: FileHistoryProps) {
  const { t } = useTranslation('rows');
  const versions = useFileVersions();
  if (versions.error && versions.items.length === 0) {
    return <Failed error={versions.error} again={() => void versions.refetch()} />;
  }
  if (versions.items.length === 0) return null;
  return (
    <section className={rows.changes} aria-labelledby="file-history">
      <h2 id="file-history">{t('files.history')}</h2>
      <VersionList
        versions={versions}
        level={3}
        heading={({ versionId, path }) => `${t('history.version', { version: versionId })}: ${path}`}
        place={({ host }) => host}
        what={({ before, after }) => (
          <Fold title={t('files.what')}>
            <Difference before={before ?? ''} now={after ?? ''} around={AROUND} />
          </Fold>
        )}
        actions={({ kind, folder, path }) => (
          <Button variant="default" onClick={() => onChoose({ kind, folder, path })}>
            {t('files.show')}
          </Button>
        )}
        undo={({ versionId }, onClose) => <Undo versionId={versionId} onUndone={onUndone} onClose={onClose} />}
      />
    </section>
  );
}

interface UndoProps extends Pick<FileHistoryProps, 'onUndone'> {
  readonly versionId: number;
  readonly onClose: () => void;
}

function Undo({ versionId, onUndone, onClose }: UndoProps) {
  const { t } = useTranslation('rows');
  const undo = useFileUndo(versionId, (made) => {
    onUndone(made);
    onClose();
  });
  return <UndoForm versionId={versionId} text={t('files.undoText')} undo={undo} onClose={onClose} />;
}
