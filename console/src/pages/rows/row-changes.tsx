import { useTranslation } from 'react-i18next';
import { Tag } from '../../parts/tag';
import { differingLines } from './differing-lines';
import styles from './rows.module.css';
import type { Change, FlowValue, Values } from './use-rows';

/** Rows before and after, as far as they differ. */
export function RowChanges({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.table} ${change.row}`}>
          <OneChange change={change} />
        </li>
      ))}
    </ul>
  );
}

function OneChange({ change: { table, row, before, after } }: { readonly change: Change }) {
  const { t } = useTranslation('rows');
  const changed = before && after && 'changed';
  const kind = changed || (after ? 'added' : 'removed');
  return (
    <>
      <p>
        <code>
          {table}[{row}]
        </code>{' '}
        <Tag tone={kind === 'removed' ? 'bad' : 'plain'}>{t(`diff.${kind}`)}</Tag>
      </p>
      <dl className={styles.diff}>
        {differing(before, after).map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {before && <Side label={t('diff.before')} value={shownOf(before, after, name)} is="del" />}
              {after && <Side label={t('diff.after')} value={shownOf(after, before, name)} is="ins" />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Side({
  label,
  value,
  is: Element,
}: {
  readonly label: string;
  readonly value: FlowValue;
  readonly is: 'ins' | 'del';
}) {
  const { t } = useTranslation('rows');
  return (
    <Element className={styles[Element]}>
      <span className="unseen">{label} </span>
      {value === null || value === '' ? <i>{t('diff.nothing')}</i> : String(value)}
    </Element>
  );
}

/** A value, of long texts the lines that differ from the other one. */
function shownOf(own: Values, other: Values | null, name: string): FlowValue {
  const [value, beside] = [own[name] ?? null, other?.[name]];
  return typeof value === 'string' && typeof beside === 'string' ? differingLines(value, beside) : value;
}

/** The columns whose values differ; of a row that comes or goes, those that it has. */
function differing(before: Values | null, after: Values | null): string[] {
  const names = Object.keys(after ?? before ?? {});
  return names.filter((name) => (before?.[name] ?? null) !== (after?.[name] ?? null));
}
