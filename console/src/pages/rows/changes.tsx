import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { useStore } from '../../api/store';
import { Failed } from '../../parts/problem';
import { RowChanges } from '../../parts/row-changes';
import { Tag } from '../../parts/tag';
import { WordForm } from '../../parts/word-form';
import { type Draft, drafts, forgetAll } from './drafts';
import { Meanwhile } from './meanwhile';
import styles from './rows.module.css';
import { Sandbox, type Tried } from './sandbox';
import { StartShadow } from './start-shadow';
import { type Checked, editOf, useCheck, useSwitch } from './use-rows';

interface ChangesProps {
  readonly check: ReturnType<typeof useCheck>;
  readonly onSwitched: (versionId: number) => void;
}

/** The id of the heading. */
export const CHANGES_TITLE = 'changes-title';

/** All that the reader has changed: what is wrong with it, what it changes, and the switch to it. */
export function Changes({ check, onSwitched }: ChangesProps) {
  const { t } = useTranslation(['rows', 'comparisons']);
  const all = useStore(drafts);
  const [isTrying, setTrying] = useState(false);
  const [isShadowing, setShadowing] = useState(false);
  const mayChange = useMay()('flow.change');
  const { data: checked, error } = check;
  const mayTry = checked !== undefined && check.isCurrent && errorsOf(checked) === 0;
  const tried = useLastGood(mayTry ? checked.edited : undefined);
  return (
    <section className={styles.form} aria-labelledby={CHANGES_TITLE}>
      <div className={styles.head}>
        <h2 id={CHANGES_TITLE} tabIndex={-1}>
          {t('changes.title', { count: all.length })}
        </h2>
        <div className={styles.buttons}>
          <Button
            variant="default"
            disabled={!mayTry && !isTrying}
            aria-expanded={isTrying}
            onClick={() => setTrying(!isTrying)}
          >
            {t('sandbox.try')}
          </Button>
          {mayChange && (
            <Button
              variant="default"
              disabled={!mayTry && !isShadowing}
              aria-expanded={isShadowing}
              onClick={() => setShadowing(!isShadowing)}
            >
              {t('comparisons:try')}
            </Button>
          )}
          <Button variant="default" onClick={forgetAll}>
            {t('changes.forget')}
          </Button>
        </div>
      </div>
      {error && <Failed error={error} again={() => void check.refetch()} />}
      <p role="status">
        <Verdict check={check} />
      </p>
      <Problems checked={check.isCurrent ? checked : undefined} />
      {error && <ChangedRows all={all} />}
      {checked && !error && <RowChanges changes={checked.changes} />}
      {isTrying && tried && <Sandbox tried={tried} onClose={() => setTrying(false)} />}
      {isShadowing && tried && <StartShadow tried={tried} isCurrent={mayTry} />}
      {checked && <Switch checked={checked} isCurrent={check.isCurrent} onSwitched={onSwitched} />}
    </section>
  );
}

/** The changes as they were when nothing was wrong with them: while something is, those are tried on. */
function useLastGood(edited: readonly Draft[] | undefined): Tried | undefined {
  const [good, setGood] = useState<{ readonly edited: readonly Draft[]; readonly tried: Tried }>();
  if (edited === undefined || edited === good?.edited) return good?.tried;
  const tried = { edits: edited.map(editOf) };
  setGood({ edited, tried });
  return tried;
}

/** How much is wrong with the changes. */
export function Verdict({ check }: Pick<ChangesProps, 'check'>) {
  const { t } = useTranslation('rows');
  const checked = check.isCurrent ? check.data : undefined;
  const errors = errorsOf(checked);
  const warnings = newProblems(checked).length - errors;
  return (
    <span className={styles.verdict}>
      {!checked && !check.error && t('changes.checking')}
      {check.error && <Tag tone="bad">{t('changes.unchecked')}</Tag>}
      {errors > 0 && <Tag tone="bad">{t('changes.errors', { count: errors })}</Tag>}
      {warnings > 0 && <Tag tone="warn">{t('changes.warnings', { count: warnings })}</Tag>}
      {checked && errors + warnings === 0 && <Tag tone="good">{t('changes.good')}</Tag>}
    </span>
  );
}

/** The way to each of the changed rows, where nothing else tells of them: one may be gone. */
function ChangedRows({ all }: { readonly all: readonly Draft[] }) {
  return (
    <ul className={styles.problems}>
      {all.map(({ table, row }) => (
        <li key={`${table} ${row}`}>
          <Link to="/rows" search={{ table, row }}>
            <code>{`${table}[${row.trim()}]`}</code>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Problems({ checked }: { readonly checked: Checked | undefined }) {
  return (
    <ul className={styles.problems}>
      {newProblems(checked).map(({ severity, table, row, column, message }) => (
        <li key={`${table} ${row} ${column} ${message}`} className={severity === 'error' ? styles.bad : styles.warn}>
          {row === null ? (
            <code>{`${table}${column === null ? '' : `.${column}`}`}</code>
          ) : (
            <Link to="/rows" search={{ table, row: rowBefore(checked, table, row) }}>
              <code>{`${table}[${row}]${column === null ? '' : `.${column}`}`}</code>
            </Link>
          )}
          : {message}
        </li>
      ))}
    </ul>
  );
}

/** The name that a row has on this page: a new one has another than the check has given it. */
function rowBefore(checked: Checked | undefined, table: string, row: string): string {
  const place = checked?.changes.findIndex((change) => change.table === table && change.row === row) ?? -1;
  return checked?.edited[place]?.row ?? row;
}

interface SwitchProps extends Pick<ChangesProps, 'onSwitched'> {
  readonly checked: Checked;
  readonly isCurrent: boolean;
}

function Switch({ checked, isCurrent, onSwitched }: SwitchProps) {
  const { t } = useTranslation('rows');
  const change = useSwitch(({ versionId }) => onSwitched(versionId));
  const { base, edited } = checked;
  return (
    <WordForm
      title={t('changes.switchTitle')}
      text={t('changes.switchText')}
      error={change.error}
      details={<Meanwhile error={change.error} base={base} onRead={change.reset} />}
    >
      {(word) => (
        <Button
          loading={change.isPending}
          disabled={!isCurrent || errorsOf(checked) > 0}
          onClick={() => {
            const said = word();
            if (said) change.mutate({ base, edited, ...said });
          }}
        >
          {t('changes.switch')}
        </Button>
      )}
    </WordForm>
  );
}

/** Problems that were there before are the flow map's to tell. */
function newProblems(checked: Checked | undefined): Checked['problems'] {
  return (checked?.problems ?? []).filter(({ isNew }) => isNew);
}

function errorsOf(checked: Checked | undefined): number {
  return newProblems(checked).filter(({ severity }) => severity === 'error').length;
}
