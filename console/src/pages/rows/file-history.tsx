import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Difference } from '../../parts/difference';
import { Fold } from '../../parts/fold';
import { More } from '../../parts/more';
import { Failed } from '../../parts/problem';
import { When } from '../../parts/when';
import rows from './rows.module.css';
import { UndoForm } from './undo-form';
import { type FilePlace, type FileVersion, useFileUndo, useFileVersions } from './use-files';

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
      <ol className={rows.history}>
        {versions.items.map((version) => (
          <li key={version.versionId} className={rows.form}>
            <OneVersion version={version} onUndone={onUndone} onChoose={onChoose} />
          </li>
        ))}
      </ol>
      <More list={versions} />
    </section>
  );
}

function OneVersion({ version, onUndone, onChoose }: FileHistoryProps & { readonly version: FileVersion }) {
  const { t } = useTranslation('rows');
  const [isUndoing, setUndoing] = useState(false);
  const { versionId, kind, folder, path, origin, madeAt, by, note, host, undoes, before, after } = version;
  return (
    <>
      <div className={rows.head}>
        <h3>
          {t('history.version', { version: versionId })}: {path}
        </h3>
        <span className={rows.soft}>
          <When at={madeAt} /> · {host}
        </span>
      </div>
      <p>
        {t(`history.origin.${origin}`)}, {t('history.by', { by })}
        {undoes !== null && `, ${t('history.undoes', { version: undoes })}`}
        {note && <span className={rows.soft}>: {note}</span>}
      </p>
      <Fold title={t('files.what')}>
        <Difference before={before ?? ''} now={after ?? ''} around={AROUND} />
      </Fold>
      {!isUndoing && (
        <div className={rows.buttons}>
          <Button variant="default" onClick={() => onChoose({ kind, folder, path })}>
            {t('files.show')}
          </Button>
          <Button variant="default" onClick={() => setUndoing(true)}>
            {t('history.undo', { version: versionId })}
          </Button>
        </div>
      )}
      {isUndoing && <Undo versionId={versionId} onUndone={onUndone} onClose={() => setUndoing(false)} />}
    </>
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
