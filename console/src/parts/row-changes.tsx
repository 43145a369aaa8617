import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/client';
import { differingLines } from './differing-lines';
import styles from './row-changes.module.css';
import { Side } from './side';
import { Tag } from './tag';

export type Change = Schema<'FlowRowChange'>;
type FlowValue = string | number | boolean | null;
type Values = Readonly<Record<string, FlowValue>>;

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

/** One row, before and after. */
export function OneChange({ change: { table, row, before, after } }: { readonly change: Change }) {
  const { t } = useTranslation('rows');
  const nothing = t('diff.nothing');
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
              {before && (
                <Side label={t('diff.before')} value={shownOf(before, after, name)} nothing={nothing} is="del" />
              )}
              {after && (
                <Side label={t('diff.after')} value={shownOf(after, before, name)} nothing={nothing} is="ins" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
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
