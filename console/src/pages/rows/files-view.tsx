import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { useStore } from '../../api/store';
import list from '../../parts/list.module.css';
import { Loading } from '../../parts/loading';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { FileForm } from './file-form';
import { FileHistory } from './file-history';
import styles from './files.module.css';
import rows from './rows.module.css';
import type { RowsSearch } from './rows-search';
import { type FileItem, type FilePlace, type Files, fileKey, placeIn, setText, texts, useFiles } from './use-files';

interface FilesViewProps {
  readonly search: RowsSearch;
  readonly change: (part: RowsSearch) => void;
}

/** The files of tools and of the language: looked at, changed, tried, switched to and taken back. */
export function FilesView({ search, change }: FilesViewProps) {
  const { t } = useTranslation('rows');
  const files = useFiles();
  const mayChange = useMay()('flow.change');
  const { data, error } = files;
  const [told, setTold] = useState('');
  const { file } = search;
  if (!data && error) return <Failed error={error} again={() => void files.refetch()} />;
  if (!data) return <Loading lines={8} />;
  const folder = data.folders.find((one) => file !== undefined && placeIn(one, file));
  const place = folder && file !== undefined ? placeIn(folder, file) : undefined;
  return (
    <>
      <p role="status" className={rows.soft}>
        {told}
      </p>
      <Others processes={data.otherProcesses} />
      <div className={rows.content} data-chosen={place !== undefined || undefined}>
        <div className={rows.list}>
          {data.folders.map((one) => (
            <Folder
              key={`${one.kind} ${one.folder}`}
              folder={one}
              files={data.files}
              chosen={search.file}
              mayChange={mayChange}
              change={change}
            />
          ))}
        </div>
        <div className={rows.side}>
          {place && folder && (
            <FileForm
              key={search.file}
              place={place}
              problem={folder.problem}
              onSwitched={({ versionId }) => setTold(t('files.switched', { path: place.path, version: versionId }))}
              onClose={() => change({ file: undefined })}
            />
          )}
        </div>
      </div>
      {mayChange && (
        <FileHistory
          onUndone={({ versionId, path }) => setTold(t('files.switched', { path, version: versionId }))}
          onChoose={(one) => change({ file: fileKey(one) })}
        />
      )}
    </>
  );
}

/** Said where another process would go on with files of its own. */
function Others({ processes: { same, different } }: { readonly processes: Files['otherProcesses'] }) {
  const { t } = useTranslation('rows');
  if (same + different === 0) return null;
  return (
    <p className={rows.soft}>
      {same > 0 && t('files.same', { count: same })}{' '}
      {different > 0 && <Tag tone="warn">{t('files.different', { count: different })}</Tag>}
    </p>
  );
}

interface FolderProps {
  readonly folder: Files['folders'][number];
  readonly files: readonly FileItem[];
  readonly chosen: string | undefined;
  /** Whoever may not is shown what there is, and not what it says. */
  readonly mayChange: boolean;
  readonly change: FilesViewProps['change'];
}

function Folder({ folder: within, files, chosen, mayChange, change }: FolderProps) {
  const { t } = useTranslation('rows');
  const { kind, folder, problem } = within;
  const edited = useStore(texts);
  const own = files.filter((one) => one.kind === kind && one.folder === folder);
  const known = new Set(own.map(fileKey));
  const fresh = Object.keys(edited).flatMap((key): FilePlace[] => {
    const place = placeIn(within, key);
    return place && !known.has(key) ? [place] : [];
  });
  return (
    <section className={styles.folder} aria-label={t(`files.kind.${kind}`)}>
      <h2>
        {t(`files.kind.${kind}`)} {folder !== '' && <code>{folder}</code>}
      </h2>
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      {own.length + fresh.length > 0 && (
        <ul className={styles.files}>
          {[...fresh, ...own].map((place) => {
            const key = fileKey(place);
            return (
              <li key={key} data-chosen={key === chosen || undefined}>
                {mayChange ? (
                  <Link
                    to="/rows"
                    search={{ view: 'files', file: key }}
                    aria-current={key === chosen ? 'true' : undefined}
                  >
                    {place.path}
                  </Link>
                ) : (
                  place.path
                )}{' '}
                {'isOwn' in place && !place.isOwn && <Tag>{t('files.packaged')}</Tag>}{' '}
                {key in edited && <Tag tone="warn">{t(edited[key] === null ? 'removed' : 'edited')}</Tag>}
              </li>
            );
          })}
        </ul>
      )}
      {kind === 'CAPABILITY' && mayChange && problem === null && (
        <NewFile folder={folder} known={known} change={change} />
      )}
    </section>
  );
}

const NEW_TOOL = `name: 
description: 
schema:
  input:
    type: object
    properties: {}
providers:
  primary:
    service: rest
    config:
      base_url: https://
      path: /
      method: GET
`;

interface NewFileProps extends Pick<FilePlace, 'folder'>, Pick<FolderProps, 'change'> {
  /** The files that are there. */
  readonly known: ReadonlySet<string>;
}

function NewFile({ folder, known, change }: NewFileProps) {
  const { t } = useTranslation('rows');
  const [name, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const written = name.trim();
    if (written === '') return;
    const path = /\.ya?ml$/.test(written) ? written : `${written}.yaml`;
    const place = { kind: 'CAPABILITY', folder, path } as const;
    const key = fileKey(place);
    if (!known.has(key) && !(key in texts.get())) setText(place, NEW_TOOL);
    setName('');
    change({ file: key });
  };
  return (
    <form className={list.filters} onSubmit={add}>
      <TextInput
        aria-label={t('files.newName')}
        placeholder={t('files.newName')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={name.trim() === ''}>
        {t('files.add')}
      </Button>
    </form>
  );
}
