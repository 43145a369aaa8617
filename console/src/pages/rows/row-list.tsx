import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { useStore } from '../../api/store';
import { Empty } from '../../parts/empty';
import list from '../../parts/list.module.css';
import { Loading } from '../../parts/loading';
import { More } from '../../parts/more';
import { Failed } from '../../parts/problem';
import { SearchField } from '../../parts/search-field';
import { Tag } from '../../parts/tag';
import { tableHelp } from './column-help';
import { addRow, type Draft, draftOf, drafts, type Values } from './drafts';
import styles from './rows.module.css';
import type { RowsSearch } from './rows-search';
import { type Table, useRows } from './use-rows';

interface RowListProps {
  readonly tables: readonly Table[];
  readonly table: Table;
  readonly text: string;
  readonly chosen: string | undefined;
  readonly change: (part: RowsSearch) => void;
}

/** The rows of one table, those first that are not there yet. */
export function RowList({ tables, table, text, chosen, change }: RowListProps) {
  const { t } = useTranslation('rows');
  const mayChange = useMay()('flow.change');
  const find = useCallback((words: string) => change({ text: words || undefined }), [change]);
  return (
    <section aria-label={table.table} className={styles.list}>
      <div className={list.filters}>
        <NativeSelect
          aria-label={t('table')}
          value={table.table}
          onChange={(event) => change({ table: event.currentTarget.value, row: undefined })}
          data={tables.map((one) => ({
            value: one.table,
            label: t('tableRows', { table: one.table, count: one.rows }),
          }))}
        />
        <SearchField label={t('search')} value={text} onChange={find} />
        {mayChange && (
          <Button variant="default" onClick={() => change({ table: table.table, row: addRow(table.table) })}>
            {t('add')}
          </Button>
        )}
      </div>
      <p className={styles.soft}>{tableHelp(table.table)}</p>
      {!table.isUsed && <p className={styles.soft}>{t('notUsed')}</p>}
      <Found table={table} text={text} chosen={chosen} />
    </section>
  );
}

function Found({ table, text, chosen }: Pick<RowListProps, 'table' | 'text' | 'chosen'>) {
  const { t } = useTranslation('rows');
  const rows = useRows(table.table, text);
  const all = useStore(drafts);
  const added = all.filter((draft) => draft.isNew && draft.table === table.table);
  if (rows.error && rows.items.length === 0) return <Failed error={rows.error} again={() => void rows.refetch()} />;
  if (rows.isLooking) return <Loading lines={8} />;
  if (rows.items.length + added.length === 0) {
    return (
      <Empty title={t('none')}>
        <p>{t('noneText')}</p>
      </Empty>
    );
  }
  return (
    <>
      <table className={list.list}>
        <thead>
          <tr>
            <th scope="col">{t('column.row')}</th>
            <th scope="col">{t('column.values')}</th>
            {has(table, 'priority') && <th scope="col">{t('column.priority')}</th>}
            <th scope="col">{t('column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {added.map(({ row, values }) => (
            <Row
              key={row}
              table={table}
              text={text}
              row={row}
              values={values ?? {}}
              draft={draftOf(all, table.table, row)}
              chosen={chosen}
            />
          ))}
          {rows.items.map(({ row, values }) => (
            <Row
              key={row}
              table={table}
              text={text}
              row={row}
              values={values}
              draft={draftOf(all, table.table, row)}
              chosen={chosen}
            />
          ))}
        </tbody>
      </table>
      <More list={rows} />
    </>
  );
}

interface RowProps extends Pick<RowListProps, 'table' | 'text' | 'chosen'> {
  readonly row: string;
  readonly values: Values;
  readonly draft: Draft | undefined;
}

function Row({ table, text, row, values, draft, chosen }: RowProps) {
  const { t } = useTranslation('rows');
  const shown = { ...values, ...draft?.values };
  return (
    <tr data-chosen={row === chosen || undefined} className={styles.row}>
      <th scope="row">
        <Link
          to="/rows"
          search={{ table: table.table, row, ...(text && { text }) }}
          aria-current={row === chosen ? 'true' : undefined}
        >
          {row}
        </Link>
      </th>
      <td className={styles.values}>
        <p className={styles.summary}>
          {summaryOf(table, shown).map(([name, value]) => (
            <span key={name} className={styles.one}>
              <span className={PLACE.has(name) ? 'unseen' : styles.soft}>{name}</span> {value}
            </span>
          ))}
        </p>
      </td>
      {has(table, 'priority') && (
        <td className={styles.priority} data-name="priority" data-empty={shown.priority == null || undefined}>
          {shown.priority}
        </td>
      )}
      <td>
        {typeof shown.tenant_id === 'string' && <Tag>{shown.tenant_id}</Tag>}
        {has(table, 'enabled') && shown.enabled !== null && <Tag>{t(shown.enabled === false ? 'off' : 'on')}</Tag>}
        {draft && <Tag tone="warn">{t(draft.values === null ? 'removed' : 'edited')}</Tag>}
      </td>
    </tr>
  );
}

/** What has a column of its own in the list. */
const SAID_BESIDE = new Set(['enabled', 'priority', 'tenant_id']);

/** Values that say by themselves what they are. */
const PLACE = new Set(['intent_code', 'state_code']);

/** What tells a row from the others is said first, as only the beginning may be seen. */
const SAID_FIRST = ['intent_code', 'state_code', 'description'];

/** Every other value that the row has, and that is not what rows have by default, by the name of its column. */
function summaryOf({ key, columns }: Table, values: Values): (readonly [name: string, value: string])[] {
  const others = columns.filter(({ name }) => name !== key && !SAID_BESIDE.has(name));
  const first = SAID_FIRST.flatMap((wanted) => others.filter(({ name }) => name === wanted));
  return [...new Set([...first, ...others])].flatMap((column): [string, string][] => {
    const value = values[column.name] ?? '';
    return value === '' || value === column.default ? [] : [[column.name, String(value)]];
  });
}

function has({ columns }: Table, name: string): boolean {
  return columns.some((column) => column.name === name);
}
