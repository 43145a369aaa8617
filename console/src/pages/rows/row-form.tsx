import { Button, CloseButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { Loading } from '../../parts/loading';
import { Failed } from '../../parts/problem';
import { Values as ShownValues } from '../../parts/values';
import { type Draft, forget, isNewRow, setValue, takeAway, type Values } from './drafts';
import { RowField } from './row-field';
import styles from './rows.module.css';
import { type Checked, checkedRow, type Table, useRow } from './use-rows';

interface RowFormProps {
  readonly table: Table;
  readonly row: string;
  readonly draft: Draft | undefined;
  readonly checked: Checked | undefined;
  readonly onClose: () => void;
}

/** One row, column by column, with what is wrong with each value beside it; to be read alone by who may not change it. */
export function RowForm({ table, row, draft, checked, onClose }: RowFormProps) {
  const { t } = useTranslation('rows');
  const mayChange = useMay()('flow.change');
  const isNew = isNewRow(row);
  const running = useRow(table.table, row, isNew);
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever chose the row reads on here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const before = isNew ? defaultsOf(table) : running.data?.values;
  const isGone = running.data === null;
  return (
    <section className={styles.form} aria-labelledby="row-title">
      <div className={styles.head}>
        <h2 id="row-title" ref={heading} tabIndex={-1}>
          {isNew ? t('form.new', { table: table.table }) : t('form.title', { table: table.table, row })}
        </h2>
        <CloseButton aria-label={t('form.close')} onClick={onClose} />
      </div>
      {isGone && <p>{t('form.gone')}</p>}
      {running.error && before === undefined && <Failed error={running.error} again={() => void running.refetch()} />}
      {!isNew && running.isPending && <Loading lines={6} />}
      {before && !isGone && draft?.values === null && <p>{t('form.willGo')}</p>}
      {before && !isGone && !mayChange && <ShownValues of={before} />}
      {before && !isGone && mayChange && draft?.values !== null && (
        <Fields table={table} row={row} draft={draft} checked={checked} before={before} />
      )}
      {(isGone ? draft : before) && mayChange && (
        <FormButtons table={table} row={row} draft={draft} mayGo={!isNew && !isGone} />
      )}
    </section>
  );
}

interface FieldsProps extends Pick<RowFormProps, 'table' | 'row' | 'draft' | 'checked'> {
  readonly before: Values;
}

function Fields({ table, row, draft, checked, before }: FieldsProps) {
  const key = checkedRow(checked, draft);
  const problems = (checked?.problems ?? []).filter((one) => one.table === table.table && one.row === key);
  // Where a key is counted up, nobody types it.
  const columns = table.columns.filter(({ name }) => name !== table.key || (!table.hasGeneratedKey && draft?.isNew));
  return (
    <div className={styles.fields}>
      {problems
        .filter(({ column }) => column === null)
        .map(({ message }) => (
          <p key={message} className={styles.bad}>
            {message}
          </p>
        ))}
      {columns.map((column) => {
        const value = draft?.values?.[column.name];
        return (
          <RowField
            key={column.name}
            table={table.table}
            column={column}
            value={value === undefined ? (before[column.name] ?? null) : value}
            isEdited={value !== undefined}
            problems={problems.filter((one) => one.column === column.name)}
            onChange={(next) =>
              setValue(table.table, row, column.name, next, draft?.isNew ? undefined : before[column.name])
            }
          />
        );
      })}
    </div>
  );
}

function FormButtons({
  table,
  row,
  draft,
  mayGo,
}: Omit<RowFormProps, 'checked' | 'onClose'> & { readonly mayGo: boolean }) {
  const { t } = useTranslation('rows');
  const isRemoved = draft?.values === null;
  return (
    <div className={styles.buttons}>
      {draft && (
        <Button variant="default" onClick={() => forget(table.table, row)}>
          {t(isRemoved && mayGo ? 'form.keep' : 'form.forget')}
        </Button>
      )}
      {mayGo && !isRemoved && (
        <Button variant="default" onClick={() => takeAway(table.table, row)}>
          {t('form.remove')}
        </Button>
      )}
    </div>
  );
}

function defaultsOf({ columns }: Table): Values {
  return Object.fromEntries(columns.map((column) => [column.name, column.default]));
}
