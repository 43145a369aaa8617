import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/empty';
import { Fold } from '../../parts/fold';
import { OneChange } from '../../parts/row-changes';
import { Side } from '../../parts/side';
import { Tag, type Tone } from '../../parts/tag';
import { plain } from '../../parts/words';
import styles from './comparisons.module.css';
import type { Example, Group, Report, Way } from './use-comparisons';

/** What of a group, and of a way, is shown; a file may have thousands. */
const MOST_WAYS = 20;
const MOST_EXAMPLES = 20;

/** What goes otherwise, the worst first, by the changed row that is the cause. */
export function ReportView({ report }: { readonly report: Report }) {
  const { t } = useTranslation('comparisons');
  const { kind, compared, differing, groups, untriable } = report;
  const left = Object.entries(report.leftOut);
  return (
    <>
      {differing === 0 && <Empty title={t(`${compared === 0 ? 'uncompared' : 'same'}.${kind}`)} />}
      <ol className={styles.groups}>
        {groups.map((group) => (
          <li key={`${group.reason} ${group.change?.table} ${group.change?.row}`} className={styles.group}>
            <OneGroup group={group} kind={kind} />
          </li>
        ))}
      </ol>
      {untriable.map(({ change, problem }) => (
        <p key={`${change.table} ${change.row}`} className={styles.soft}>
          {t('untriable', { row: `${change.table}[${change.row}]`, problem })}
        </p>
      ))}
      {left.length > 0 && (
        <p className={styles.soft}>
          {t('leftOut')} {left.map(([reason, count]) => `${count} ${t(`left.${reason}`, reason)}`).join(', ')}
        </p>
      )}
    </>
  );
}

function OneGroup({ group, kind }: { readonly group: Group; readonly kind: Report['kind'] }) {
  const { t } = useTranslation('comparisons');
  const { reason, change, count, ways } = group;
  return (
    <>
      <div className={styles.head}>
        <h2>{change ? `${change.table}[${change.row}]` : t(`reason.${reason}`)}</h2>
        <Tag>{t(`count.${kind}`, { count })}</Tag>
      </div>
      {change && <OneChange change={change} />}
      <ol className={styles.ways}>
        {ways.slice(0, MOST_WAYS).map((way) => (
          <li key={JSON.stringify([way.effectsAdded, way.effectsLost, way.differences])} className={styles.way}>
            <OneWay way={way} kind={kind} />
          </li>
        ))}
      </ol>
      {ways.length > MOST_WAYS && <p className={styles.soft}>{t('moreWays', { count: ways.length - MOST_WAYS })}</p>}
    </>
  );
}

function OneWay({ way, kind }: { readonly way: Way; readonly kind: Report['kind'] }) {
  const { t } = useTranslation('comparisons');
  const { count, effectsAdded, effectsLost, differences, examples } = way;
  const [first, ...others] = examples.slice(0, MOST_EXAMPLES);
  return (
    <>
      <div className={styles.head}>
        <Tag tone={toneOf(way)}>{t(`count.${kind}`, { count })}</Tag>
        {effectsAdded.length > 0 && <Tag tone="bad">{t('added', { actions: effectsAdded.join(', ') })}</Tag>}
        {effectsLost.length > 0 && <Tag tone="bad">{t('lost', { actions: effectsLost.join(', ') })}</Tag>}
      </div>
      {first ? <OneExample example={first} /> : <Differences differences={differences} isShort />}
      {others.length > 0 && (
        <Fold title={t('examples', { count: others.length })}>
          <ul className={styles.examples}>
            {others.map((example) => (
              <li key={`${example.conversationId} ${example.firstDifference.turn}`} className={styles.way}>
                <OneExample example={example} />
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}

function OneExample({ example }: { readonly example: Example }) {
  const { t } = useTranslation('comparisons');
  const { conversationId, firstDifference, unrecorded } = example;
  return (
    <>
      <p className={styles.said}>
        <Link to="/conversations/$conversationId" params={{ conversationId }}>
          {t('turn', { turn: firstDifference.turn })}
        </Link>
        : “{plain(firstDifference.message)}”
      </p>
      <Differences differences={firstDifference.differences} />
      {unrecorded.length > 0 && <p className={styles.soft}>{t('unrecorded', { names: unrecorded.join(', ') })}</p>}
    </>
  );
}

interface DifferencesProps {
  readonly differences: Way['differences'];
  /** Whether the words of nobody are known. */
  readonly isShort?: boolean;
}

function Differences({ differences, isShort = false }: DifferencesProps) {
  const { t } = useTranslation('comparisons');
  const nothing = t('nothing');
  return (
    <dl className={styles.differences}>
      {differences.map(({ aspect, before, after }) => (
        <div key={aspect}>
          <dt>{t(`aspect.${aspect}`)}</dt>
          {isShort && before === null && after === null ? (
            <dd className={styles.soft}>{t('forgotten')}</dd>
          ) : (
            <dd className={styles.sides}>
              <Side label={t('before')} value={before} nothing={nothing} is="del" />
              <Side label={t('after')} value={after} nothing={nothing} is="ins" />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function toneOf({ effectsAdded, effectsLost, differences }: Way): Tone {
  if (effectsAdded.length + effectsLost.length > 0) return 'bad';
  return differences[0]?.aspect === 'reply' ? 'plain' : 'warn';
}
