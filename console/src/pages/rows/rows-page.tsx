import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { Loading } from '../../parts/loading';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Changes } from './changes';
import { ChangesBar } from './changes-bar';
import { draftOf, drafts, isNewRow } from './drafts';
import { FilesView } from './files-view';
import { History } from './history';
import { useIsSwitching } from './is-switching';
import { RowForm } from './row-form';
import { RowList } from './row-list';
import styles from './rows.module.css';
import type { RowsSearch } from './rows-search';
import { type Table, useCheck, useTables } from './use-rows';

/** The rows of the flow: looked at, changed, checked, switched to and taken back. */
export function RowsPage() {
  const { t } = useTranslation('rows');
  const tables = useTables();
  const { data } = tables;
  const count = data?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0;
  return (
    <Page title={t('title')} answer={data && t('answer', { version: data.base, count })}>
      {data && <Content base={data.base} tables={data.tables} />}
      {!data && tables.error && <Failed error={tables.error} again={() => void tables.refetch()} />}
      {tables.isPending && <Loading lines={8} />}
    </Page>
  );
}

function Content({ base, tables }: Pick<EditingProps, 'base' | 'tables'>) {
  const { t } = useTranslation('rows');
  const search: RowsSearch = useSearch({ from: '/rows' });
  const navigate = useNavigate({ from: '/rows' });
  const change = useCallback(
    (part: RowsSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  const [switched, setSwitched] = useState<number>();
  return (
    <>
      <div className={styles.tools}>
        <SegmentedControl
          value={search.view ?? 'rows'}
          onChange={(next) => change({ view: next === 'history' || next === 'files' ? next : undefined })}
          aria-label={t('view.title')}
          data={(['rows', 'files', 'history'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
        />
        <p role="status" className={styles.soft}>
          {switched !== undefined && switched >= base && t('switched', { version: switched })}
        </p>
      </div>
      {search.view === 'history' && <History onUndone={setSwitched} />}
      {search.view === 'files' && <FilesView search={search} change={change} />}
      {search.view === undefined && (
        <Editing base={base} tables={tables} search={search} change={change} onSwitched={setSwitched} />
      )}
    </>
  );
}

interface EditingProps {
  /** The version that runs. */
  readonly base: number;
  readonly tables: readonly Table[];
  readonly search: RowsSearch;
  readonly change: (part: RowsSearch) => void;
  readonly onSwitched: (versionId: number) => void;
}

function Editing({ base, tables, search, change, onSwitched }: EditingProps) {
  const all = useStore(drafts);
  const check = useCheck(base);
  const isSwitching = useIsSwitching();
  const table = tables.find((one) => one.table === search.table) ?? tables[0];
  const draft = table && search.row !== undefined ? draftOf(all, table.table, search.row) : undefined;
  // A new row has another name once it is switched to, and none when it is forgotten.
  const isNowhere = search.row !== undefined && isNewRow(search.row) && !draft;
  const row = isNowhere ? undefined : search.row;
  useEffect(() => {
    if (isNowhere) change({ row: undefined });
  }, [isNowhere, change]);
  if (!table) return null;
  return (
    <div className={styles.content} data-chosen={row !== undefined || undefined} inert={isSwitching}>
      <RowList tables={tables} table={table} text={search.text ?? ''} chosen={row} change={change} />
      <div className={styles.side}>
        {row !== undefined && (
          <RowForm
            key={`${table.table} ${row}`}
            table={table}
            row={row}
            draft={draft}
            checked={check.data}
            onClose={() => change({ row: undefined })}
          />
        )}
        {all.length > 0 && row !== undefined && <ChangesBar check={check} />}
        {all.length > 0 && <Changes check={check} onSwitched={onSwitched} />}
      </div>
    </div>
  );
}
