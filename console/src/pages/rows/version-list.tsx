import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { More } from '../../parts/more';
import type { useList } from '../../parts/use-list';
import { When } from '../../parts/when';
import styles from './rows.module.css';

/** What versions of rows and of files have in common. */
interface AnyVersion {
  readonly versionId: number;
  readonly origin: 'FOUND' | 'SWITCH' | 'UNDO';
  readonly madeAt: string;
  readonly by: string | null;
  readonly note: string | null;
  readonly undoes: number | null;
}

interface VersionListProps<Version extends AnyVersion> {
  readonly versions: ReturnType<typeof useList<Version>>;
  /** The level of the versions' headings. */
  readonly level: 2 | 3;
  readonly heading: (version: Version) => ReactNode;
  /** Beside the time. */
  readonly place?: (version: Version) => ReactNode;
  readonly what: (version: Version) => ReactNode;
  /** Buttons beside the one that undoes. */
  readonly actions?: (version: Version) => ReactNode;
  /** What asks who takes it back, and why; undefined where it cannot be. */
  readonly undo: (version: Version, onClose: () => void) => ReactNode;
}

/** Versions, newest first: who made each, why, what it changed, and the way back. */
export function VersionList<Version extends AnyVersion>({ versions, ...shown }: VersionListProps<Version>) {
  return (
    <>
      <ol className={styles.history}>
        {versions.items.map((version) => (
          <li key={version.versionId} className={styles.form}>
            <OneVersion version={version} {...shown} />
          </li>
        ))}
      </ol>
      <More list={versions} />
    </>
  );
}

function OneVersion<Version extends AnyVersion>({
  version,
  level,
  heading,
  place,
  what,
  actions,
  undo,
}: Omit<VersionListProps<Version>, 'versions'> & { readonly version: Version }) {
  const { t } = useTranslation('rows');
  const [isUndoing, setUndoing] = useState(false);
  const { versionId, origin, madeAt, by, note, undoes } = version;
  const Heading = `h${level}` as const;
  const form = undo(version, () => setUndoing(false));
  const others = actions?.(version);
  return (
    <>
      <div className={styles.head}>
        <Heading>{heading(version)}</Heading>
        <span className={styles.soft}>
          <When at={madeAt} />
          {place && <> · {place(version)}</>}
        </span>
      </div>
      <p>
        {versionId === 1 && origin === 'FOUND' ? t('history.first') : t(`history.origin.${origin}`)}
        {by !== null && `, ${t('history.by', { by })}`}
        {undoes !== null && `, ${t('history.undoes', { version: undoes })}`}
        {note && <span className={styles.soft}>: {note}</span>}
      </p>
      {what(version)}
      {!isUndoing && (others !== undefined || form !== undefined) && (
        <div className={styles.buttons}>
          {others}
          {form !== undefined && (
            <Button variant="default" onClick={() => setUndoing(true)}>
              {t('history.undo', { version: versionId })}
            </Button>
          )}
        </div>
      )}
      {isUndoing && form}
    </>
  );
}
